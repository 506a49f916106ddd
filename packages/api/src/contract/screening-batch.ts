import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, hash } from '../wire.ts';
import { agencyStatement, appealedClaim } from './agency-statement.ts';
import { jobView } from './job.ts';
import { ruleSetReference, screeningAnswer } from './screening.ts';
import { screeningOptions, threatLevel } from './screening-wire.ts';
import { instant } from './session.ts';

const tag = 'Address threat analysis';
const MAX_SUBJECTS = 10_000;
const params = z.object({ id: z.uuid() });
const subjectKind = z.enum(['address', 'transaction']);
const name = z.string().trim().min(1).max(120);

/** What lists show of an answer. Shares in millionths. */
const screeningSummary = z.object({
  /** Height as of which the ledger was read; null where no whole block is indexed. */
  height: z.number().int().nullable(),
  /** Category that counts most: of the weightiest rule, or where no rule names one, of the largest share. */
  category: z.string().nullable(),
  /** What the rule that counts most rests on; null where none fired. */
  rests: z.enum(['fact', 'claim', 'inference']).nullable(),
  /** First label of the subject, or where it has none, of its cluster. */
  label: z.object({ text: z.string(), category: z.string(), isInherited: z.boolean() }).nullable(),
  /** By category, of the asset and direction where its share is largest. */
  exposure: z.record(
    z.string(),
    z.object({
      way: z.enum(['in', 'out']),
      symbol: z.string(),
      decimals: z.number().int(),
      amount: z.string().regex(/^\d+$/),
      directPpm: z.number().int(),
      indirectPpm: z.number().int(),
    }),
  ),
  /** Largest share of a direction of which nobody knows whose the money is; null where no direction was read. */
  unknownPpm: z.number().int().nullable(),
});

/** A screening as lists show it. */
export const screeningRow = z.object({
  id: z.uuid(),
  /** What its owner called it. */
  name: z.string().nullable(),
  batch: z.uuid().nullable(),
  /** Place in its batch, from 1. */
  number: z.number().int().nullable(),
  chain: z.string(),
  kind: subjectKind,
  subject: z.string(),
  /** Null while it waits; `failed`: it could not be screened, and the reason says why. */
  state: z.enum(['unknown', 'none', 'zero', 'scored', 'failed']).nullable(),
  level: threatLevel.nullable(),
  score: z.number().int().nullable(),
  /** The sentence that counts most. */
  reason: z.string().nullable(),
  /** Largest share of each category over directions and assets, both rings together, in millionths; null while it waits. */
  shares: z.record(z.string(), z.number().int()).nullable(),
  /** Null while it waits, where it failed, and for those screened before summaries were kept. */
  summary: screeningSummary.nullable(),
  /** Version of the labels. */
  labels: z.string().nullable(),
  hash: hash.nullable(),
  screenedAt: instant.nullable(),
  /** What reviewers of the reader's agency state of the address now: no part of the screening. Absent where they state nothing. */
  ofAgency: z.array(agencyStatement).optional(),
  /** Claims of the address that the agency appealed against, those that wait first. Absent where there are none. */
  appealed: z.array(appealedClaim).optional(),
});
export type ScreeningRow = z.output<typeof screeningRow>;

const refusedLine = z.object({ text: z.string().max(300), reason: z.string().max(500) });

const counted = z.object({ name: z.string(), count: z.number().int() });

/** How often a batch is screened again: every day, every 7 days, every 30 days. */
const repeat = z.enum(['daily', 'weekly', 'monthly']);

const batchHead = z.object({
  id: z.uuid(),
  name: z.string(),
  total: z.number().int(),
  screened: z.number().int(),
  refusedCount: z.number().int(),
  ruleSet: ruleSetReference,
  createdAt: instant,
  repeat: repeat.nullable(),
  /** When it is screened again; null where it is not. */
  repeatAt: instant.nullable(),
  /** The batch that this one repeats. */
  previous: z.uuid().nullable(),
});

/** What the rows of a list are filtered by. */
const rowFilter = {
  level: threatLevel.optional(),
  /** `waiting`: not screened yet. */
  state: z.enum(['unknown', 'none', 'zero', 'scored', 'failed', 'waiting']).optional(),
  chain: chainId.optional(),
  /** Only rows with a share of this category. */
  category: z.string().max(60).optional(),
  /** Words of the subject, the name, the reason or the label. */
  text: z.string().trim().max(200).optional(),
};
const rowOrder = z.enum(['ascending', 'descending']);
const limit = z.coerce.number().int().min(1).max(500).default(50);

export const listScreenings = defineRoute({
  method: 'GET',
  path: '/screenings',
  tag,
  summary: 'Own stored screenings, newest first; of one subject where one is named',
  access: 'allowed',
  audit: 'view',
  query: z.object({
    ...rowFilter,
    subject: z.string().min(1).max(200).optional(),
    sort: z.enum(['screened', 'score', 'subject', 'chain']).default('screened'),
    order: rowOrder.default('descending'),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit,
  }),
  output: z.object({
    items: z.array(screeningRow.extend({ batchName: z.string().nullable() })),
    /** Rows that match, on all pages. */
    matching: z.number().int(),
  }),
});

export const nameScreening = defineRoute({
  method: 'POST',
  path: '/screenings/:id/name',
  tag,
  summary: 'Name a stored screening',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({ name: name.nullable() }),
  output: z.object({ row: screeningRow }),
});

export const getScreening = defineRoute({
  method: 'GET',
  path: '/screenings/:id',
  tag,
  summary: 'A stored screening, as it was answered',
  access: 'allowed',
  audit: 'view',
  params,
  output: z.object({ row: screeningRow, answer: screeningAnswer }),
});

