import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api.ts';
import type { BatchSearch } from './batch-search.ts';

/** Everything about batches begins with this key. */
export const BATCHES_KEY = ['screening-batches'] as const;
export const ROWS_AT_ONCE = 200;
const REFRESH_MS = 2_000;

export type Batch = Answer<'getScreeningBatch'>;
export type BatchRow = Answer<'listBatchScreenings'>['rows'][number];
export type BatchHead = Batch['batch'];

/** Waits or runs: what is shown still changes. */
export function isOpen(job: Batch['job']): boolean {
  return job !== null && (job.status === 'waiting' || job.status === 'running');
}

export const batchKey = (id: string) => [...BATCHES_KEY, 'one', id] as const;

/** A batch; requested again while its job is open. */
export function batchQuery(id: string) {
  return queryOptions({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => api.call('getScreeningBatch', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data.job) ? REFRESH_MS : false),
  });
}

export const rowsKey = (id: string) => [...BATCHES_KEY, 'rows', id] as const;

export function batchRowsQuery(id: string, search: BatchSearch) {
  const { columns: _, with: __, sort = 'score', order = 'descending', ...filter } = search;
  const query = { ...filter, sort, order };
  return infiniteQueryOptions({
    queryKey: [...rowsKey(id), query],
    queryFn: ({ pageParam, signal }) =>
      api.call('listBatchScreenings', {
        params: { id },
        query: { ...query, offset: pageParam, limit: ROWS_AT_ONCE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && shown < last.matching ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

export function batchesQuery() {
  return queryOptions({
    queryKey: [...BATCHES_KEY, 'list'],
    queryFn: ({ signal }) => api.call('listScreeningBatches', { signal }),
  });
}

export function batchChangesQuery(id: string, earlier: string) {
  return queryOptions({
    queryKey: [...BATCHES_KEY, 'changes', id, earlier],
    queryFn: ({ signal }) => api.call('compareScreeningBatches', { params: { id }, query: { earlier }, signal }),
  });
}
