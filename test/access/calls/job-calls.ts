import type { Ids } from '../planted.ts';
import { always } from './call.ts';

const job = (ids: Ids) => ({ params: { id: ids.job } });

const changed = (ids: Ids) => ({ params: { id: ids.job }, body: {} });

/** The queue. */
export const JOBS = {
  listJobs: always({}),
  streamJobs: always({}),
  countOpenJobs: always({}),
  listJobSchedules: always({}),
  getJob: job,
  cancelJob: changed,
  retryJob: changed,
};
