import { removeEndedJobs } from '@trailmark/store/cases/jobs/job-rows';
import type { Office } from '../office/office.ts';

/** How long the ledger keeps a job after its end. */
export const KEPT_DAYS = 90;

/** Removes jobs from the ledger that ended more than 90 days ago. Gives how many. */
export function purgeEndedJobs(office: Office): Promise<number> {
  const before = new Date(office.now().getTime() - KEPT_DAYS * 86_400_000);
  return office.store.transact({ kind: 'system' }, (tx) => removeEndedJobs(tx, before));
}
