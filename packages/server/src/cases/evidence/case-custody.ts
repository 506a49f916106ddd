import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import {
  type CaseCustodyPlace,
  type CaseCustodyRow,
  countCaseCustody,
  findCaseRoot,
  listCaseCustody,
  listCustodyPeople,
} from '@trailmark/store/cases/agency-cases/case-custody-rows';
import { type EvidenceRow, listEvidence } from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findStampAuthority } from '@trailmark/store/cases/sources/stamp-authority-rows';
import { ownAccount } from '../../casework/own-account.ts';
import type { FileStream } from '../../http/file-stream.ts';
import { toFile } from '../../http/text-file.ts';
import { openCase, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';
import { readLedger } from './custody.ts';
import { toStampView } from './custody-stamp.ts';
import { toLedgerDocument } from './evidence-items.ts';
import type { EvidenceCall, EvidenceService } from './evidence-service.ts';
import { toShownName } from './shown-name.ts';

type CaseCall = Omit<EvidenceCall, 'item'>;
type Acts = RouteOutput<Contract['listCaseCustody']>;
type Checks = RouteOutput<Contract['checkCaseCustody']>;

const PEOPLE = 200;
/** Files whose chains are calculated in one request. */
const CHECKED = 100;
const CURSOR = /^(\d{1,15})-(\d{1,9})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readCursor(text: string | undefined): CaseCustodyPlace | undefined {
  if (text === undefined) return undefined;
  const [, at, seq, item] = CURSOR.exec(text) ?? [];
  if (at && seq && item) return { at: new Date(Number(at)), seq: Number(seq), item };
  throw new AppError('invalid', 'This cursor is not one this server made for this list.');
}

function toAct({ number, name, at, doneAt, fromWhom, toWhom, ...row }: CaseCustodyRow): Acts['items'][number] {
  const times = { at: at.getTime(), doneAt: doneAt?.getTime() ?? null };
  return { ...row, ...times, number: toExhibitNumber(number), name: toShownName(name), from: fromWhom, to: toWhom };
}

/** A page of the acts of custody of a case, over all its files. */
export function readCaseCustody(
  { casework }: EvidenceService,
  { caller, id }: CaseCall,
  { cursor, limit, ...filter }: RouteInput<Contract['listCaseCustody']>['query'],
): Promise<Acts> {
  const after = readCursor(cursor);
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const rows = await listCaseCustody(tx, id, filter, { after, limit: limit + 1 });
    const last = rows[limit - 1];
    const root = await findCaseRoot(tx, id);
    return {
      items: rows.slice(0, limit).map(toAct),
      total: await countCaseCustody(tx, id, filter),
      people: await listCustodyPeople(tx, id, PEOPLE),
      root: root ? { day: root.day, root: root.root, at: toSeconds(root.at), stamp: toStampView(root) } : null,
      isStamping: (await findStampAuthority(tx))?.isOn ?? false,
      next: last && rows.length > limit ? `${last.at.getTime()}-${last.seq}-${last.item}` : null,
    };
  });
}

/** Calculates the chains of the next files again. Reading their bytes is another matter: `verifyCaseEvidence`. */
export function checkCaseCustody(
  { casework }: EvidenceService,
  { caller, id }: CaseCall,
  after: number,
): Promise<Checks> {
  const reader = ownAccount(caller).id;
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const files = await listEvidence(tx, id, after, CHECKED + 1);
    const items: Checks['items'] = [];
    for (const file of files.slice(0, CHECKED)) {
      const { rows, broken, root } = await readLedger(tx, file, reader);
      items.push({
        ...{ item: file.id, number: toExhibitNumber(file.number), name: toShownName(file.name) },
        ...{ entries: rows.length, broken, rootDay: root?.day ?? null, isStored: file.address !== null },
      });
    }
    return { items, next: files.length > CHECKED ? (files[CHECKED - 1]?.number ?? null) : null };
  });
}

async function listAllFiles(tx: Transaction, id: string): Promise<EvidenceRow[]> {
  const all: EvidenceRow[] = [];
  for (;;) {
    const page = await listEvidence(tx, id, all.at(-1)?.number ?? 0, CHECKED);
    all.push(...page);
    if (page.length < CHECKED) return all;
  }
}

/** All ledgers as one file, each as it is exported separately. */
export function exportCaseLedgers(
  { casework, software }: EvidenceService,
  { caller, id }: CaseCall,
): Promise<FileStream> {
  return readCases(casework, caller, async (tx) => {
    const opened = await openCase(tx, id, 'export');
    const ledgers: object[] = [];
    for (const file of await listAllFiles(tx, id))
      ledgers.push(await toLedgerDocument(tx, opened.number, file, software));
    const document = { format: 'trailmark-case-custody/1', software, case: opened.number, ledgers };
    return toFile(`${opened.number}-custody.json`, 'application/json', `${toCanonicalJson(document)}\n`);
  });
}