/** What is different between two screenings of one subject. */
const difference = z.object({
  kind: z.enum(['verdict', 'share', 'label', 'rule', 'behaviour', 'as-of']),
  /** What changed, in a sentence. */
  sentence: z.string(),
  /** What it is about: a rule, a category with its direction and asset, a label. */
  what: z.string(),
  /** In words; null where there was, or is, none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const compareScreenings = defineRoute({
  method: 'GET',
  path: '/screenings/:id/differences',
  tag,
  summary: 'What is different between two stored screenings of one subject',
  access: 'allowed',
  audit: 'view',
  params,
  query: z.object({ earlier: z.uuid() }),
  output: z.object({ earlier: screeningRow, later: screeningRow, differences: z.array(difference) }),
});

export const createScreeningBatch = defineRoute({
  method: 'POST',
  path: '/screening-batches',
  tag,
  summary: 'Screen up to 10,000 addresses and transactions, as a job',
  description:
    'The rules and labels in force when it starts are kept to its end. The job continues after a restart of the server, and can be cancelled through the jobs API; what was screened stays.',
  access: 'allowed',
  audit: 'act',
  maxBodyBytes: 4 * 2 ** 20,
  body: z.object({
    name,
    subjects: z
      .array(z.object({ chain: chainId, kind: subjectKind, text: z.string().trim().min(1).max(200) }))
      .min(1)
      .max(MAX_SUBJECTS),
    /** Lines of the input that named nothing: kept with the batch, so that nobody has to guess later. */
    refused: z.array(refusedLine).max(1_000).default([]),
    options: screeningOptions.prefault({}),
  }),
  output: z.object({ batch: batchHead, job: jobView }),
});

export const listScreeningBatches = defineRoute({
  method: 'GET',
  path: '/screening-batches',
  tag,
  summary: 'Own batches, newest first',
  access: 'allowed',
  audit: 'view',
  output: z.object({ items: z.array(batchHead) }),
});

export const getScreeningBatch = defineRoute({
  method: 'GET',
  path: '/screening-batches/:id',
  tag,
  summary: 'A batch: how far it is, counts by level, refused lines',
  access: 'allowed',
  audit: 'view',
  params,
  output: z.object({
    batch: batchHead,
    options: screeningOptions,
    /** By level; `waiting` and `failed` among them. */
    counts: z.record(z.string(), z.number().int()),
    /** Rows with a share of each category, and rows of each chain; the most first. */
    categories: z.array(counted),
    chains: z.array(counted),
    refused: z.array(refusedLine),
    /** Null where the job is no longer listed. */
    job: jobView.nullable(),
  }),
});

export const listBatchScreenings = defineRoute({
  method: 'GET',
  path: '/screening-batches/:id/rows',
  tag,
  summary: 'Rows of a batch, sorted and filtered',
  access: 'allowed',
  audit: 'view',
  params,
  query: z.object({
    ...rowFilter,
    sort: z.enum(['score', 'number', 'subject', 'chain', 'category', 'direct', 'indirect']).default('score'),
    /** Category whose share the last three sort by; left out: the one of each row that counts most. */
    by: z.string().max(60).optional(),
    order: rowOrder.default('descending'),
    offset: z.coerce.number().int().min(0).max(MAX_SUBJECTS).default(0),
    limit,
  }),
  output: z.object({
    rows: z.array(screeningRow),
    /** Rows that match, on all pages. */
    matching: z.number().int(),
  }),
});

export const compareScreeningBatches = defineRoute({
  method: 'GET',
  path: '/screening-batches/:id/changes',
  tag,
  summary: 'Subjects whose verdict differs from that in an earlier batch',
  access: 'allowed',
  audit: 'view',
  params,
  query: z.object({ earlier: z.uuid() }),
  output: z.object({
    items: z.array(z.object({ earlier: screeningRow, later: screeningRow })),
    /** Subjects of both, and of this one alone. */
    compared: z.number().int(),
    onlyHere: z.number().int(),
  }),
});

export const changeScreeningBatch = defineRoute({
  method: 'POST',
  path: '/screening-batches/:id',
  tag,
  summary: 'Rename a batch, or have it screened again at intervals',
  description:
    'Each time is a batch of its own with the rules and labels of that day, and the schedule moves to it. Whoever owns it gets an email without a subject where a verdict changed.',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({ name: name.optional(), repeat: repeat.nullable().optional() }),
  output: z.object({ batch: batchHead }),
});

export const removeScreeningBatch = defineRoute({
  method: 'POST',
  path: '/screening-batches/:id/remove',
  tag,
  summary: 'Remove a batch with its screenings',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({}),
  output: z.object({}),
});

export const exportScreeningBatch = defineRoute({
  method: 'GET',
  path: '/screening-batches/:id/export',
  tag,
  summary: 'All rows of a batch as CSV, JSON or XLSX, with one column for each category',
  access: 'allowed',
  audit: 'export',
  params,
  query: z.object({ format: z.enum(['csv', 'json', 'xlsx']).default('csv') }),
  mediaTypes: ['text/csv', 'application/json', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

export const screeningBatchRoutes = {
  changeScreeningBatch,
  compareScreeningBatches,
  compareScreenings,
  createScreeningBatch,
  exportScreeningBatch,
  getScreening,
  getScreeningBatch,
  listBatchScreenings,
  listScreeningBatches,
  listScreenings,
  nameScreening,
  removeScreeningBatch,
};
