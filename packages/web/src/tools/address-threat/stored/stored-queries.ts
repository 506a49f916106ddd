import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isChainId } from '@trailmark/core/chain';
import { THREAT_LEVELS } from '@trailmark/core/screening/rule-set';
import { z } from 'zod';
import { type Answer, api } from '../../../api.ts';
import { lenient, stringifySearch } from '../../../search-params.ts';

/** Everything about stored screenings begins with this key: invalidate it after one was stored or named. */
export const STORED_KEY = ['stored-screenings'] as const;
export const STORED_AT_ONCE = 100;
const EARLIER = 20;

export type StoredRow = Answer<'listScreenings'>['items'][number];

/** State of the list in the address bar. */
export const storedSearch = z.object({
  text: lenient(z.string().max(200)),
  level: lenient(z.enum(THREAT_LEVELS)),
  chain: lenient(z.string().refine(isChainId)),
  sort: lenient(z.enum(['screened', 'score', 'subject', 'chain'])),
  order: lenient(z.enum(['ascending', 'descending'])),
});
export type StoredSearch = z.output<typeof storedSearch>;

export function storedListUrl(
  search: { readonly [K in keyof StoredSearch]?: StoredSearch[K] | undefined } = {},
): string {
  return `/address-threat${stringifySearch({ view: 'stored', ...search })}`;
}

export function storedListQuery({ sort = 'screened', order = 'descending', ...filter }: StoredSearch) {
  const query = { ...filter, sort, order };
  return infiniteQueryOptions({
    queryKey: [...STORED_KEY, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api.call('listScreenings', { query: { ...query, offset: pageParam, limit: STORED_AT_ONCE }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && shown < last.matching ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

/** Own screenings of one subject, newest first. */
export function ofSubjectQuery(chain: string, subject: string) {
  const query = { chain: isChainId(chain) ? chain : undefined, subject, limit: EARLIER };
  return queryOptions({
    queryKey: [...STORED_KEY, 'subject', chain, subject],
    queryFn: ({ signal }) => api.call('listScreenings', { query, signal }),
  });
}

export function storedQuery(id: string) {
  return queryOptions({
    queryKey: [...STORED_KEY, 'one', id],
    queryFn: ({ signal }) => api.call('getScreening', { params: { id }, signal }),
    // What was answered stays what it was; its name is read with the lists.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function differencesQuery(later: string, earlier: string) {
  return queryOptions({
    queryKey: [...STORED_KEY, 'differences', later, earlier],
    queryFn: ({ signal }) => api.call('compareScreenings', { params: { id: later }, query: { earlier }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
