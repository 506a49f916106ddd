import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Contract } from '@trailmark/api/contract';
import type { CaseRecordRow } from '@trailmark/api/contract/case-record';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import { findAgencyName } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { type CaseDetailRow, updateCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import { countEvidence, type EvidenceRow } from '@trailmark/store/cases/agency-cases/evidence-rows';
import {
  countWaitingTexts,
  findRecord,
  findRecordContent,
  insertRecord,
  listRecords,
  nextRecordNumber,
  type RecordRow,
  reopenRecord,
} from '@trailmark/store/cases/agency-cases/record-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import type { FileStream } from '../../http/file-stream.ts';
import { openBytes, openCaseKey, sealBytes } from '../case-key.ts';
import { actOnCase, checkVersion, openCase, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';
import { createSalts } from '../package/package-leaves.ts';
import { toFileStream, toTarEntries } from '../package/package-stream.ts';
import { signPackage } from '../package/sign-package.ts';
import { readRecordLeaves } from './record-leaves.ts';

const SHOWN = 100;
/** Largest record, uncompressed: what `verify-case` reads. */
const MAX_RECORD = 256 * 2 ** 20;

const toNumber = (number: number): string => `F-${number}`;

export function toRecord(row: RecordRow): CaseRecordRow {
  const { id, why, root, size, leaves, files, madeBy, reopenedAt, reopenedBy, reopenedWhy } = row;
  return {
    ...{ id, why, root, size, leaves, madeBy, number: toNumber(row.number), madeAt: toSeconds(row.madeAt) },
    files: files.map(({ id: _, ...file }) => file),
    reopened: reopenedAt && { at: toSeconds(reopenedAt), by: reopenedBy ?? 'Former account', why: reopenedWhy ?? '' },
  };
}

const aboutRecord = (caseId: string, id: string) => `record ${caseId} ${id}`;

async function getRecord(tx: Transaction, id: string, record: string): Promise<RecordRow> {
  const row = await findRecord(tx, id, record);
  if (!row) throw new AppError('not-found', 'There is no such record of this case.');
  return row;
}

/** Nothing may be on its way: a record is of what is there. Throws `conflict` with what is not settled. */
async function checkSettled(tx: Transaction, id: string, account: string): Promise<void> {
  const { arriving } = await countEvidence(tx, id, account);
  if (arriving > 0) {
    throw new AppError('conflict', `Uploads of evidence are not finished (${arriving}). Finish or give them up first.`);
  }
  const waiting = await countWaitingTexts(tx, id);
  if (waiting > 0) {
    throw new AppError('conflict', `Texts of notes wait for a decision (${waiting}). Settle them in the notes first.`);
  }
}

const isWhole = ({ state, finding, arrivalHash }: EvidenceRow) =>
  state === 'good' && finding === null && arrivalHash !== null;

const toPackaged = ({ id, number, size, arrivalHash }: EvidenceRow) => ({
  ...{ id, number: toExhibitNumber(number), size, sha256: arrivalHash ?? '' },
});

interface Closing {
  readonly id: string;
  readonly why: string;
  readonly at: Date;
  readonly software: string;
}

/** Signs the case as it is and puts the record in force. */
async function signRecord(
  tx: Transaction,
  casework: CaseworkContext,
  opened: CaseDetailRow,
  { by, ...closing }: Closing & { readonly by: string },
): Promise<RecordRow> {
  const { id, why, at, software } = closing;
  const [record, number] = [randomUUID(), await nextRecordNumber(tx, id)];
  const key = openCaseKey(casework.keys, opened);
  const place = { casework, opened, software, toSalt: createSalts(key, record) };
  const { leaves, evidence, accounts } = await readRecordLeaves(tx, place, { number: toNumber(number), why });
  const agency = await findAgencyName(tx, opened.agency);
  const about = { id: record, agency, number: opened.number, software, madeAt: at.toISOString(), recipient: agency };
  const purpose = `Record ${toNumber(number)} of the closed case: ${why}`;
  const { root, file } = signPackage(casework, { ...about, purpose, handling: '', expires: null }, leaves);
  if (file.length > MAX_RECORD) {
    throw new AppError(
      'invalid',
      'The record of this case is larger than 256 MiB. Withdraw results that it does not rest on.',
    );
  }
  const content = sealBytes(key, aboutRecord(id, record), gzipSync(file));
  const kept = { id: record, caseId: id, agency: opened.agency, number, why, root, content, size: file.length, by, at };
  await insertRecord(tx, {
    ...kept,
    leaves: leaves.length,
    people: accounts,
    files: evidence.filter(isWhole).map(toPackaged),
  });
  return getRecord(tx, id, record);
}

/** Closes a case and signs everything in it; from then on it stays as it was signed. Throws `conflict` for what is not settled. */
export function closeCase(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { version, why }: RouteInput<Contract['closeCase']>['body'],
  software: string,
): Promise<CaseRecordRow> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = ({ number, root, leaves }: CaseRecordRow) => ({ number, root, leaves, why });
  return actOnCase(casework, caller, { id, right: 'manage', action: 'record.sign', details }, async (tx, row) => {
    checkVersion(row.version, version);
    await checkSettled(tx, id, by);
    // The record is of a closed case: it closes first, and keeps the day on which it was closed before.
    if (row.status !== 'closed') await updateCase(tx, id, { status: 'closed' }, at);
    await refreshNextDue(tx, id);
    const opened = await openCase(tx, id, 'manage');
    return toRecord(await signRecord(tx, casework, opened, { id, why, at, software, by }));
  });
}

/** Reopens a case whose record is in force. The record stays, and says when and why. Throws `conflict` where none is. */
export function reopenCase(
  casework: CaseworkContext,
  caller: Caller,
  { id, why }: { readonly id: string; readonly why: string },
): Promise<CaseRecordRow> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = ({ number, root }: CaseRecordRow) => ({ number, root, why });
  const act = { id, right: 'manage', action: 'record.reopen', isAfterRecord: true, details } as const;
  return actOnCase(casework, caller, act, async (tx, { record }) => {
    if (record === null || !(await reopenRecord(tx, id, { number: record, by, why, at }))) {
      throw new AppError('conflict', 'No record of this case is in force: it can be changed as it is.');
    }
    await updateCase(tx, id, { status: 'active' }, at);
    await refreshNextDue(tx, id);
    const row = (await listRecords(tx, id, SHOWN)).find(({ number }) => number === record);
    if (!row) throw new AppError('internal', 'The record of the case was not kept.');
    return toRecord(row);
  });
}

