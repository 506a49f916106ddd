import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams } from './case.ts';
import { why } from './case-text.ts';

const tag = CASES_TAG;
const id = z.uuid();
const recordParams = caseParams.extend({ record: id });

const record = z.object({
  id,
  /** `F-1`: counted within the case. */
  number: z.string(),
  why: z.string(),
  root: hash,
  /** Bytes of the signed file, and how many values its root is over. */
  size: z.number().int(),
  leaves: z.number().int(),
  files: z.array(z.object({ number: z.string(), size: z.number().int(), sha256: hash })),
  madeAt: unixSeconds,
  madeBy: z.string(),
  /** Null while it is in force. */
  reopened: z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable(),
});
export type CaseRecordRow = z.output<typeof record>;

export const closeCase = defineRoute({
  method: 'POST',
  path: '/cases/:case/records',
  tag,
  summary: 'Close a case and sign a record of everything in it; from then on what the record has does not change',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ version: z.number().int(), why }),
  output: record,
  deadlineMs: 120_000,
});

export const listCaseRecords = defineRoute({
  method: 'GET',
  path: '/cases/:case/records',
  tag,
  summary: 'Signed records of the case, the last first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({ items: z.array(record) }),
});

export const checkCaseRecord = defineRoute({
  method: 'GET',
  path: '/cases/:case/records/:record/check',
  tag,
  summary: 'Check the signature and root of a record, and whether the case today is what was signed',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: recordParams,
  output: z.object({
    record,
    isSound: z.boolean(),
    checks: z.array(z.object({ state: z.enum(['passed', 'failed', 'stated']), sentence: z.string() })),
    /** Places of values that are others now, at most 200 of them. */
    changed: z.array(z.string()),
    changedCount: z.number().int(),
  }),
  deadlineMs: 120_000,
});

export const getCaseRecordFile = defineRoute({
  method: 'GET',
  path: '/cases/:case/records/:record/file',
  tag,
  summary: 'A record as it was signed: JSON, or with files of evidence a tar archive',
  access: 'allowed',
  audit: 'export',
  subject: 'case',
  params: recordParams,
  mediaTypes: ['application/json', 'application/x-tar'],
  deadlineMs: 120_000,
});

export const reopenCase = defineRoute({
  method: 'POST',
  path: '/cases/:case/reopening',
  tag,
  summary: 'Reopen a closed case whose record is in force; the record stays, with who reopened the case and why',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ why }),
  output: record,
});

export const caseRecordRoutes = { checkCaseRecord, closeCase, getCaseRecordFile, listCaseRecords, reopenCase };
