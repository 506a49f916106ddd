import { CUSTODY_ACTS, ENTERED_ACTS, EVIDENCE_STATES } from '@trailmark/core/custody';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, version } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();
const itemParams = caseParams.extend({ item: id });
const uploadParams = caseParams.extend({ upload: id });
const bytes = z.number().int().nonnegative();

const text = (most: number) => z.string().trim().normalize('NFC').max(most);
const why = text(500).min(3);
/** A legal authority as the case's own register names it. */
const authority = text(80).min(1).nullable().default(null);
/** Until the year 9999, which is what a calendar here can hold. */
const moment = z.number().int().min(0).max(253_402_300_799);

const evidence = z.object({
  id,
  /** `EV-02`. */
  number: z.string(),
  /** As it may be shown: control characters, signs of direction and slashes as codes, at most 255 bytes. */
  name: z.string(),
  /** Base64 of the name as it was sent. */
  rawName: z.string(),
  size: bytes,
  state: z.enum(EVIDENCE_STATES),
  /** Bytes that are stored of an upload. */
  arrived: bytes,
  arrivedAt: unixSeconds,
  /** Detected from the content; null until the upload is complete. */
  kind: z.string().nullable(),
  kindName: z.string().nullable(),
  /** SHA-256: as who sent it counted, as it was stored, as it was last read. Null where not known. */
  clientHash: hash.nullable(),
  arrivalHash: hash.nullable(),
  check: z.object({ at: unixSeconds, hash: hash.nullable(), isSame: z.boolean() }).nullable(),
  /** What is wrong with it, in a sentence. */
  finding: z.string().nullable(),
  description: z.string(),
  source: z.string(),
  acquiredAt: unixSeconds.nullable(),
  acquiredBy: z.string(),
  acquiredWhere: z.string(),
  version,
  addedAt: unixSeconds,
  addedBy: z.string(),
  /** Whether the reader began this upload. */
  isOwn: z.boolean(),
  withdrawn: z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable(),
  /** Rows of its ledger of custody. */
  custodyCount: z.number().int(),
  /** Numbers of other files of the case with the same content. */
  sameAs: z.array(z.string()),
});
export type CaseEvidence = z.output<typeof evidence>;

export const listCaseEvidence = defineRoute({
  method: 'GET',
  path: '/cases/:case/evidence',
  tag,
  summary: 'Files of evidence of a case by number, uploads under way among them',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.object({ items: z.array(evidence), next: z.number().int().nullable() }),
});

/** Reading a long file takes longer than a request: ask again with the same words until it is done. */
const reading = z.object({ isDone: z.literal(false), done: bytes, total: bytes });

export const compareCaseUpload = defineRoute({
  method: 'POST',
  path: '/cases/:case/uploads/:upload/comparison',
  tag,
  summary: 'Whether the beginning of a file is what has arrived of it, before an upload is resumed',
  description:
    'Takes the SHA-256 of as many bytes of the file as have arrived. Another one means that the file was changed.',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: uploadParams,
  deadlineMs: 60_000,
  body: z.object({ length: bytes.max(Number.MAX_SAFE_INTEGER), sha256: hash }),
  output: z.discriminatedUnion('isDone', [reading, z.object({ isDone: z.literal(true), isSame: z.boolean() })]),
});

const readOutcome = z.discriminatedUnion('isDone', [reading, z.object({ isDone: z.literal(true), item: evidence })]);

export const finishCaseUpload = defineRoute({
  method: 'POST',
  path: '/cases/:case/uploads/:upload/finish',
  tag,
  summary: 'End an upload: all of it is read from the disk again and compared with the SHA-256 of who sent it',
  description: 'May be sent again with the same SHA-256, and has to be while `isDone` is false.',
  access: 'allowed',
  audit: 'act',
  params: uploadParams,
  deadlineMs: 60_000,
  body: z.object({ sha256: hash }),
  output: readOutcome,
});
export type EvidenceReading = z.output<typeof readOutcome>;

export const describeCaseEvidence = defineRoute({
  method: 'POST',
  path: '/cases/:case/evidence/:item',
  tag,
  summary: 'Say what a file of evidence is, and how it was acquired',
  access: 'allowed',
  audit: 'act',
  params: itemParams,
  body: z.object({
    version,
    description: text(2_000),
    source: text(300),
    acquiredAt: moment.nullable(),
    acquiredBy: text(200),
    acquiredWhere: text(300),
  }),
  output: evidence,
});

