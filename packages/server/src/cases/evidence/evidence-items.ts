import type { Contract } from '@trailmark/api/contract';
import type { CaseCustody, CaseEvidence } from '@trailmark/api/contract/case-evidence';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { listCustody, listCustodyProofs } from '@trailmark/store/cases/agency-cases/custody-rows';
import {
  type EvidenceRow,
  listEvidence,
  listSameContent,
  updateEvidenceWords,
  withdrawEvidence,
} from '@trailmark/store/cases/agency-cases/evidence-rows';
import { putCaseText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { ownAccount } from '../../casework/own-account.ts';
import { actOnCase, checkVersion, openCase, readCases } from '../case-scope.ts';
import { getEvidence, getStored } from './check-evidence.ts';
import { allowCustody, appendCustody, readLedger, toActor } from './custody.ts';
import { toHashedRow } from './custody-chain.ts';
import { removeArriving } from './evidence-files.ts';
import type { EvidenceCall, EvidenceService } from './evidence-service.ts';
import { toEvidence } from './evidence-view.ts';
import { toShownName } from './shown-name.ts';

type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];

/** A page of the files of a case, by number. */
export function readEvidenceList(
  { casework }: EvidenceService,
  { caller, id }: Omit<EvidenceCall, 'item'>,
  { after, limit }: RouteInput<Contract['listCaseEvidence']>['query'],
): Promise<RouteOutput<Contract['listCaseEvidence']>> {
  const own = ownAccount(caller).id;
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const rows = await listEvidence(tx, id, after, limit + 1);
    const same = await listSameContent(tx, id);
    const sameAs = ({ address, number }: EvidenceRow) =>
      (same.find((group) => group.address === address)?.numbers ?? []).filter((other) => other !== number);
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map((row) => toEvidence(row, own, sameAs(row))),
      next: last && rows.length > limit ? last.number : null,
    };
  });
}

/** What search finds of a file. */
async function putWords(tx: Transaction, row: EvidenceRow): Promise<void> {
  const { description, source, acquiredBy, acquiredWhere, arrivalHash } = row;
  const words = [toShownName(row.name), description, source, acquiredBy, acquiredWhere, arrivalHash ?? ''];
  await putCaseText(tx, { caseId: row.caseId, agency: row.agency, source: row.id }, 'file', words.join('\n'));
}

/** Says what a file is and how it was acquired. Throws `conflict` where somebody else did meanwhile. */
export function describeEvidence(
  { casework }: EvidenceService,
  { caller, id, item }: EvidenceCall,
  { version, acquiredAt, ...words }: Body<'describeCaseEvidence'>,
): Promise<CaseEvidence> {
  const details = ({ number }: CaseEvidence) => ({ item, number });
  return actOnCase(casework, caller, { id, right: 'write', action: 'evidence.describe', details }, async (tx) => {
    checkVersion((await getEvidence(tx, id, item)).version, version);
    await updateEvidenceWords(tx, item, {
      ...words,
      acquiredAt: acquiredAt === null ? null : new Date(acquiredAt * 1_000),
    });
    const row = await getEvidence(tx, id, item);
    await putWords(tx, row);
    await touchCase(tx, id, casework.now());
    return toEvidence(row, ownAccount(caller).id);
  });
}

/** Takes a file out of what the case rests on; its bytes stay. Of an upload that has not ended what has come is removed. */
export async function withdrawFile(
  { casework, arrivals }: EvidenceService,
  { caller, id, item }: EvidenceCall,
  why: string,
): Promise<CaseEvidence> {
  const by = ownAccount(caller).id;
  const details = ({ number }: CaseEvidence) => ({ item, number });
  return arrivals.hold(item, async () => {
    const withdrawn = await actOnCase(
      casework,
      caller,
      { id, right: 'write', action: 'evidence.withdraw', details },
      async (tx) => {
        const { number } = await getEvidence(tx, id, item);
        const at = casework.now();
        if (!(await withdrawEvidence(tx, item, { by, why, at }))) {
          throw new AppError('conflict', `${toExhibitNumber(number)} was withdrawn before.`);
        }
        await touchCase(tx, id, at);
        return toEvidence(await getEvidence(tx, id, item), by);
      },
    );
    if (withdrawn.arrivalHash === null && withdrawn.check === null) {
      arrivals.forget(item);
      await removeArriving(casework.filesDir, { caseId: id, upload: item, address: null });
    }
    return withdrawn;
  });
}

/** The ledger of a file. Opening it is kept in the audit log and not in the ledger. */
export function readCustody({ casework }: EvidenceService, { caller, id, item }: EvidenceCall): Promise<CaseCustody> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return readLedger(tx, await getEvidence(tx, id, item), ownAccount(caller).id);
  });
}

function checkDone(doneAt: number, now: Date): Date {
  const done = new Date(doneAt * 1_000);
  if (done.getTime() <= now.getTime() + 60_000) return done;
  throw new AppError('invalid', 'An act is entered when it has been done: its time lies in the future.', {
    context: { field: 'doneAt' },
  });
}

/** Enters an act outside the program. */
export function enterCustody(
  { casework, software }: EvidenceService,
  { caller, id, item }: EvidenceCall,
  { doneAt, result, ...given }: Body<'addCaseCustody'>,
): Promise<CaseCustody> {
  const at = casework.now();
  const details = ({ item: { number } }: CaseCustody) => ({ item, number, act: given.act });
  return actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'evidence.custody', isAfterRecord: true, details },
    async (tx, { role }) => {
      const row = await getStored(tx, id, item);
      const done = checkDone(doneAt, at);
      const authority = await allowCustody(tx, row, { ...given, at, doneAt: done });
      const words = { authority, at, software, inputHash: row.arrivalHash, doneAt: done };
      await appendCustody(tx, row, {
        ...given,
        ...words,
        actor: toActor(caller, role),
        result: result || 'As entered',
      });
      await touchCase(tx, id, at);
      return readLedger(tx, await getEvidence(tx, id, item), ownAccount(caller).id);
    },
  );
}

/** What a ledger is as a file: every row as it was hashed, with the roots of days that it leads to. */
export async function toLedgerDocument(tx: Transaction, caseNumber: string, row: EvidenceRow, software: string) {
  const rows = await listCustody(tx, row.id);
  const roots = await listCustodyProofs(tx, row.id);
  return {
    ...{ format: 'trailmark-custody/1', software, case: caseNumber, exhibit: toExhibitNumber(row.number) },
    ...{ name: toShownName(row.name), rawName: row.name.toString('base64'), size: row.size, sha256: row.arrivalHash },
    rows: rows.map((each) => ({ ...toHashedRow(row.id, each), hash: each.hash })),
    salt: row.salt.toString('hex'),
    roots: roots.map(({ path, at, token, ...root }) => ({
      ...{ ...root, at: at.getTime(), path: path.toString('hex') },
      timeStamp: token?.toString('base64') ?? null,
    })),
  };
}

/** The ledger as a file: every row as it was hashed, so that anybody can count the chain again. */
export function exportLedger({ casework, software }: EvidenceService, { caller, id, item }: EvidenceCall) {
  return readCases(casework, caller, async (tx) => {
    const opened = await openCase(tx, id, 'export');
    const row = await getEvidence(tx, id, item);
    const document = await toLedgerDocument(tx, opened.number, row, software);
    const name = `${opened.number}-${toExhibitNumber(row.number)}-custody.json`;
    return { name, text: `${toCanonicalJson(document)}\n` };
  });
}
