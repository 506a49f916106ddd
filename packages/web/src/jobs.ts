import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Everything about jobs begins with this key: invalidate it after a job was started, cancelled or started again. */
export const JOBS_KEY = ['jobs'] as const;
export const JOBS_PAGE_SIZE = 25;

export type JobScope = 'own' | 'all';

/** Jobs a page at a time, newest first. */
export function jobsQuery(scope: JobScope) {
  return infiniteQueryOptions({
    queryKey: [...JOBS_KEY, 'list', scope],
    queryFn: ({ pageParam, signal }) =>
      api.call('listJobs', { query: { scope, cursor: pageParam, limit: JOBS_PAGE_SIZE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

const OPEN_REFRESH_MS = 5_000;

/** How many own jobs run and wait; requested again only while there are some. */
export function openJobsQuery() {
  return queryOptions({
    queryKey: [...JOBS_KEY, 'open'],
    queryFn: ({ signal }) => api.call('countOpenJobs', { signal }),
    refetchInterval: ({ state: { data } }) => (data && data.running + data.waiting > 0 ? OPEN_REFRESH_MS : false),
  });
}

/** What the server does at intervals, for administrators of the installation. */
export function jobSchedulesQuery() {
  return queryOptions({
    queryKey: [...JOBS_KEY, 'schedules'],
    queryFn: ({ signal }) => api.call('listJobSchedules', { signal }),
  });
}
