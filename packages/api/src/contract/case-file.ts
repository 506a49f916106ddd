import { CASE_FORMAT_IDS } from '@trailmark/core/case-format';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseHead, caseParams, day } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();
const why = z.string().trim().min(3).max(500);
/** A case with ten thousand pinned answers. */
const MAX_FILE_BYTES = 256 * 2 ** 20;

export const exportCase = defineRoute({
  method: 'GET',
  path: '/cases/:case/file',
  tag,
  summary:
    'The whole case as a file of a format; JSON can be imported again without loss. Files of evidence are in none',
  access: 'allowed',
  audit: 'export',
  subject: 'case',
  params: caseParams,
  query: z.object({ format: z.enum(CASE_FORMAT_IDS).default('json') }),
  mediaTypes: ['application/json', 'application/zip'],
  deadlineMs: 120_000,
});

const leftOut = z.object({ what: z.string(), count: z.number().int(), why: z.string() });

export const previewCaseImport = defineRoute({
  method: 'POST',
  path: '/case-imports/preview',
  tag,
  summary: 'What a file of a case would become, by the format that its content tells; nothing is written',
  access: 'allowed',
  audit: 'none',
  body: z.object({ content: z.string().min(2).max(MAX_FILE_BYTES) }),
  output: z.object({
    format: z.string(),
    title: z.string(),
    /** Rows by kind. */
    rows: z.record(z.string(), z.number().int()),
    /** People who wrote in the case where the file was made. */
    people: z.array(z.string()),
    /** What the file has and a case has no place for. */
    notUnderstood: z.array(leftOut),
    /** Checks of a signed package, line by line; empty for other formats. */
    checks: z.array(z.object({ state: z.enum(['passed', 'failed', 'stated']), sentence: z.string() })),
    /** Fingerprint of the key of a package that has to be accepted for an import; null for a key that is trusted, and for no package. */
    mustAccept: z.string().nullable(),
    /** Files of evidence that the archive of a package has, as its sender signed them. */
    files: z.array(z.object({ number: z.string(), name: z.string(), size: z.number().int(), sha256: hash })),
    root: hash,
  }),
  maxBodyBytes: MAX_FILE_BYTES,
  deadlineMs: 120_000,
});

export const importCase = defineRoute({
  method: 'POST',
  path: '/case-imports',
  tag,
  summary: 'Open a case from a file that was exported; who imports it owns it',
  access: 'allowed',
  audit: 'act',
  body: z.object({
    content: z.string().min(2).max(MAX_FILE_BYTES),
    /** Fingerprint of the key that the importer accepts for a package whose key is not trusted. */
    acceptedKey: z.string().max(200).nullable().default(null),
  }),
  output: z.object({
    head: caseHead,
    format: z.string(),
    /** Rows by kind: read and kept. */
    rows: z.record(z.string(), z.number().int()),
    /** People of the file whom this agency does not have: what they did is filed under who imports. */
    strangers: z.array(z.string()),
    notUnderstood: z.array(leftOut),
    /** SHA-256 over the canonical JSON of what the case holds: the same for the same content. */
    root: hash,
  }),
  maxBodyBytes: MAX_FILE_BYTES,
  deadlineMs: 120_000,
});

const hold = z.object({
  id,
  reason: z.string(),
  authority: z.string(),
  placedAt: unixSeconds,
  placedBy: z.string(),
  released: z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable(),
});

const retention = z.object({
  retainUntil: day.nullable(),
  holds: z.array(hold),
  purge: z.object({ reason: z.string(), askedAt: unixSeconds, askedBy: z.string(), isOwn: z.boolean() }).nullable(),
});

export const getCaseRetention = defineRoute({
  method: 'GET',
  path: '/cases/:case/retention',
  tag,
  summary: 'How long a case is kept, what holds it longer, and whether a purge was requested',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: retention,
});

export const setCaseRetention = defineRoute({
  method: 'POST',
  path: '/cases/:case/retention',
  tag,
  summary: 'Set until when a case is kept; null for no end',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ retainUntil: day.nullable() }),
  output: retention,
});

export const placeCaseHold = defineRoute({
  method: 'POST',
  path: '/cases/:case/holds',
  tag,
  summary: 'Hold a case: it is not purged while a hold is in force, whatever its retention says',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ reason: why, authority: z.string().trim().max(120).default('') }),
  output: retention,
});

export const releaseCaseHold = defineRoute({
  method: 'POST',
  path: '/cases/:case/holds/:hold/release',
  tag,
  summary: 'Release a hold, with the reason',
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ hold: id }),
  body: z.object({ why }),
  output: retention,
});

export const askCasePurge = defineRoute({
  method: 'POST',
  path: '/cases/:case/purge',
  tag,
  summary: 'Ask for a case to be purged; another person decides',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ reason: why }),
  output: retention,
});

const tombstone = z.object({
  id,
  root: hash,
  /** What the root is made of: the rows, as an exported file names theirs, and the files of evidence; null in older ones. */
  contentRoot: hash.nullable(),
  evidenceRoot: hash.nullable(),
  reason: z.string(),
  askedAt: unixSeconds,
  askedBy: z.string(),
  purgedAt: unixSeconds,
  purgedBy: z.string(),
  /** “10 to 99 items”: never an exact count. */
  size: z.string(),
});

export const decideCasePurge = defineRoute({
  method: 'POST',
  path: '/cases/:case/purge/decision',
  tag,
  summary: 'Purge the case for good, or turn the purge down; by another person than the one who asked',
  access: 'allowed',
  audit: 'act',
  stepUp: true,
  params: caseParams,
  body: z.object({
    isApproved: z.boolean(),
    /** The number of the case, typed, where it is purged. */
    number: z.string().max(40).default(''),
  }),
  output: z.object({ tombstone: tombstone.nullable() }),
});

export const listCaseTombstones = defineRoute({
  method: 'GET',
  path: '/case-tombstones',
  tag,
  summary: 'What stays of cases that were purged, for those who were members',
  access: 'allowed',
  audit: 'view',
  output: z.object({ items: z.array(tombstone) }),
});

export const verifyCaseTombstone = defineRoute({
  method: 'GET',
  path: '/case-tombstones/:tombstone',
  tag,
  summary: 'A tombstone with the proof that its line is in the audit log, checked here and now',
  access: 'allowed',
  audit: 'view',
  params: z.object({ tombstone: id }),
  output: z.object({
    tombstone,
    isProven: z.boolean(),
    sentence: z.string(),
    /** To check it elsewhere: the line as it was hashed, its place, the path to the root, and the signed root. */
    proof: z.object({
      body: z.string(),
      leaf: z.number().int(),
      hash,
      path: z.array(hash),
      checkpoint: z.object({ size: z.number().int(), root: hash, at: z.string(), note: z.string() }),
    }),
  }),
});

export const listCaseEvents = defineRoute({
  method: 'GET',
  path: '/cases/:case/events',
  tag,
  summary: 'What the audit log holds of a case, the last first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    /** Only what changed something, without views and searches. */
    changes: z.enum(['yes']).optional(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        at: unixSeconds,
        who: z.string(),
        action: z.string(),
        what: z.string(),
        outcome: z.string(),
        source: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
});

export const caseFileRoutes = {
  askCasePurge,
  decideCasePurge,
  exportCase,
  getCaseRetention,
  importCase,
  listCaseEvents,
  listCaseTombstones,
  placeCaseHold,
  previewCaseImport,
  releaseCaseHold,
  setCaseRetention,
  verifyCaseTombstone,
};
