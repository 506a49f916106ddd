import { CUSTODY_ACTS } from '@trailmark/core/custody';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { cursor, hash, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams } from './case.ts';

const tag = CASES_TAG;
const id = z.uuid();

const act = z.object({
  /** The exhibit: its id, `EV-02`, and its name as it may be shown. */
  item: id,
  number: z.string(),
  name: z.string(),
  /** Number of the entry in the ledger of the exhibit. */
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
  from: z.string(),
  to: z.string(),
  result: z.string(),
  hash,
});
/** An entry of a ledger of custody, with the exhibit it is about. */
export type CaseCustodyAct = z.output<typeof act>;

export const listCaseCustody = defineRoute({
  method: 'GET',
  path: '/cases/:case/custody',
  tag,
  summary: 'Acts of custody over all files of a case, the last first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  query: z.object({
    item: id.optional(),
    act: z.enum(CUSTODY_ACTS).optional(),
    /** A name as the ledgers have it. */
    who: z.string().max(200).optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.object({
    items: z.array(act),
    /** How many fit. */
    total: z.number().int(),
    /** Names that occur in the ledgers of the case, at most 200. */
    people: z.array(z.string()),
    /** The last root of a day that ledgers of this case lead to; null before the first. */
    root: z
      .object({
        ...{ day: z.string(), root: hash, at: unixSeconds },
        /** What a time stamp authority (RFC 3161) confirmed of the root; null without a stamp. */
        stamp: z
          .object({
            authority: z.string(),
            at: unixSeconds,
            /** What is wrong with the stamp as it is stored now; null where it verifies. */
            fault: z.string().nullable(),
          })
          .nullable(),
      })
      .nullable(),
    /** Whether the daily roots are sent to a time stamp authority. */
    isStamping: z.boolean(),
    next: cursor.nullable(),
  }),
});

const ledger = z.object({
  item: id,
  number: z.string(),
  name: z.string(),
  /** Entries of its ledger. */
  entries: z.number().int(),
  /** The first entry that is not as it was written, and what is wrong; null where the chain holds. */
  broken: z.object({ seq: z.number().int(), why: z.string() }).nullable(),
  /** The last day whose root it leads to. */
  rootDay: z.string().nullable(),
  /** Whether its bytes are here and can be read again. */
  isStored: z.boolean(),
});
export type CaseLedgerCheck = z.output<typeof ledger>;

export const checkCaseCustody = defineRoute({
  method: 'GET',
  path: '/cases/:case/custody/check',
  tag,
  summary: 'Calculate the chains of hashes of all ledgers of custody of a case again, a page of files at a time',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  deadlineMs: 60_000,
  query: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).default(0) }),
  output: z.object({ items: z.array(ledger), next: z.number().int().nullable() }),
});

export const exportCaseLedgers = defineRoute({
  method: 'GET',
  path: '/cases/:case/custody/export',
  tag,
  summary: 'All ledgers of custody of a case as one file: every entry as it was hashed, with the roots they lead to',
  access: 'allowed',
  audit: 'export',
  subject: 'case',
  params: caseParams,
  deadlineMs: 120_000,
  mediaTypes: ['application/json'],
});

const report = z.object({
  id: z.string(),
  /** `pinned`: a result of the case; `export`: a file of the case that was requested. */
  kind: z.enum(['pinned', 'export']),
  /** Number of the pinned result, such as `A-7`; null for a file that is not kept. */
  number: z.string().nullable(),
  title: z.string(),
  who: z.string(),
  at: unixSeconds,
  /** SHA-256 of what is pinned; null for a file that is not kept. */
  hash: hash.nullable(),
  /** Where in the case it is. */
  tab: z.string().nullable(),
});
export type CaseReport = z.output<typeof report>;

export const listCaseReports = defineRoute({
  method: 'GET',
  path: '/cases/:case/reports',
  tag,
  summary: 'Documents pinned in a case, and files of it that were asked for: by whom, and when',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  /** The last 500 of each kind. */
  output: z.object({ items: z.array(report), isCut: z.boolean() }),
});

export const caseCustodyRoutes = { checkCaseCustody, exportCaseLedgers, listCaseCustody, listCaseReports };
