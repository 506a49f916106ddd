import { setTimeout as wait } from 'node:timers/promises';
import type { JobView } from '@trailmark/api/contract/job';
import { findJobRow } from '@trailmark/store/cases/jobs/job-rows';
import type { Caller } from '../../casework/caller.ts';
import type { TestCaseworkContext } from '../../testing/accounts.ts';
import type { AnyJob } from '../define-job.ts';
import { getJobView } from '../read-jobs.ts';
import { type RunningJobs, runJobs } from '../run-jobs.ts';

/** Waits until something is true, for as long as a busy machine may take. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

/** Runs jobs while work is done, and ends them after it. What goes wrong is collected. */
export async function whileRunning<T>(
  casework: TestCaseworkContext,
  jobs: readonly AnyJob[],
  work: (running: RunningJobs) => Promise<T>,
  options: { readonly slots?: number; readonly failures?: string[] } = {},
): Promise<T> {
  const { slots = 3, failures = [] } = options;
  const log = (job: string, error: unknown) => failures.push(`${job}: ${(error as Error).message}`);
  const running = runJobs(casework, jobs, { slots, log });
  try {
    return await work(running);
  } finally {
    await running.close();
  }
}

/** The job as its reader gets it, once its row is as wanted. */
export async function jobOnce(
  casework: TestCaseworkContext,
  caller: Caller,
  id: string,
  isSo: (row: NonNullable<Awaited<ReturnType<typeof findJobRow>>>) => boolean,
): Promise<JobView> {
  await until(async () => {
    const row = await casework.store.transact({ kind: 'system' }, (tx) => findJobRow(tx, { id }));
    return row !== undefined && isSo(row);
  });
  return getJobView(casework, caller, id);
}

/** Sets the clock of the queue to be ahead of the real one by so much; zero gives it back. */
export async function moveQueueClock(casework: TestCaseworkContext, seconds: number): Promise<void> {
  await casework.store.asOwner(
    `CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
     AS $$ SELECT pg_catalog.now() + interval '${Math.floor(seconds)} seconds' $$ LANGUAGE sql STABLE`,
  );
}
