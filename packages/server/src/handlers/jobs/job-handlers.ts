import type { jobRoutes } from '@trailmark/api/contract/job';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { cancelPersonJob, retryPersonJob } from '../../jobs/change-jobs.ts';
import { type AnyJob, listPersonJobs, listScheduled } from '../../jobs/define-job.ts';
import { JobFeed } from '../../jobs/job-feed.ts';
import { countOwn, getJobView, listJobPage, listSchedules, toJobFilter } from '../../jobs/read-jobs.ts';
import { streamJobChanges } from '../../jobs/stream-jobs.ts';

/** Jobs that people start and do not wait for. `stopping` ends what is streamed. */
export function createJobHandlers(
  casework: CaseworkContext,
  jobs: readonly AnyJob[],
  stopping?: AbortSignal,
): Pick<Handlers, keyof typeof jobRoutes> {
  const feed = new JobFeed(casework);
  return {
    listJobs: ({ query }, { caller }) => listJobPage(casework, caller, query),
    async streamJobs({ query: { scope } }, { caller }) {
      toJobFilter(caller, scope);
      const leaving = new AbortController();
      const signal = stopping ? AbortSignal.any([leaving.signal, stopping]) : leaving.signal;
      return new FileStream({
        name: 'jobs.txt',
        mediaType: 'text/event-stream',
        chunks: streamJobChanges(casework, feed, { caller, scope, signal }),
        onCancel: () => leaving.abort(),
      });
    },
    countOpenJobs: (_, { caller }) => countOwn(casework, caller),
    listJobSchedules: (_, { caller }) => listSchedules(casework, caller, listScheduled(jobs)),
    getJob: async ({ params }, { caller }) => ({ job: await getJobView(casework, caller, params.id) }),
    cancelJob: async ({ params }, { caller }) => ({ job: await cancelPersonJob(casework, caller, params.id) }),
    retryJob: async ({ params }, { caller }) => ({
      job: await retryPersonJob(casework, caller, listPersonJobs(jobs), params.id),
    }),
  };
}
