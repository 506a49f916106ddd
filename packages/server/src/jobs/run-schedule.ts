import type { Ticket } from '@trailmark/store/cases/jobs/job-queue';
import { noteScheduleRun } from '@trailmark/store/cases/jobs/job-run-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { ScheduledJob } from './define-job.ts';

const MAX_REASON = 300;

/** One line of what went wrong; other servers may say anything. */
export function formatReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, MAX_REASON);
}

/** Runs a schedule that was claimed, keeps how it went and makes its next run due. Returns what went wrong, if anything did. */
export async function runSchedule(
  casework: CaseworkContext,
  job: ScheduledJob,
  ticket: Ticket & { readonly schedule: string },
  signal: AbortSignal,
): Promise<{ readonly error?: unknown }> {
  const startedAt = casework.now();
  const { error, failure } = await job.run(casework, signal).then(
    () => ({ error: undefined, failure: null }),
    (cause: unknown) => ({ error: cause, failure: formatReason(cause) }),
  );
  await casework.store.transact({ kind: 'system' }, async (tx) => {
    const isOurs = await casework.store.queue.finishSchedule(tx, ticket, job.schedule.everyMs / 1_000);
    if (isOurs) await noteScheduleRun(tx, { id: job.id, startedAt, endedAt: casework.now(), failure });
  });
  return failure === null ? {} : { error };
}
