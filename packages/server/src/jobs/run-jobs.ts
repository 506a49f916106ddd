import { AppError } from '@trailmark/core/errors';
import { HEARTBEAT_MS, type Ticket } from '@trailmark/store/cases/jobs/job-queue';
import { listJobsToStop, settleLostJobs } from '@trailmark/store/cases/jobs/job-run-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { type ClaimedJob, claimJob } from './claim-job.ts';
import { type AnyJob, listPersonJobs, listScheduled, type PersonJob, type ScheduledJob } from './define-job.ts';
import { runSchedule } from './run-schedule.ts';
import { type JobOutcome, settleJob } from './settle-job.ts';
import { jobForbidden, workOnJob } from './work-on-job.ts';

export interface RunningJobs {
  /** Ends what runs and starts nothing more. Jobs of people go back in line and continue at the next start. */
  close(): Promise<void>;
}

export interface JobOptions {
  /** Gets each failure of a schedule, of a job that is the software's fault, and of the queue. */
  readonly log: (job: string, error: unknown) => void;
  /** How many jobs of people run at once in this server. */
  readonly slots?: number;
}

const SLOTS = 3;
/** How long to wait at least between two looks at what is due. */
const PAUSE_MS = 1_000;
/** How often the queue looks for workers that are gone. */
const SUPERVISE_MS = 5_000;
const SYSTEM = { kind: 'system' } as const;

interface Run extends ClaimedJob {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

class JobRunner implements RunningJobs {
  readonly #casework: CaseworkContext;
  readonly #scheduled: readonly ScheduledJob[];
  readonly #personJobs: readonly PersonJob[];
  readonly #options: JobOptions;
  readonly #stopping = new AbortController();
  readonly #runs = new Map<string, Run>();
  readonly #cancelled = new Set<string>();
  /** Jobs whose person may no longer run them. */
  readonly #barred = new Set<string>();
  #schedule: { readonly ticket: Ticket; readonly ended: Promise<void> } | undefined;
  #supervisedAt = Number.NEGATIVE_INFINITY;
  #touchedAt = Number.NEGATIVE_INFINITY;
  #wake: () => void = () => undefined;
  readonly #ended: Promise<void>;

