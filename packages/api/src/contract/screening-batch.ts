import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, hash } from '../wire.ts';
import { jobView } from './job.ts';
import { ruleSetReference, screeningAnswer } from './screening.ts';
import { screeningOptions, threatLevel } from './screening-wire.ts';
import { instant } from './session.ts';

const tag = 'Address threat analysis';
const MAX_SUBJECTS = 10_000;
const params = z.object({ id: z.uuid() });
const subjectKind = z.enum(['address', 'transaction']);
const name = z.string().trim().min(1).max(120);

/** A screening as lists show it. */
export const screeningRow = z.object({
  id: z.uuid(),
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
  /** Version of the labels. */
  labels: z.string().nullable(),
  hash: hash.nullable(),
  screenedAt: instant.nullable(),
});
export type ScreeningRow = z.output<typeof screeningRow>;

const refusedLine = z.object({ text: z.string().max(300), reason: z.string().max(500) });

const batchHead = z.object({
  id: z.uuid(),
  name: z.string(),
  total: z.number().int(),
  screened: z.number().int(),
  refusedCount: z.number().int(),
  ruleSet: ruleSetReference,
  createdAt: instant,
});

export const listScreenings = defineRoute({
  method: 'GET',
  path: '/screenings',
  tag,
  summary: 'Own screenings of one subject, newest first',
  access: 'allowed',
  audit: 'view',
  query: z.object({ chain: chainId, subject: z.string().min(1).max(200) }),
  output: z.object({ items: z.array(screeningRow) }),
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
  /** What changed, in words: `verdict`, a share, a label, a rule, what it rests on. */
  kind: z.enum(['verdict', 'share', 'label', 'rule', 'behaviour', 'as-of']),
  sentence: z.string(),
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
    level: z.enum(['unknown', 'low', 'medium', 'high', 'severe', 'waiting', 'failed']).optional(),
    text: z.string().max(200).optional(),
    sort: z.enum(['score', 'number']).default('score'),
    /** Sorted by the share of this category instead. */
    category: z.string().max(60).optional(),
    offset: z.coerce.number().int().min(0).max(MAX_SUBJECTS).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: z.object({ rows: z.array(screeningRow) }),
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
  summary: 'Rename a batch',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({ name }),
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
  removeScreeningBatch,
};
