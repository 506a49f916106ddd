import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { cursor } from '../wire.ts';
import { instant } from './session.ts';

const tag = 'Jobs';

/** `waiting` has a place in line, or a time when it is tried again; the last three are ends. */
export const JOB_STATUSES = ['waiting', 'running', 'finished', 'failed', 'cancelled'] as const;

/** What came of a job, by reference: a sentence, and the things it is about. */
export const jobResult = z.object({
  sentence: z.string(),
  items: z.array(
    z.object({
      kind: z.enum(['address', 'screening-batch']),
      /** As the audit log names it: `eth:0xd8dA…`. */
      id: z.string(),
      note: z.string(),
    }),
  ),
});
export type JobResult = z.output<typeof jobResult>;

/** One job of a person. */
export const jobView = z.object({
  id: z.uuid(),
  /** Which kind of job: `fetch-addresses`. */
  kind: z.string(),
  title: z.string(),
  status: z.enum(JOB_STATUSES),
  /** Place in line, from 1; null where it does not wait for a place. */
  position: z.number().int().nullable(),
  /** How often it was started. */
  attempt: z.number().int(),
  done: z.number().int().nullable(),
  total: z.number().int().nullable(),
  /** How far it is, in words; empty before its first report. */
  sentence: z.string(),
  /** Why it failed, or why it is tried again. */
  failure: z.string().nullable(),
  result: jobResult.nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** When it is tried again after a failure that may pass. */
  nextAt: instant.nullable(),
  /** Somebody has cancelled it, and it has not stopped yet. */
  isStopping: z.boolean(),
  isOwn: z.boolean(),
  /** Email of who started it; null where this account may not see it. */
  person: z.string().nullable(),
});
export type JobView = z.output<typeof jobView>;

const params = z.object({ id: z.uuid() });
const body = z.strictObject({});
const one = z.object({ job: jobView });

export const listJobs = defineRoute({
  method: 'GET',
  path: '/jobs',
  tag,
  summary: 'Own jobs, newest first; with `all`, those an administrator looks after',
  description:
    'Finished, failed and cancelled jobs stay listed for 90 days. `all` is refused to people who are no administrators.',
  access: 'allowed',
  audit: 'view',
  query: z.object({
    scope: z.enum(['own', 'all']).default('own'),
    state: z.enum(['any', 'open']).default('any'),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.object({ items: z.array(jobView), next: cursor.nullable() }),
});

export const streamJobs = defineRoute({
  method: 'GET',
  path: '/jobs/stream',
  tag,
  summary: 'Changes of jobs as they happen, as server-sent events',
  description:
    'The event `job` carries one job as `listJobs` has it. A comment every 15 seconds keeps the connection open; after 5 minutes the server ends it, and the client connects again.',
  access: 'allowed',
  audit: 'view',
  query: z.object({ scope: z.enum(['own', 'all']).default('own') }),
  mediaTypes: ['text/event-stream'],
});

export const countOpenJobs = defineRoute({
  method: 'GET',
  path: '/jobs/open',
  tag,
  summary: 'How many own jobs run and wait',
  access: 'allowed',
  audit: 'none',
  output: z.object({ running: z.number().int(), waiting: z.number().int() }),
});

export const listJobSchedules = defineRoute({
  method: 'GET',
  path: '/jobs/schedules',
  tag,
  summary: 'What the server does at intervals, and how it last went',
  access: 'platform',
  audit: 'view',
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        /** Seconds between the end of one run and the next. */
        everySeconds: z.number(),
        startedAt: instant.nullable(),
        endedAt: instant.nullable(),
        /** Of the last run; null where it went well. */
        failure: z.string().nullable(),
        runCount: z.number().int(),
        failureCount: z.number().int(),
      }),
    ),
  }),
});

export const getJob = defineRoute({
  method: 'GET',
  path: '/jobs/:id',
  tag,
  summary: 'One job',
  access: 'allowed',
  audit: 'view',
  params,
  output: one,
});

export const cancelJob = defineRoute({
  method: 'POST',
  path: '/jobs/:id/cancel',
  tag,
  summary: 'Cancel a job that waits, or stop one that runs',
  access: 'allowed',
  audit: 'act',
  params,
  body,
  output: one,
});

export const retryJob = defineRoute({
  method: 'POST',
  path: '/jobs/:id/retry',
  tag,
  summary: 'Start a failed or cancelled job again, from where it was',
  access: 'allowed',
  audit: 'act',
  params,
  body,
  output: one,
});

export const jobRoutes = { listJobs, streamJobs, countOpenJobs, listJobSchedules, getJob, cancelJob, retryJob };