/** Signed records of the case, the last first. */
export function readRecords(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<RouteOutput<Contract['listCaseRecords']>> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return { items: (await listRecords(tx, id, SHOWN)).map(toRecord) };
  });
}

/** A record with its file as it was signed. */
export async function readSigned(
  tx: Transaction,
  casework: CaseworkContext,
  opened: CaseDetailRow,
  record: string,
): Promise<{ readonly row: RecordRow; readonly signed: Buffer }> {
  const row = await getRecord(tx, opened.id, record);
  const content = await findRecordContent(tx, record);
  if (!content) throw new AppError('internal', 'The content of a record was not kept.');
  const packed = openBytes(openCaseKey(casework.keys, opened), aboutRecord(opened.id, record), content);
  return { row, signed: gunzipSync(packed, { maxOutputLength: MAX_RECORD }) };
}

/** A record as it was signed. With files of evidence it is an archive whose first file is the signed one. */
export async function downloadRecord(
  casework: CaseworkContext,
  caller: Caller,
  { id, record }: { readonly id: string; readonly record: string },
): Promise<FileStream> {
  const { number, signed, entries } = await readCases(casework, caller, async (tx) => {
    const opened = await openCase(tx, id, 'export');
    const found = await readSigned(tx, casework, opened, record);
    const files = await toTarEntries(tx, { casework, opened }, found.row.files);
    return { number: `${opened.number}-${toNumber(found.row.number)}`, signed: found.signed, entries: files };
  });
  return toFileStream(`case-${number}.record`, signed, entries);
}
