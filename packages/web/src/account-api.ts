import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Contract } from '@trailmark/api/contract';
import type { ChainStatus } from '@trailmark/api/contract/chain';
import type { RouteInput } from '@trailmark/api/route';
import type { AccountChainId } from '@trailmark/core/chain';
import { useEffect, useRef } from 'react';
import { type Answer, api, readChains, stableKey } from './api.ts';
import { CURSOR_PAGES } from './requests/cursor-pages.ts';

type Query<N extends keyof Contract> = Partial<RouteInput<Contract[N]>['query']>;
export type AccountChainStatus = ChainStatus<'accounts'>;
export type AccountSummary = Answer<'getAddress', 'accounts'>;

/** While a node is followed, tips are asked for this often: a transfer must show within two seconds of its block. */
const FOLLOWING_MS = 500;
const RESTING_MS = 15_000;

/** Account chains, tips, coverage and running ingest; asked twice a second while a node is followed, else every 15. */
export function accountChainsQuery() {
  return queryOptions({
    queryKey: ['account-chains'],
    queryFn: ({ signal }) => readChains('accounts', signal),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ ingest }) => ingest?.state === 'following') ? FOLLOWING_MS : RESTING_MS,
  });
}

/** A key of everything that is read from one account chain, so that a new tip can renew it. */
const root = (chain: AccountChainId) => ['account', chain] as const;

/**
 * What changes with every block. A followed node can stand below the highest height held; while it is still catching up,
 * only the tip counts, so that an open page does not ask with every step.
 */
function markOf({ tip, ingest }: AccountChainStatus): string | undefined {
  if (!tip) return undefined;
  return `${tip.height}:${tip.hash ?? ''}:${ingest?.state === 'following' ? ingest.blocks : ''}`;
}

/**
 * Renews what the page shows of a chain when a block comes or goes. Only the list of tips is asked in between: every look-up is
 * written to the log, and a page that stands open is not a look-up.
 */
export function useAccountTip(chain: AccountChainId): AccountChainStatus | undefined {
  const client = useQueryClient();
  const { data } = useQuery(accountChainsQuery());
  const status = data?.items.find(({ id }) => id === chain);
  const mark = status && markOf(status);
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (mark === undefined) return;
    const isNew = seen.current !== undefined && seen.current !== mark;
    seen.current = mark;
    if (isNew) void client.invalidateQueries({ queryKey: root(chain), refetchType: 'active' });
  }, [chain, client, mark]);
  return status;
}

export function accountQuery(chain: AccountChainId, address: string, query: Query<'getAddress'> = {}) {
  return queryOptions({
    queryKey: [...root(chain), 'address', address, stableKey(query)],
    queryFn: ({ signal }) => api.call('getAddress', { params: { chain, address }, query, signal }),
    // Another currency of the same address leaves what is shown in its place; the server may spell it differently.
    placeholderData: (before) =>
      before?.chain === chain && before.address.toLowerCase() === address.toLowerCase() ? before : undefined,
  });
}

type Paged<N extends keyof Contract> = Omit<Query<N>, 'cursor'>;

/** History by base transaction, a page at a time. */
export function accountTransactionsQuery(
  chain: AccountChainId,
  address: string,
  query: Paged<'listAddressTransactions'>,
) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...root(chain), 'transactions', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressTransactions', {
        params: { chain, address },
        query: { ...query, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Single moves, one a row. */
export function accountMovesQuery(chain: AccountChainId, address: string, query: Paged<'listAddressTransfers'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...root(chain), 'moves', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressTransfers', { params: { chain, address }, query: { ...query, cursor: pageParam }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function accountAssetsQuery(chain: AccountChainId, address: string, query: Paged<'listAddressAssets'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...root(chain), 'assets', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressAssets', { params: { chain, address }, query: { ...query, cursor: pageParam }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function accountCounterpartiesQuery(
  chain: AccountChainId,
  address: string,
  query: Paged<'listAddressCounterparties'>,
) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...root(chain), 'counterparties', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressCounterparties', {
        params: { chain, address },
        query: { ...query, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function accountLinksQuery(
  chain: AccountChainId,
  address: string,
  other: string,
  query: Paged<'listAddressLinks'>,
) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...root(chain), 'links', address, other, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressLinks', {
        params: { chain, address, other },
        query: { ...query, cursor: pageParam },
        signal,
      }),
  });
}

export function accountActivityQuery(chain: AccountChainId, address: string, query: Query<'getAddressActivity'>) {
  return queryOptions({
    queryKey: [...root(chain), 'activity', address, stableKey(query)],
    queryFn: ({ signal }) => api.call('getAddressActivity', { params: { chain, address }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function accountTransactionQuery(chain: AccountChainId, hash: string, query: Query<'getTransaction'>) {
  return queryOptions({
    queryKey: [...root(chain), 'transaction', hash, stableKey(query)],
    queryFn: ({ signal }) => api.call('getTransaction', { params: { chain, txid: hash }, query, signal }),
    placeholderData: (before) => (before?.chain === chain && before.transaction.hash === hash ? before : undefined),
  });
}

export function accountBlocksQuery(chain: AccountChainId, limit: number) {
  return queryOptions({
    queryKey: [...root(chain), 'blocks', limit],
    queryFn: ({ signal }) => api.call('listBlocks', { params: { chain }, query: { limit }, signal }),
  });
}

export function accountBlockQuery(chain: AccountChainId, block: string, limit: number) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...root(chain), 'block', block, limit],
    queryFn: ({ pageParam, signal }) =>
      api.call('getBlock', { params: { chain, block }, query: { limit, cursor: pageParam }, signal }),
  });
}
