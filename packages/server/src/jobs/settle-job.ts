import type { JobResult } from '@trailmark/api/contract/job';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { endJob, postponeJob, releaseJob } from '@trailmark/store/cases/jobs/job-run-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { type ClaimedJob, groupOf } from './claim-job.ts';

/** What became of one start of a job. */
export type JobOutcome =
  | { readonly kind: 'finished'; readonly result: JobResult }
  | { readonly kind: 'cancelled' }
  /** The server is stopping: another start continues. */
  | { readonly kind: 'released' }
  /** Its ticket was given to another start, which continues. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What people read of a failure: sentences of our own, never those of a fault of the software. */
function describeFailure(error: unknown): string {
  const isOurs = error instanceof AppError && error.kind !== 'internal';
  return (isOurs ? error.message : 'It failed for a reason that is in the log of the server.').slice(0, 1_000);
}

/** Puts a job back in line at its turn, with all its tries: that the server stopped was not its fault. */
async function release(casework: CaseworkContext, tx: Transaction, { job, started }: ClaimedJob): Promise<boolean> {
  const { queue } = casework.store;
  const released = await releaseJob(tx, started);
  if (!released) return false;
  await queue.remove(tx, started.id);
  const group = groupOf(job.id, started.accountId);
  await queue.put(tx, { id: started.id, turn: released.turn, group, kind: job.id, retry: job.retry });
  return true;
}

async function fail(
  casework: CaseworkContext,
  tx: Transaction,
  { started, ticket }: ClaimedJob,
  error: unknown,
): Promise<boolean> {
  const { queue } = casework.store;
  const failure = describeFailure(error);
  if (AppError.is(error, 'unavailable') && ticket.hasRetry) {
    if (!(await queue.postpone(tx, ticket, failure))) return false;
    await postponeJob(tx, started, failure);
    return true;
  }
  const isOurs = await endJob(tx, started, { status: 'failed', at: casework.now(), failure });
  if (isOurs) await queue.remove(tx, started.id);
  return isOurs;
}

async function end(
  casework: CaseworkContext,
  tx: Transaction,
  { started }: ClaimedJob,
  result?: JobResult,
): Promise<boolean> {
  const at = casework.now();
  const isOurs = await endJob(tx, started, result ? { status: 'finished', at, result } : { status: 'cancelled', at });
  if (isOurs) await casework.store.queue.remove(tx, started.id);
  return isOurs;
}

/** Writes how a start ended, and settles its ticket in the same transaction. False where another start has taken over. */
export function settleJob(casework: CaseworkContext, claimed: ClaimedJob, outcome: JobOutcome): Promise<boolean> {
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    switch (outcome.kind) {
      case 'finished':
        return end(casework, tx, claimed, outcome.result);
      case 'cancelled':
        return end(casework, tx, claimed);
      case 'released':
        return release(casework, tx, claimed);
      case 'failed':
        return fail(casework, tx, claimed, outcome.error);
      case 'lost':
        return false;
    }
  });
}
