import { createHash } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { ReportDeclaration, ReportDeclarations } from '@trailmark/api/contract/report-declarations';
import type { RouteInput } from '@trailmark/api/route';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import {
  REPORT_JURISDICTIONS,
  type ReportDraft,
  type ReportJurisdiction,
  type ReportWording,
} from '@trailmark/core/report/report-document';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type DeclarationRow,
  findDeclaration,
  insertDeclaration,
  listDeclarations,
} from '@trailmark/store/cases/report-declarations/declaration-rows';
import type { Caller } from '../../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount, ownAgencyScope, readOwn } from '../../casework/own-account.ts';
import { compareWordings } from './compare-wordings.ts';
import { checkWording, PLACEHOLDERS } from './fill-wording.ts';
import { SHIPPED_WORDINGS } from './shipped-wordings.ts';

const MOST_VERSIONS = 50;

/** SHA-256 of a wording, over its canonical form. */
export function hashWording({ title, paragraphs }: ReportWording): string {
  return createHash('sha256')
    .update(toCanonicalJson({ paragraphs: [...paragraphs], title }))
    .digest('hex');
}

function toDeclaration(jurisdiction: ReportJurisdiction, rows: readonly DeclarationRow[]): ReportDeclaration {
  const shipped = SHIPPED_WORDINGS[jurisdiction];
  const copy = ({ title, paragraphs }: ReportWording) => ({ title, paragraphs: [...paragraphs] });
  const versions = rows.map(({ number, wording, savedAt, savedBy, note }) => ({
    ...{ number, savedBy, note, isOwn: wording !== null, sha256: hashWording(wording ?? shipped) },
    savedAt: Math.floor(savedAt.getTime() / 1000),
    difference: compareWordings(shipped, wording ?? shipped),
  }));
  const wording = rows[0]?.wording ?? null;
  return {
    ...{ jurisdiction, versions, version: rows[0]?.number ?? 0, isOwn: wording !== null },
    ...{ shipped: copy(shipped), inForce: copy(wording ?? shipped) },
  };
}

async function readOne(tx: Transaction, jurisdiction: ReportJurisdiction): Promise<ReportDeclaration> {
  const rows = await listDeclarations(tx, MOST_VERSIONS);
  return toDeclaration(
    jurisdiction,
    rows.filter((row) => row.jurisdiction === jurisdiction),
  );
}

/** Every declaration, as the agency has it and as the software comes with it. */
export async function readDeclarations(casework: CaseworkContext, caller: Caller): Promise<ReportDeclarations> {
  const rows = await readOwn(casework, caller, (tx) => listDeclarations(tx, MOST_VERSIONS));
  return {
    placeholders: Object.entries(PLACEHOLDERS).map(([name, about]) => ({ name, about })),
    items: REPORT_JURISDICTIONS.map((jurisdiction) =>
      toDeclaration(
        jurisdiction,
        rows.filter((row) => row.jurisdiction === jurisdiction),
      ),
    ),
  };
}

/** Saves the next version. Throws `invalid` for a placeholder that no report has, `conflict` where another was saved meanwhile. */
export function saveDeclaration(
  casework: CaseworkContext,
  caller: Caller,
  jurisdiction: ReportJurisdiction,
  { version, wording, note }: RouteInput<Contract['saveReportDeclaration']>['body'],
): Promise<ReportDeclaration> {
  const { id: by, agency } = ownAccount(caller);
  if (wording) checkWording(wording);
  const work = async (tx: Transaction) => {
    const present = await findDeclaration(tx, jurisdiction);
    const shipped = SHIPPED_WORDINGS[jurisdiction];
    if (hashWording(present?.wording ?? shipped) === hashWording(wording ?? shipped))
      throw new AppError('conflict', 'This wording is in force already.');
    const row = { agency, jurisdiction, number: version + 1, wording, note, by, at: casework.now() };
    if ((present?.number ?? 0) !== version || !(await insertDeclaration(tx, row)))
      throw new AppError('conflict', 'Somebody saved another wording in the meantime. Compare both and save again.', {
        context: { reason: 'changed-meanwhile' },
      });
    return readOne(tx, jurisdiction);
  };
  return actThenNotify(
    casework,
    caller,
    work,
    ({ version: number, isOwn, inForce }) => ({
      action: 'report-declaration.save',
      object: { kind: 'report-declaration', id: jurisdiction },
      details: { number, isOwn, sha256: hashWording(inForce) },
    }),
    ownAgencyScope(caller),
  );
}

/** The wording that a report prints, and whose it is. */
export interface FactDeclaration {
  readonly wording: ReportWording;
  /** Version of the agency; null: as the software comes with it. */
  readonly version: { readonly number: number; readonly at: number; readonly by: string } | null;
}

export async function openDeclaration(
  tx: Transaction,
  { jurisdiction, wording: whose }: ReportDraft,
): Promise<FactDeclaration> {
  const row = whose === 'shipped' ? undefined : await findDeclaration(tx, jurisdiction);
  if (!row?.wording) return { wording: SHIPPED_WORDINGS[jurisdiction], version: null };
  const { number, savedAt, savedBy, wording } = row;
  return { wording, version: { number, at: Math.floor(savedAt.getTime() / 1000), by: savedBy } };
}
