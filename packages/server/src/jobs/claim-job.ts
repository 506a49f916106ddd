import type { Ticket } from '@trailmark/store/cases/jobs/job-queue';
import { listFullGroups, lockClaims, type StartedJob, startJob } from '@trailmark/store/cases/jobs/job-run-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { PersonJob } from './define-job.ts';

/** A job that is this server's to work on, and the ticket that says so. */
export interface ClaimedJob {
  readonly job: PersonJob;
  readonly started: StartedJob;
  readonly ticket: Ticket;
}

/** Group of a person's jobs of one kind, for shares. */
export function groupOf(kind: string, accountId: string): string {
  return `${kind}:${accountId}`;
}

/** Claims the next job by turn among those whose person and agency have a share free. Undefined where none is due. */
export function claimJob(casework: CaseworkContext, jobs: readonly PersonJob[]): Promise<ClaimedJob | undefined> {
  const { store } = casework;
  return store.transact({ kind: 'system' }, async (tx) => {
    await lockClaims(tx);
    const limits = jobs.map(({ id, share }) => ({ kind: id, agency: share.running.agency }));
    const closedGroups = await listFullGroups(tx, limits);
    const groupLimits = Object.fromEntries(jobs.map(({ id, share }) => [id, share.running.person]));
    const ticket = await store.queue.claim(tx, { groupLimits, closedGroups });
    if (!ticket) return undefined;
    const started = await startJob(tx, ticket.id, casework.now());
    const job = started && jobs.find(({ id }) => id === started.kind);
    if (started && job) return { job, started, ticket };
    // Its line is gone or ended, or this server is older than the job.
    await store.queue.remove(tx, ticket.id);
    return undefined;
  });
}
