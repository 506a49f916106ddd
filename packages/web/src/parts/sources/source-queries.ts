import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChainId } from '@trailmark/core/chain';
import { api } from '../../api.ts';
import { CURSOR_PAGES } from '../../requests/cursor-pages.ts';

/** Everything about sources begins with this key: invalidate it after a change and after each fetch. */
export const SOURCES_KEY = ['sources'] as const;
export const PAGE_SIZE = 50;

/** Sources of one chain, or of all. */
export function sourcesQuery(chain?: ChainId) {
  return queryOptions({
    queryKey: [...SOURCES_KEY, 'list', chain ?? 'all'],
    queryFn: ({ signal }) => api.call('listSources', { query: { chain }, signal }),
  });
}

export function sourceRequestsQuery(source: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...SOURCES_KEY, 'requests', source ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listSourceRequests', { query: { source, cursor: pageParam, limit: PAGE_SIZE }, signal }),
    ...CURSOR_PAGES,
    placeholderData: keepPreviousData,
  });
}
