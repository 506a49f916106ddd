import type { jobRoutes } from '@trailmark/api/contract/job';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { cancelPersonJob, retryPersonJob } from '../../jobs/change-jobs.ts';
import { type AnyJob, listPersonJobs, listScheduled } from '../../jobs/define-job.ts';
import { JobFeed } from '../../jobs/job-feed.ts';
import { countOwn, getJobView, listJobPage, listSchedules, toJobFilter } from '../../jobs/read-jobs.ts';
import { streamJobChanges } from '../../jobs/stream-jobs.ts';
import type { Office } from '../../office/office.ts';

/** Jobs that people start and do not wait for. `stopping` ends what is streamed. */
export function createJobHandlers(
  office: Office,
  jobs: readonly AnyJob[],
  stopping?: AbortSignal,
): Pick<Handlers, keyof typeof jobRoutes> {
  const feed = new JobFeed(office);
  return {
    listJobs: ({ query }, { caller }) => listJobPage(office, caller, query),
    async streamJobs({ query: { scope } }, { caller }) {
      toJobFilter(caller, scope);
      const leaving = new AbortController();
      const signal = stopping ? AbortSignal.any([leaving.signal, stopping]) : leaving.signal;
      return new FileStream({
        name: 'jobs.txt',
        mediaType: 'text/event-stream',
        chunks: streamJobChanges(office, feed, { caller, scope, signal }),
        onCancel: () => leaving.abort(),
      });
    },
    countOpenJobs: (_, { caller }) => countOwn(office, caller),
    listJobSchedules: (_, { caller }) => listSchedules(office, caller, listScheduled(jobs)),
    getJob: async ({ params }, { caller }) => ({ job: await getJobView(office, caller, params.id) }),
    cancelJob: async ({ params }, { caller }) => ({ job: await cancelPersonJob(office, caller, params.id) }),
    retryJob: async ({ params }, { caller }) => ({
      job: await retryPersonJob(office, caller, listPersonJobs(jobs), params.id),
    }),
  };
}