  constructor(casework: CaseworkContext, jobs: readonly AnyJob[], options: JobOptions) {
    this.#casework = casework;
    this.#scheduled = listScheduled(jobs);
    this.#personJobs = listPersonJobs(jobs);
    this.#options = options;
    this.#ended = this.#loop();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const { controller } of this.#runs.values()) controller.abort();
    this.#wake();
    await this.#ended;
    await Promise.all([this.#schedule?.ended, ...[...this.#runs.values()].map(({ ended }) => ended)]);
  }

  async #loop(): Promise<void> {
    let isFirst = true;
    while (!this.#stopping.signal.aborted) {
      try {
        if (isFirst) await this.#openSchedules(true);
        isFirst = false;
        await this.#look();
      } catch (error) {
        if (!this.#stopping.signal.aborted) this.#options.log('queue', error);
      }
      if (!this.#stopping.signal.aborted) await this.#pause();
    }
  }

  /** Waits a little, or until a run has ended. */
  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PAUSE_MS);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  /** At its start a server does everything once, as after a time when it was off. */
  async #openSchedules(now: boolean): Promise<void> {
    for (const { id } of this.#scheduled) await this.#casework.store.queue.schedule(id, now);
  }

  async #look(): Promise<void> {
    // Before the queue looks for workers that are gone: this one is not, however busy it was.
    await this.#keepTickets();
    await this.#supervise();
    await this.#stopUnwanted();
    if (!this.#schedule) await this.#startSchedule();
    const slots = this.#options.slots ?? SLOTS;
    while (this.#personJobs.length > 0 && this.#runs.size < slots && !this.#stopping.signal.aborted) {
      const claimed = await claimJob(this.#casework, this.#personJobs);
      if (!claimed) return;
      this.#start(claimed);
    }
  }

  async #keepTickets(): Promise<void> {
    if (performance.now() - this.#touchedAt < HEARTBEAT_MS) return;
    this.#touchedAt = performance.now();
    const { queue } = this.#casework.store;
    if (this.#schedule) await queue.touchSchedule(this.#schedule.ticket);
    const asked = [...this.#runs.values()];
    const kept = new Set(await queue.touch(asked.map(({ ticket }) => ticket)));
    for (const { ticket, controller } of asked) if (!kept.has(ticket.id)) controller.abort();
  }

  async #supervise(): Promise<void> {
    if (performance.now() - this.#supervisedAt < SUPERVISE_MS) return;
    this.#supervisedAt = performance.now();
    await this.#casework.store.queue.supervise();
    await this.#casework.store.transact(SYSTEM, (tx) => settleLostJobs(tx, this.#casework.now()));
    await this.#openSchedules(false);
  }

  async #stopUnwanted(): Promise<void> {
    if (this.#runs.size === 0) return;
    const ids = [...this.#runs.keys()];
    for (const { id, isCancelled } of await this.#casework.store.transact(SYSTEM, (tx) => listJobsToStop(tx, ids))) {
      (isCancelled ? this.#cancelled : this.#barred).add(id);
      this.#runs.get(id)?.controller.abort();
    }
  }

  /** Schedules run one after another. */
  async #startSchedule(): Promise<void> {
    const ticket = await this.#casework.store.queue.claimSchedule();
    if (!ticket) return;
    const job = this.#scheduled.find(({ id }) => id === ticket.schedule);
    // Of another version of the software: a server that knows it makes it again.
    if (!job) return this.#casework.store.queue.dropSchedule(ticket);
    const { signal } = this.#stopping;
    const ended = runSchedule(this.#casework, job, ticket, signal)
      .then(({ error }) => {
        if (error !== undefined && !signal.aborted) this.#options.log(job.id, error);
      })
      .catch((error: unknown) => this.#options.log(job.id, error))
      .finally(() => {
        this.#schedule = undefined;
        this.#wake();
      });
    this.#schedule = { ticket, ended };
  }

  #start(claimed: ClaimedJob): void {
    const { id } = claimed.started;
    const controller = new AbortController();
    if (this.#stopping.signal.aborted) controller.abort();
    const ended = this.#work(claimed, controller.signal)
      .then((outcome) => settleJob(this.#casework, claimed, outcome))
      .then(
        () => undefined,
        // Its ticket is given to another start when nobody is heard of it.
        (error: unknown) => this.#options.log(claimed.job.id, error),
      )
      .finally(() => {
        this.#runs.delete(id);
        this.#cancelled.delete(id);
        this.#barred.delete(id);
        this.#wake();
      });
    this.#runs.set(id, { ...claimed, controller, ended });
  }

  async #work({ job, started }: ClaimedJob, signal: AbortSignal): Promise<JobOutcome> {
    // Claimed while the server was stopping.
    if (signal.aborted) return { kind: 'released' };
    try {
      return { kind: 'finished', result: await workOnJob(this.#casework, job, started, signal) };
    } catch (error) {
      if (this.#cancelled.has(started.id)) return { kind: 'cancelled' };
      if (this.#barred.has(started.id)) return { kind: 'failed', error: jobForbidden() };
      if (this.#stopping.signal.aborted) return { kind: 'released' };
      if (signal.aborted) return { kind: 'lost' };
      if (!(error instanceof AppError) || error.kind === 'internal') this.#options.log(job.id, error);
      return { kind: 'failed', error };
    }
  }
}

/** Runs schedules and jobs of people from now until it is closed. What fails is written to the log; see `JobRetry`. */
export function runJobs(casework: CaseworkContext, jobs: readonly AnyJob[], options: JobOptions): RunningJobs {
  return new JobRunner(casework, jobs, options);
}
