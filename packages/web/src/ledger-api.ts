import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Contract } from '@trailmark/api/contract';
import type { ChainStatus } from '@trailmark/api/contract/chain';
import { type AccountChainId, type ChainId, parseOutputChainId } from '@trailmark/core/chain';
import { useEffect, useRef } from 'react';
import { type Answer, api, chainsQuery, type Query, readChains, stableKey } from './api.ts';
import { traitsOf } from './format/chain-traits.ts';
import { fromAccountRow, fromOutputRow, type LedgerRow } from './format/ledger-row.ts';
import { CURSOR_PAGES } from './requests/cursor-pages.ts';

// One query a question, the same for every chain.

type Paged<N extends keyof Contract> = Omit<Query<N>, 'cursor'>;

/** While a node is followed, tips are requested this often: a transfer must show within two seconds of its block. */
const FOLLOWING_MS = 500;
const RESTING_MS = 15_000;

/** Account chains, tips, coverage and running ingest; requested twice a second while a node is followed, else every 15. */
function accountChainsQuery() {
  return queryOptions({
    queryKey: ['account-chains'],
    queryFn: ({ signal }) => readChains('accounts', signal),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ ingest }) => ingest?.state === 'following') ? FOLLOWING_MS : RESTING_MS,
  });
}

/** A key of everything that a new block of a chain can change, so that a new tip can renew it. */
export const ledgerKey = (chain: ChainId) => ['ledger', chain] as const;

/**
 * What changes with every block. A followed node can be below the highest indexed height; while it is still catching up,
 * only the tip counts, so that an open page does not send a request with every step.
 */
function markOf({ tip, ingest }: ChainStatus): string | undefined {
  if (!tip) return undefined;
  return `${tip.height}:${tip.hash ?? ''}:${ingest?.state === 'following' ? ingest.blocks : ''}`;
}

/** Status of every chain: those of outputs, then those of accounts. With `wanted` the list that has it is waited for. */
export function useChains(wanted?: ChainId) {
  const outputs = useQuery(chainsQuery());
  const accounts = useQuery(accountChainsQuery());
  const isWanted = wanted !== undefined && !traitsOf(wanted).hasOutputs;
  const items: readonly ChainStatus[] = [...(outputs.data?.items ?? []), ...(accounts.data?.items ?? [])];
  return {
    items,
    isPending: outputs.isPending || (isWanted && accounts.isPending),
    hasAll: outputs.data !== undefined && accounts.data !== undefined,
    error: outputs.error ?? accounts.error,
    /** Milliseconds. */
    updatedAt: outputs.dataUpdatedAt,
    refetch: () => void Promise.all([outputs.refetch(), accounts.refetch()]),
  };
}

/**
 * Renews what the page shows of a chain when a block comes or goes. Only the list of tips is requested in between: every search is
 * written to the log, and a page that stays open is not a search.
 */
export function useTip(chain: ChainId): void {
  const client = useQueryClient();
  const status = useChains().items.find(({ id }) => id === chain);
  const mark = status && markOf(status);
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (mark === undefined) return;
    const isNew = seen.current !== undefined && seen.current !== mark;
    seen.current = mark;
    if (isNew) void client.invalidateQueries({ queryKey: ledgerKey(chain), refetchType: 'active' });
  }, [chain, client, mark]);
}

/** Balance, totals and first and last use of an address. */
export function addressQuery(chain: ChainId, address: string, query: Query<'getAddress'> = {}) {
  return queryOptions({
    queryKey: [...ledgerKey(chain), 'address', address, stableKey(query)],
    queryFn: ({ signal }) => api.call('getAddress', { params: { chain, address }, query, signal }),
    // Another currency of the same address leaves what is shown in its place; the server may spell it differently.
    placeholderData: (before) =>
      before?.chain === chain && before.address.toLowerCase() === address.toLowerCase() ? before : undefined,
  });
}

/** Filters of a history as the server takes them; the last three mean something on chains with tokens only. */
export type HistoryQuery = Omit<Paged<'listAddressTransactions'>, 'limit'>;

export type HistoryPage = Omit<Answer<'listAddressTransactions'>, 'items'> & { readonly items: readonly LedgerRow[] };

async function readHistory(
  chain: ChainId,
  address: string,
  query: Query<'listAddressTransactions'>,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const answer = await api.call('listAddressTransactions', { params: { chain, address }, query, signal });
  return answer.family === 'accounts'
    ? { ...answer, items: answer.items.map(fromAccountRow) }
    : { ...answer, items: answer.items.map((row) => fromOutputRow(answer.asOf.chain, row)) };
}

/** History by transaction, a page at a time; `pages` joined are the rows in the requested order. */
export function historyQuery(chain: ChainId, address: string, query: Paged<'listAddressTransactions'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...ledgerKey(chain), 'history', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) => readHistory(chain, address, { ...query, cursor: pageParam }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Unspent outputs, oldest first. */
export function unspentQuery(chain: ChainId, address: string, query: Paged<'listAddressUtxos'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...ledgerKey(chain), 'unspent', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressUtxos', {
        params: { chain: parseOutputChainId(chain), address },
        query: { ...query, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Single transfers, one per row. */
export function transfersQuery(chain: ChainId, address: string, query: Paged<'listAddressTransfers'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...ledgerKey(chain), 'transfers', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressTransfers', {
        params: { chain: chain, address },
        query: { ...query, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Received, sent and balance by asset. */
export function assetsQuery(chain: ChainId, address: string, query: Paged<'listAddressAssets'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...ledgerKey(chain), 'assets', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressAssets', {
        params: { chain: chain, address },
        query: { ...query, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

type Parties = Answer<'listAddressCounterparties'>;
/** Who an address shared transactions with, or exchanged one asset with; `count` is of what the chain counts. */
export type PartyRow = Parties['items'][number];

export function counterpartiesQuery(chain: ChainId, address: string, query: Paged<'listAddressCounterparties'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...ledgerKey(chain), 'counterparties', address, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressCounterparties', {
        params: { chain, address },
        query: { ...query, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Transactions in which two addresses both take part, or single transfers from one to the other. */
export type LinkPage = Answer<'listAddressLinks'>;

/** Everything between two addresses. */
export function linksQuery(chain: ChainId, address: string, other: string, query: Paged<'listAddressLinks'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...ledgerKey(chain), 'links', address, other, stableKey(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAddressLinks', {
        params: { chain, address, other },
        query: { ...query, cursor: pageParam },
        signal,
      }),
  });
}

/** Volumes of one asset per period, and counts by hour and weekday. */
export function activityQuery(chain: ChainId, address: string, query: Query<'getAddressActivity'>) {
  return queryOptions({
    queryKey: [...ledgerKey(chain), 'activity', address, stableKey(query)],
    queryFn: ({ signal }) => api.call('getAddressActivity', { params: { chain, address }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Balances as the node states them that the chain is followed from. */
export function statedBalancesQuery(chain: AccountChainId, address: string) {
  return queryOptions({
    queryKey: [...ledgerKey(chain), 'stated-balances', address],
    queryFn: ({ signal }) => api.call('listStatedBalances', { params: { chain, address }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
