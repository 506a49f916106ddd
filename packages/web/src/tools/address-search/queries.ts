import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { type ChainId, parseOutputChainId } from '@trailmark/core/chain';
import { api } from '../../api.ts';

export const KEY_PAGE = 20;
const LAST_INDEX = 2 ** 31 - 1;

/** Addresses of an extended public key or descriptor, 20 indexes at a time from 0. */
export function derivedKeysQuery(chain: ChainId, key: string) {
  return infiniteQueryOptions({
    queryKey: ['keys', chain, key],
    queryFn: ({ pageParam, signal }) =>
      api.call('deriveKey', {
        params: { chain: parseOutputChainId(chain) },
        body: { key, from: pageParam, count: KEY_PAGE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, from) =>
      last.items.length < KEY_PAGE || from + KEY_PAGE > LAST_INDEX ? undefined : from + KEY_PAGE,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
