import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type nftRoutes, nftRoutes as routes } from '@trailmark/api/contract/nft';
import type { Route, RouteOutput } from '@trailmark/api/route';
import { createRouteCaller, routeUrl } from '@trailmark/api/route-call';
import type { AccountChainId } from '@trailmark/core/chain';
import { fetchLongWork } from '../../api.ts';
import type { CollectionPlace, NftSearch } from './search.ts';

const call = createRouteCaller(fetchLongWork);
/** A collection is read from its beginning: it is requested again only on demand. */
const KEPT_MS = 30 * 60_000;
export const SALES_A_PAGE = 25;

export type CollectionAnswer = RouteOutput<(typeof nftRoutes)['getNftCollection']>;
export type TokenAnswer = RouteOutput<(typeof nftRoutes)['getNftToken']>;
export type WalletAnswer = RouteOutput<(typeof nftRoutes)['getNftWallet']>;
export type FindingAnswer = RouteOutput<(typeof nftRoutes)['getNftFinding']>;
export type CollectionsAnswer = RouteOutput<(typeof nftRoutes)['listNftCollections']>;
type SalesPage = RouteOutput<(typeof nftRoutes)['listNftSales']>;

const setOf = (set: string | undefined) => (set === undefined ? {} : { set });

export function collectionsQuery(chain: AccountChainId) {
  return queryOptions({
    queryKey: ['nft', 'collections', chain],
    queryFn: ({ signal }): Promise<CollectionsAnswer> =>
      call<Route>(routes.listNftCollections, { params: { chain }, signal }) as never,
    staleTime: 60_000,
  });
}

export function collectionQuery(place: CollectionPlace, set: string | undefined) {
  return queryOptions({
    queryKey: ['nft', 'collection', place.chain, place.contract, set ?? ''],
    queryFn: ({ signal }): Promise<CollectionAnswer> =>
      call<Route>(routes.getNftCollection, { params: { ...place }, query: setOf(set), signal }) as never,
    // The result stays while weights change.
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
}

export function salesQuery(place: CollectionPlace, { set, view, rule, sort }: NftSearch) {
  const query = { ...setOf(set), ...(view ? { view } : {}), ...(rule ? { rule } : {}), ...(sort ? { sort } : {}) };
  return infiniteQueryOptions({
    queryKey: ['nft', 'sales', place.chain, place.contract, JSON.stringify(query)],
    queryFn: ({ signal, pageParam }): Promise<SalesPage> =>
      call<Route>(routes.listNftSales, {
        params: { ...place },
        query: { ...query, offset: pageParam, limit: SALES_A_PAGE },
        signal,
      }) as never,
    initialPageParam: 0,
    getNextPageParam: (last: SalesPage, pages: readonly SalesPage[]) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0);
      return read < last.total && last.items.length > 0 ? read : undefined;
    },
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  });
}

export function findingQuery(place: CollectionPlace, set: string | undefined, rule: string, index: number) {
  return queryOptions({
    queryKey: ['nft', 'finding', place.chain, place.contract, set ?? '', rule, index],
    queryFn: ({ signal }): Promise<FindingAnswer> =>
      call<Route>(routes.getNftFinding, { params: { ...place, rule, index }, query: setOf(set), signal }) as never,
    staleTime: KEPT_MS,
  });
}

export function tokenQuery(place: CollectionPlace, token: string, set: string | undefined) {
  return queryOptions({
    queryKey: ['nft', 'token', place.chain, place.contract, token, set ?? ''],
    queryFn: ({ signal }): Promise<TokenAnswer> =>
      call<Route>(routes.getNftToken, { params: { ...place, token }, query: setOf(set), signal }) as never,
    staleTime: KEPT_MS,
  });
}

export function walletQuery(chain: AccountChainId, address: string) {
  return queryOptions({
    queryKey: ['nft', 'wallet', chain, address],
    queryFn: ({ signal }): Promise<WalletAnswer> =>
      call<Route>(routes.getNftWallet, { params: { chain, address }, signal }) as never,
    staleTime: KEPT_MS,
  });
}

export function exportUrl(place: CollectionPlace, set: string | undefined, format: 'csv' | 'xlsx' | 'json'): string {
  return routeUrl(routes.exportNftSales, { params: { ...place }, query: { ...setOf(set), format } });
}
