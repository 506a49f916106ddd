import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { AppError } from '@trailmark/core/errors';
import {
  type RowAnswer,
  readBlockscoutInternal,
  readBlockscoutTransaction,
  readBlockscoutTransfer,
} from './blockscout-rows.ts';
import {
  defineOnDemandSource,
  type FetchContext,
  type FetchPart,
  type ListName,
  type OnDemandSource,
} from './on-demand-source.ts';
import { toPartialBlocks } from './placed-transactions.ts';
import { isRow, type Row, readCount, readHash, readRows } from './read-row.ts';
import { readPageParameters } from './source-asker.ts';

type ReadRow = (row: Row, address: string, chain: EvmChain) => RowAnswer;

const LISTS: readonly { readonly list: ListName; readonly of: string; readonly read: ReadRow }[] = [
  { list: 'transactions', of: 'transactions', read: readBlockscoutTransaction },
  { list: 'tokens', of: 'token-transfers', read: readBlockscoutTransfer },
  { list: 'internals', of: 'internal-transactions', read: readBlockscoutInternal },
];

/** Throws `inconsistent` where the endpoint's first block is another chain's. */
async function checkChain({ asker }: FetchContext, chain: EvmChain): Promise<void> {
  if (chain.genesisHash === undefined) return;
  const first = await asker.ask({ path: '/api/v2/blocks/0', revealed: '' });
  if (isRow(first) && readHash(first, 'hash') === chain.genesisHash) return;
  throw new AppError(
    'inconsistent',
    `It is not an explorer of ${chain.name}: its block 0 is another one. Nothing was taken from it.`,
  );
}

async function readTip({ asker }: FetchContext): Promise<number> {
  const answer = await asker.ask({ path: '/api/v2/blocks', query: { type: 'block' }, revealed: '' });
  const [top] = readRows(isRow(answer) ? answer.items : undefined, 'items');
  if (!top) throw new AppError('unavailable', 'It holds no block yet.');
  return readCount(top, 'height');
}

/** Rows of the page's lowest block may continue on the next page. */
function reachedBelow(heights: readonly number[], isLast: boolean): number | undefined {
  if (isLast) return 0;
  return heights.length === 0 ? undefined : Math.min(...heights) + 1;
}

async function* readList(
  context: FetchContext,
  chain: EvmChain,
  entry: (typeof LISTS)[number],
): AsyncGenerator<FetchPart> {
  const { asker, address, addressText, source } = context;
  const path = `/api/v2/addresses/${addressText}/${entry.of}`;
  const seen = new Set<string>();
  let query: Readonly<Record<string, string>> | undefined = {};
  while (query) {
    const answer = await asker.ask({ path, query, revealed: addressText });
    // An address that the explorer never saw is not found.
    const page: Row = isRow(answer) ? answer : { items: [], next_page_params: null };
    const rows = readRows(page.items, 'items').map((row) => entry.read(row, address, chain));
    const placed = rows.flatMap((row) => row.placed ?? []);
    query = readPageParameters(page.next_page_params);
    const mark = JSON.stringify(query ?? null);
    if (query && seen.has(mark)) throw new AppError('inconsistent', 'It names the same next page twice.');
    seen.add(mark);
    yield {
      kind: 'page',
      of: entry.of,
      blocks: toPartialBlocks(placed, source),
      tokens: rows.flatMap((row) => row.token ?? []),
      reached: reachedBelow(
        placed.map(({ height }) => height),
        query === undefined,
      ),
      order: 'newest-first',
      isLast: query === undefined,
    };
  }
}

async function* fetchAddress(context: FetchContext, chain: EvmChain): AsyncGenerator<FetchPart> {
  await checkChain(context, chain);
  yield { kind: 'tip', height: await readTip(context) };
  for (const entry of LISTS) yield* readList(context, chain, entry);
}

/** A Blockscout explorer of one chain, version 2 of its API. */
export function blockscout(chain: EvmChain, endpoint: string): OnDemandSource {
  return defineOnDemandSource({
    id: `blockscout-${chain.id}`,
    kind: 'blockscout',
    name: `Blockscout, ${chain.name}`,
    chain: chain.id,
    endpoint,
    needsKey: false,
    keyPlace: { in: 'header', name: 'authorization', prefix: 'Bearer ' },
    reveals: 'Whoever runs the explorer learns the address, the time, and the network address of this server.',
    covers:
      'Transactions with fees, token transfers with their place, and internal transactions of the address. Rewards and withdrawals are not told.',
    lists: LISTS,
    fetchAddress: (context) => fetchAddress(context, chain),
  });
}
