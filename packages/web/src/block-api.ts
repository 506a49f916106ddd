import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ChainId } from '@trailmark/core/chain';
import { type Answer, api, type Query, stableKey } from './api.ts';
import { ledgerKey } from './ledger-api.ts';
import { CURSOR_PAGES } from './requests/cursor-pages.ts';

// Transactions and blocks of the ledger: one query a question, the same for every chain.

/** One transaction, with what its chain has of it. */
export type LedgerTransaction = Answer<'getTransaction'>;

/** `height` and the first input and output shown mean something on chains of outputs only. */
export function transactionQuery(chain: ChainId, txid: string, query: Query<'getTransaction'> = {}) {
  return queryOptions({
    queryKey: [...ledgerKey(chain), 'transaction', txid, stableKey(query)],
    queryFn: ({ signal }) => api.call('getTransaction', { params: { chain, txid }, query, signal }),
    // Another currency or page of the same transaction leaves what is shown in its place.
    placeholderData: (before) => (before?.chain === chain && before.hash === txid ? before : undefined),
  });
}

export type BlockRow =
  | ({ readonly family: 'outputs' } & Answer<'listBlocks', 'outputs'>['items'][number])
  | ({ readonly family: 'accounts' } & Answer<'listBlocks', 'accounts'>['items'][number]);

async function readBlocks(chain: ChainId, limit: number, signal: AbortSignal) {
  const answer = await api.call('listBlocks', { params: { chain }, query: { limit }, signal });
  const items: readonly BlockRow[] =
    answer.family === 'outputs'
      ? answer.items.map((row) => ({ family: 'outputs', ...row }))
      : answer.items.map((row) => ({ family: 'accounts', ...row }));
  return { asOf: answer.asOf, items };
}

/** The highest blocks of the index. */
export function blocksQuery(chain: ChainId, limit: number) {
  return queryOptions({
    queryKey: [...ledgerKey(chain), 'blocks', limit],
    queryFn: ({ signal }) => readBlocks(chain, limit, signal),
  });
}

export type OutputBlock = Answer<'getBlock', 'outputs'>;
export type AccountBlock = Answer<'getBlock', 'accounts'>;
/** One block, with what its chain has of it. */
export type LedgerBlock = Answer<'getBlock'>;

/** `block` is a height or a hash. */
export function blockQuery(chain: ChainId, block: string) {
  return queryOptions({
    queryKey: [...ledgerKey(chain), 'block', block],
    queryFn: ({ signal }) => api.call('getBlock', { params: { chain, block }, query: { limit: 1 }, signal }),
  });
}

/** One transaction of a block. */
export type BlockTransactionRow =
  | ({ readonly family: 'outputs' } & Answer<'listBlockTransactions', 'outputs'>['items'][number])
  | ({ readonly family: 'accounts' } & Answer<'listBlockTransactions', 'accounts'>['items'][number]);

async function readTransactions(
  chain: ChainId,
  block: string,
  query: Query<'listBlockTransactions'>,
  signal: AbortSignal,
) {
  const answer = await api.call('listBlockTransactions', { params: { chain, block }, query, signal });
  const items: readonly BlockTransactionRow[] =
    answer.family === 'outputs'
      ? answer.items.map((row) => ({ family: 'outputs', ...row }))
      : answer.items.map((row) => ({ family: 'accounts', ...row }));
  return { asOf: answer.asOf, next: answer.next, items };
}

/** Transactions in block order. */
export function blockTransactionsQuery(chain: ChainId, block: string, limit: number) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...ledgerKey(chain), 'block', block, 'transactions', limit],
    queryFn: ({ pageParam, signal }) => readTransactions(chain, block, { limit, cursor: pageParam }, signal),
  });
}
