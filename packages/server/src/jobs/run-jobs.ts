import { setTimeout as wait } from 'node:timers/promises';
import { keepAwake, takeJobLock } from '@trailmark/store/cases/job-lock';
import type { Office } from '../office/office.ts';

/** Work that the server does by itself, again and again. */
export interface Job {
  /** Names its lock and its failures. */
  readonly id: string;
  readonly everyMs: number;
  /** Must leave off soon after the signal. Running it twice does no harm. */
  run(office: Office, signal: AbortSignal): Promise<void>;
}

export interface RunningJobs {
  /** Ends the run at hand and starts no other. */
  close(): Promise<void>;
}

const KEEP_AWAKE_MS = 5_000;
/** How long to wait at least between two looks at what is due. */
const PAUSE_MS = 1_000;

/** Gives a job its type where it is defined. */
export function defineJob(job: Job): Job {
  return job;
}

/** Runs a job under its lock. False where another server runs it just now. */
export async function runJob(office: Office, job: Job, signal: AbortSignal): Promise<boolean> {
  return office.store.transact({ kind: 'system' }, async (tx) => {
    if (!(await takeJobLock(tx, job.id))) return false;
    let awake = Promise.resolve();
    const timer = setInterval(() => {
      // Where the connection is gone, the commit says so.
      awake = keepAwake(tx).catch(() => undefined);
    }, KEEP_AWAKE_MS);
    try {
      await job.run(office, signal);
    } finally {
      clearInterval(timer);
      await awake;
    }
    return true;
  });
}

/**
 * Runs the jobs one after another, each as often as it says, from now until it is closed. A job that fails is told to the
 * log and tried again at its next turn.
 */
export function runJobs(office: Office, jobs: readonly Job[], log: (job: string, error: unknown) => void): RunningJobs {
  const controller = new AbortController();
  const { signal } = controller;
  const lastRun = new Map<string, number>();
  const isDue = (job: Job) => performance.now() - (lastRun.get(job.id) ?? Number.NEGATIVE_INFINITY) >= job.everyMs;
  const runOne = async (job: Job): Promise<void> => {
    lastRun.set(job.id, performance.now());
    try {
      await runJob(office, job, signal);
    } catch (error) {
      if (!signal.aborted) log(job.id, error);
    }
  };
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      for (const job of jobs) {
        if (!signal.aborted && isDue(job)) await runOne(job);
      }
      await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    close: async () => {
      controller.abort();
      await running;
    },
  };
}
