import { removeEndedJobs } from '@trailmark/store/cases/jobs/job-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** How long the ledger keeps a job after its end. */
export const KEPT_DAYS = 90;

/** Removes jobs from the ledger that ended more than 90 days ago. Returns how many. */
export function purgeEndedJobs(casework: CaseworkContext): Promise<number> {
  const before = new Date(casework.now().getTime() - KEPT_DAYS * 86_400_000);
  return casework.store.transact({ kind: 'system' }, (tx) => removeEndedJobs(tx, before));
}
