import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { AppError } from '@trailmark/core/errors';
import type { ReportDocument } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  findReport,
  findReportFile,
  insertReportFile,
  type ReportRow,
  removeReportFile,
} from '@trailmark/store/cases/agency-cases/report-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { openBytes, openCaseKey, sealBytes } from '../cases/case-key.ts';
import { actOnCase, openCase, readCases } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { addSignature, BUNDLE_KEY } from './build-version.ts';

const MOST_FILE = 512 * 2 ** 20;
/** What is kept of a version to show it and to compare it. */
export const CONTENT = 'content.json';
const compress = promisify(gzip);

export interface ReportPlace {
  readonly case: string;
  readonly report: string;
}

const aboutFile = (report: string, number: number, name: string): string => `report ${report} ${number} ${name}`;

/** Throws `not-found` for a report that is not in this case. */
export async function getReportRow(tx: Transaction, { case: caseId, report }: ReportPlace): Promise<ReportRow> {
  const row = await findReport(tx, caseId, report);
  if (!row) throw new AppError('not-found', 'There is no such report in this case.');
  return row;
}

export async function storeFiles(
  tx: Transaction,
  key: Buffer,
  at: { readonly report: string; readonly number: number; readonly caseId: string; readonly agency: string },
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [name, bytes] of files) {
    const content = sealBytes(key, aboutFile(at.report, at.number, name), await compress(bytes));
    await insertReportFile(tx, {
      ...at,
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      content,
    });
  }
}

export async function openFile(
  casework: CaseworkContext,
  tx: Transaction,
  row: CaseDetailRow,
  place: ReportPlace & { readonly number: number },
  name: string,
): Promise<Buffer> {
  await getReportRow(tx, place);
  const found = await findReportFile(tx, { report: place.report, number: place.number, name });
  if (!found) throw new AppError('not-found', 'This version has no such file.');
  const packed = openBytes(openCaseKey(casework.keys, row), aboutFile(place.report, place.number, name), found.content);
  return gunzipSync(packed, { maxOutputLength: MOST_FILE });
}

export interface VersionContent {
  readonly document: ReportDocument;
  readonly claims: readonly Claim[];
}

export function readContent(
  casework: CaseworkContext,
  caller: Caller,
  place: ReportPlace & { readonly number: number },
): Promise<VersionContent> {
  return readCases(casework, caller, async (tx) => {
    const row = await openCase(tx, place.case, 'read');
    return JSON.parse((await openFile(casework, tx, row, place, CONTENT)).toString('utf8')) as VersionContent;
  });
}

/** Adds the signature of the reviewer to the bundle of a version. */
export async function addReviewer(
  casework: CaseworkContext,
  tx: Transaction,
  row: CaseDetailRow,
  place: ReportPlace & { readonly number: number },
  { name, at }: { readonly name: string; readonly at: string },
): Promise<void> {
  const bundle = await openFile(casework, tx, row, place, 'bundle.evb');
  const signed = addSignature(bundle, casework.keys.signingKey(BUNDLE_KEY), { role: 'reviewer', name, at });
  await replaceReportFile(tx, casework, row, place, 'bundle.evb', signed);
}

/** Puts other bytes in the place of a file of a version. */
export async function replaceReportFile(
  tx: Transaction,
  casework: CaseworkContext,
  row: CaseDetailRow,
  place: ReportPlace & { readonly number: number },
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await removeReportFile(tx, { report: place.report, number: place.number, name });
  await storeFiles(
    tx,
    openCaseKey(casework.keys, row),
    { report: place.report, number: place.number, caseId: place.case, agency: row.agency },
    new Map([[name, bytes]]),
  );
}

/** The bytes of a file of a version, for those who may take something out of the case. */
export function exportReportFile(
  casework: CaseworkContext,
  caller: Caller,
  place: ReportPlace & { readonly number: number },
  name: string,
): Promise<Buffer> {
  const details = () => ({ report: place.report, number: place.number, file: name });
  return actOnCase(
    casework,
    caller,
    { id: place.case, right: 'export', action: 'report.export', isAfterRecord: true, details },
    (tx, row) => openFile(casework, tx, row, place, name),
  );
}
