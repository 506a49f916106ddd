import { randomUUID } from 'node:crypto';
import type { JobView } from '@trailmark/api/contract/job';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  askJobToStop,
  cancelWaitingJob,
  countOpenJobs,
  insertJob,
  type JobRow,
  lockJob,
  reopenJob,
} from '@trailmark/store/cases/jobs/job-rows';
import { lockClaims } from '@trailmark/store/cases/jobs/job-run-rows';
import { z } from 'zod';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext, scopeOf } from '../casework/casework-context.ts';
import { groupOf } from './claim-job.ts';
import type { JobShare, PersonJob } from './define-job.ts';
import { getJobView, jobNotFound, toReach } from './read-jobs.ts';

const MAX_TITLE = 200;

interface Owner {
  readonly agencyId: string;
  readonly accountId: string;
}

/** Takes a place in the fair order, counted over all agencies. Throws `conflict` where a share is used up. */
async function takeTurn(tx: Transaction, kind: string, { open }: JobShare, owner: Owner): Promise<number> {
  const { person, agency, turn } = await countOpenJobs(tx, { ...owner, kind });
  if (person >= open.person) {
    throw new AppError(
      'conflict',
      `${open.person} jobs of this kind are running or waiting for you, which is the limit. Wait for one to end, or cancel one.`,
    );
  }
  if (agency >= open.agency) {
    throw new AppError(
      'conflict',
      `${open.agency} jobs of this kind are running or waiting for your agency, which is the limit. Try again when some have ended.`,
    );
  }
  return turn;
}

/**
 * Puts a job in line and writes it to the audit log, together or not at all. Throws `invalid` for input the job does not take,
 * and `conflict` where a share is used up.
 */
export async function startPersonJob<Input extends z.core.$ZodType, Checkpoint extends z.core.$ZodType>(
  casework: CaseworkContext,
  caller: Caller,
  job: PersonJob<Input, Checkpoint>,
  given: z.input<Input>,
): Promise<JobView> {
  const { account } = caller;
  if (!account) throw new AppError('unauthorised', 'Sign in to do this.', { context: { reason: 'sign-in' } });
  const parsed = z.safeParse(job.input, given);
  if (!parsed.success) throw new AppError('invalid', `The job ${job.id} does not take this: ${parsed.error.message}`);
  const [id, owner] = [randomUUID(), { agencyId: account.agency, accountId: account.id }];
  const title = job.title(parsed.data).slice(0, MAX_TITLE);
  const entry = { action: 'job.start', object: { kind: 'job', id }, details: { job: job.id, title } };
  const { queue } = casework.store;
  // Places in line are counted over everybody's jobs, which only the server's own scope sees.
  await act(
    casework,
    caller,
    entry,
    async (tx) => {
      const turn = await takeTurn(tx, job.id, job.share, owner);
      const line = { kind: job.id, title, input: given, source: caller.source, createdAt: casework.now() };
      await insertJob(tx, { ...owner, ...line, id, turn });
      await queue.put(tx, { id, turn, group: groupOf(job.id, account.id), kind: job.id, retry: job.retry });
    },
    { kind: 'system' },
  );
  return getJobView(casework, caller, id);
}

async function getLockedJob(tx: Transaction, caller: Caller, id: string): Promise<JobRow> {
  // In this order everywhere: claims first, then the job, then its ticket.
  await lockClaims(tx);
  const row = await lockJob(tx, { ...toReach(caller), id });
  if (!row) throw jobNotFound();
  return row;
}

/** Cancels a job that waits, or lets one that runs stop. One that has ended is left as it is. */
export async function cancelPersonJob(casework: CaseworkContext, caller: Caller, id: string): Promise<JobView> {
  const entry = { action: 'job.cancel', object: { kind: 'job', id } };
  await act(casework, caller, entry, async (tx) => {
    const row = await getLockedJob(tx, caller, id);
    const by = caller.account?.id ?? '';
    if (row.status === 'running') await askJobToStop(tx, id, by, casework.now());
    if (row.status !== 'waiting') return;
    await cancelWaitingJob(tx, id, by, casework.now());
    await casework.store.queue.remove(tx, id);
  });
  return getJobView(casework, caller, id);
}

/** Puts a failed or cancelled job back in line, to continue where it was. Throws `conflict` for any other. */
export async function retryPersonJob(
  casework: CaseworkContext,
  caller: Caller,
  jobs: readonly PersonJob[],
  id: string,
): Promise<JobView> {
  const entry = { action: 'job.retry', object: { kind: 'job', id } };
  // Read under the caller's own scope first: what they may not see is not there for them.
  await casework.store.transact(scopeOf(caller), (tx) => getLockedJob(tx, caller, id));
  await act(
    casework,
    caller,
    entry,
    async (tx) => {
      await lockClaims(tx);
      const row = await lockJob(tx, { id });
      if (!row) throw jobNotFound();
      const job = jobs.find((each) => each.id === row.kind);
      if (row.status !== 'failed' && row.status !== 'cancelled') {
        throw new AppError('conflict', 'Only a job that failed or was cancelled can be started again.');
      }
      if (!job) throw new AppError('conflict', 'This version of the software no longer has jobs of this kind.');
      const turn = await takeTurn(tx, job.id, job.share, row);
      await reopenJob(tx, id, turn);
      await casework.store.queue.remove(tx, id);
      await casework.store.queue.put(tx, {
        id,
        turn,
        group: groupOf(job.id, row.accountId),
        kind: job.id,
        retry: job.retry,
      });
    },
    { kind: 'system' },
  );
  return getJobView(casework, caller, id);
}
