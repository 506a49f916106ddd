import type { JobResult } from '@trailmark/api/contract/job';
import type { Access } from '@trailmark/core/role';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { z } from 'zod';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** How much of a kind one person and one agency may have. */
export interface JobShare {
  /** Running at once. */
  readonly running: { readonly person: number; readonly agency: number };
  /** Running and waiting together; more are refused. */
  readonly open: { readonly person: number; readonly agency: number };
}

/** How often a failure that may pass (`unavailable`) is tried again, and after how many seconds; each wait is twice the last. */
export interface JobRetry {
  readonly limit: number;
  readonly firstSeconds: number;
  readonly longestSeconds: number;
}

/** One start of a job, as its `run` gets it. */
export interface JobRun<Input, Checkpoint> {
  readonly casework: CaseworkContext;
  /** Who started the job, as they are now. */
  readonly caller: Caller;
  readonly input: Input;
  /** Where an earlier start of it had come; undefined at the first one, and where its shape is no longer understood. */
  readonly checkpoint: Checkpoint | undefined;
  /** Aborts when it is cancelled, when the server stops, or when another server has taken over. Leave off soon after. */
  readonly signal: AbortSignal;
  /** Says how far it is. Written at most twice a second. */
  report(done: number, total: number | null): void;
  /**
   * Keeps where the next start continues. What `work` writes is kept in the same transaction: it is done once, however often
   * the job is started. Throws `conflict` where another start has taken over.
   */
  save(checkpoint: Checkpoint, work?: (tx: Transaction) => Promise<void>): Promise<void>;
}

/** Work that a person starts and does not wait for. */
export interface PersonJob<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Checkpoint extends z.core.$ZodType = z.core.$ZodType,
> {
  /** Names its kind in the ledger, the queue and the log; kebab-case. */
  readonly id: string;
  /** Who may start it; looked at again when it starts. */
  readonly access: Access;
  readonly input: Input;
  /** Shape of its checkpoint. */
  readonly resume: Checkpoint;
  readonly share: JobShare;
  readonly retry: JobRetry;
  /** What it is about, at most 200 characters. */
  title(input: z.output<Input>): string;
  /** How far it is, in words. */
  progress(done: number, total: number | null): string;
  /** Does the work and refers to the result. */
  run(job: JobRun<z.output<Input>, z.output<Checkpoint>>): Promise<JobResult>;
}

/** Work that the server does automatically, at intervals, in one server at a time. */
export interface ScheduledJob {
  readonly id: string;
  readonly schedule: { readonly everyMs: number };
  /** Must leave off soon after the signal. Running it twice does no harm. */
  run(casework: CaseworkContext, signal: AbortSignal): Promise<void>;
}

export type AnyJob = PersonJob | ScheduledJob;

export function isScheduled(job: AnyJob): job is ScheduledJob {
  return 'schedule' in job;
}

/** Gives a job its types where it is defined. */
export function defineJob(job: ScheduledJob): ScheduledJob;
export function defineJob<Input extends z.core.$ZodType, Checkpoint extends z.core.$ZodType>(
  job: PersonJob<Input, Checkpoint>,
): PersonJob<Input, Checkpoint>;
export function defineJob(job: AnyJob): AnyJob {
  return job;
}

export function listScheduled(jobs: readonly AnyJob[]): readonly ScheduledJob[] {
  return jobs.filter(isScheduled);
}

export function listPersonJobs(jobs: readonly AnyJob[]): readonly PersonJob[] {
  return jobs.flatMap((job) => (isScheduled(job) ? [] : [job]));
}