export const withdrawCaseEvidence = defineRoute({
  method: 'POST',
  path: '/cases/:case/evidence/:item/withdrawal',
  tag,
  summary: 'Take a file out of what the case rests on, or give up an upload; what was stored in full stays stored',
  access: 'allowed',
  audit: 'act',
  params: itemParams,
  body: z.object({ why }),
  output: evidence,
});

export const verifyCaseEvidence = defineRoute({
  method: 'POST',
  path: '/cases/:case/evidence/:item/verification',
  tag,
  summary: 'Read a stored file again and compare its SHA-256 with the one it arrived with',
  description: 'Has to be sent again while `isDone` is false. The result is a row in the ledger of custody.',
  access: 'allowed',
  audit: 'act',
  params: itemParams,
  deadlineMs: 60_000,
  body: z.strictObject({}),
  output: readOutcome,
});

export const exportCaseEvidence = defineRoute({
  method: 'POST',
  path: '/cases/:case/evidence/:item/export',
  tag,
  summary: 'Ask for a download of a file, with the reason; it becomes a row in the ledger of custody',
  access: 'allowed',
  audit: 'act',
  params: itemParams,
  body: z.object({ why, authority }),
  output: z.object({
    /** Good for one download by this account within five minutes. */
    ticket: z.string(),
    item: evidence,
  }),
});

export const getCaseEvidenceFile = defineRoute({
  method: 'GET',
  path: '/cases/:case/evidence/:item/file',
  tag,
  summary: 'The bytes of a file that was requested before, as a download',
  access: 'allowed',
  audit: 'export',
  subject: 'case',
  params: itemParams,
  query: z.object({ ticket: z.string().max(100) }),
  mediaTypes: ['application/octet-stream'],
});

const custodyRow = z.object({
  seq: z.number().int(),
  act: z.enum(CUSTODY_ACTS),
  who: z.string(),
  role: z.string(),
  /** Milliseconds since 1970 UTC: when it was written, and for acts that people enter when they say it was done. */
  at: z.number().int(),
  doneAt: z.number().int().nullable(),
  why: z.string(),
  authority: z.string().nullable(),
  machine: z.string(),
  software: z.string(),
  from: z.string(),
  to: z.string(),
  inputHash: hash.nullable(),
  outputHash: hash.nullable(),
  result: z.string(),
  previousHash: hash.nullable(),
  hash,
});

const custody = z.object({
  item: evidence,
  rows: z.array(custodyRow),
  /** The first row that is not as it was written, by number, and what is wrong; null where the chain holds. */
  broken: z.object({ seq: z.number().int(), why: z.string() }).nullable(),
  /** The last root of a day that the ledger leads to; null before the first. */
  root: z.object({ day: z.string(), root: hash, at: unixSeconds, rows: z.number().int() }).nullable(),
});
export type CaseCustody = z.output<typeof custody>;

export const getCaseCustody = defineRoute({
  method: 'GET',
  path: '/cases/:case/evidence/:item/custody',
  tag,
  summary: 'The ledger of custody of a file, and whether its chain of hashes holds',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: itemParams,
  output: custody,
});

export const addCaseCustody = defineRoute({
  method: 'POST',
  path: '/cases/:case/evidence/:item/custody',
  tag,
  summary: 'Enter an act outside the program: a transfer, a copy, a look at the file',
  access: 'allowed',
  audit: 'act',
  params: itemParams,
  body: z.object({
    act: z.enum(ENTERED_ACTS),
    why,
    doneAt: moment,
    from: text(200).default(''),
    to: text(200).default(''),
    machine: text(200).default(''),
    authority,
    /** SHA-256 of a copy, where it was taken. */
    outputHash: hash.nullable().default(null),
    result: text(500).default(''),
  }),
  output: custody,
});

export const exportCaseCustody = defineRoute({
  method: 'GET',
  path: '/cases/:case/evidence/:item/custody/export',
  tag,
  summary: 'The ledger of custody as a file: every row as it was hashed, with the roots it leads to',
  access: 'allowed',
  audit: 'export',
  subject: 'case',
  params: itemParams,
  mediaTypes: ['application/json'],
});

export const caseEvidenceRoutes = {
  addCaseCustody,
  compareCaseUpload,
  describeCaseEvidence,
  exportCaseCustody,
  exportCaseEvidence,
  finishCaseUpload,
  getCaseCustody,
  getCaseEvidenceFile,
  listCaseEvidence,
  verifyCaseEvidence,
  withdrawCaseEvidence,
};
