import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { JobView } from '@trailmark/api/contract/job';
import { useEffect, useState } from 'react';
import type { Answer } from '../../api.ts';
import { JOBS_KEY, type JobScope, jobsQuery } from '../../jobs.ts';
import { followJobs } from './job-stream.ts';
import { describeChange } from './job-words.ts';

type Pages = InfiniteData<Answer<'listJobs'>, string | undefined>;

function findJob(pages: Pages | undefined, id: string): JobView | undefined {
  return pages?.pages.flatMap(({ items }) => items).find((job) => job.id === id);
}

function replaceJob(pages: Pages | undefined, job: JobView): Pages | undefined {
  if (!pages) return pages;
  const swap = (items: readonly JobView[]) => items.map((each) => (each.id === job.id ? job : each));
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: swap(page.items) })) };
}

/** Jobs of a scope, kept up to date while the screen is open, and the last change in words for screen readers. */
export function useJobs(scope: JobScope) {
  const client = useQueryClient();
  const query = useInfiniteQuery(jobsQuery(scope));
  const [said, setSaid] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    const { queryKey } = jobsQuery(scope);
    const refresh = () => void client.invalidateQueries({ queryKey: JOBS_KEY });
    void followJobs(scope, {
      signal: leaving.signal,
      onConnect: refresh,
      onJob: (job) => {
        const before = findJob(client.getQueryData<Pages>(queryKey), job.id);
        const change = describeChange(before, job);
        client.setQueryData<Pages>(queryKey, (pages) => replaceJob(pages, job));
        if (change === undefined) return;
        // Places in line and the count in the top bar move with it.
        if (before) setSaid(change);
        refresh();
      },
    });
    return () => leaving.abort();
  }, [client, scope]);
  return { query, said };
}
