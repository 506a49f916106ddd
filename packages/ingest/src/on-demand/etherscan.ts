import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { AppError } from '@trailmark/core/errors';
import type { RowAnswer } from './blockscout-rows.ts';
import { readEtherscanInternal, readEtherscanTransaction, readEtherscanTransfer } from './etherscan-rows.ts';
import {
  defineOnDemandSource,
  type FetchContext,
  type FetchPart,
  type ListName,
  type OnDemandSource,
} from './on-demand-source.ts';
import { toPartialBlocks } from './placed-transactions.ts';
import { isRow, type Row, readCount, readHash, readRows } from './read-row.ts';
import type { SourceAsker, Verdict } from './source-asker.ts';

type ReadRow = (row: Row, address: string, chain: EvmChain) => RowAnswer;

const LISTS: readonly { readonly list: ListName; readonly of: string; readonly read: ReadRow }[] = [
  { list: 'transactions', of: 'txlist', read: readEtherscanTransaction },
  { list: 'tokens', of: 'tokentx', read: readEtherscanTransfer('token') },
  { list: 'tokens', of: 'tokennfttx', read: readEtherscanTransfer('nft') },
  { list: 'tokens', of: 'token1155tx', read: readEtherscanTransfer('multi-token') },
  { list: 'internals', of: 'txlistinternal', read: readEtherscanInternal },
];

const PAGE_ROWS = 1_000;
/** A list answers at most this many rows from where it starts. */
const WINDOW_ROWS = 10_000;

/** The words next to `status: "0"` state whether nothing is there, the rate limit was reached, or it refuses. */
function judge(json: unknown): Verdict {
  const words = isRow(json) && typeof json.result === 'string' ? json.result : '';
  return /rate limit|too many requests|timeout|timed? out/i.test(words) ? 'try-again' : 'good';
}

function refuse(json: Row, who: string): never {
  const words = typeof json.result === 'string' ? json.result : String(json.message);
  const said = `“${words.slice(0, 160).toWellFormed()}”`;
  if (/api key|invalid key|free api access|plan/i.test(words)) {
    throw new AppError('forbidden', `${who} refuses the request: ${said}.`);
  }
  throw new AppError('inconsistent', `${who} answered ${said} instead of a list.`);
}

async function askProxy(
  asker: SourceAsker,
  chain: EvmChain,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const json = await asker.ask(
    { path: '', query: { chainid: String(chain.chainId), module: 'proxy', ...query }, revealed: '' },
    judge,
  );
  if (isRow(json) && json.status !== '0' && json.error === undefined) return json.result;
  return refuse(isRow(json) ? json : {}, asker.who);
}

/** Throws `inconsistent` where the endpoint's first block is another chain's. */
async function checkChain({ asker }: FetchContext, chain: EvmChain): Promise<void> {
  if (chain.genesisHash === undefined) return;
  const first = await askProxy(asker, chain, { action: 'eth_getBlockByNumber', tag: '0x0', boolean: 'false' });
  if (isRow(first) && readHash(first, 'hash') === chain.genesisHash) return;
  throw new AppError(
    'inconsistent',
    `It does not answer for ${chain.name}: its block 0 is another one. Nothing was taken from it.`,
  );
}

async function readTip({ asker }: FetchContext, chain: EvmChain): Promise<number> {
  const height = await askProxy(asker, chain, { action: 'eth_blockNumber' });
  if (typeof height === 'string' && /^0x[0-9a-fA-F]{1,12}$/.test(height)) return Number(height);
  throw new AppError('inconsistent', `${asker.who} names no height for the end of its chain.`);
}

interface Window {
  readonly startBlock: number;
  readonly page: number;
}

async function askPage(
  context: FetchContext,
  chain: EvmChain,
  action: string,
  { startBlock, page }: Window,
): Promise<readonly Row[]> {
  const { asker, addressText } = context;
  const query = {
    chainid: String(chain.chainId),
    module: 'account',
    action,
    address: addressText,
    startblock: String(startBlock),
    endblock: '999999999',
    page: String(page),
    offset: String(PAGE_ROWS),
    sort: 'asc',
  };
  const json = await asker.ask({ path: '', query, revealed: addressText }, judge);
  if (!isRow(json)) throw new AppError('inconsistent', `${asker.who} did not answer with its envelope.`);
  const isEmpty = json.status === '0' && Array.isArray(json.result) && json.result.length === 0;
  if (json.status !== '1' && !isEmpty) return refuse(json, asker.who);
  const rows = readRows(json.result, 'result');
  const heights = rows.map((row) => readCount(row, 'blockNumber'));
  if (heights.some((height, at) => height < (heights[at - 1] ?? startBlock))) {
    throw new AppError('inconsistent', `${asker.who} lists rows out of order, or below the first requested block.`);
  }
  return rows;
}

/**
 * Reads a list oldest first. A full page may break off within a block, so its last block is read again from its start;
 * where one block fills whole pages, pages are turned within the window that the source allows.
 */
async function* readList(
  context: FetchContext,
  chain: EvmChain,
  entry: (typeof LISTS)[number],
): AsyncGenerator<FetchPart> {
  const { address, source, asker } = context;
  let startBlock = 0;
  let held: Row[] = [];
  for (let page = 1; ; ) {
    const rows = await askPage(context, chain, entry.of, { startBlock, page });
    held = [...held, ...rows];
    const isLast = rows.length < PAGE_ROWS;
    const newest = held.at(-1);
    const last = newest ? readCount(newest, 'blockNumber') : startBlock;
    if (!isLast && last === startBlock && held.every((row) => readCount(row, 'blockNumber') === last)) {
      if (held.length >= WINDOW_ROWS) {
        throw new AppError(
          'unavailable',
          `${asker.who} lists no more than ${WINDOW_ROWS} rows, and block ${last} has more.`,
        );
      }
      page++;
      continue;
    }
    const sure = isLast ? held : held.filter((row) => readCount(row, 'blockNumber') < last);
    const answers = sure.map((row) => entry.read(row, address, chain));
    yield {
      kind: 'page',
      of: entry.of,
      blocks: toPartialBlocks(
        answers.flatMap((answer) => answer.placed ?? []),
        source,
      ),
      tokens: answers.flatMap((answer) => answer.token ?? []),
      reached: isLast ? Number.MAX_SAFE_INTEGER : last - 1,
      order: 'oldest-first',
      isLast,
    };
    if (isLast) return;
    startBlock = last;
    held = [];
    page = 1;
  }
}

async function* fetchAddress(context: FetchContext, chain: EvmChain): AsyncGenerator<FetchPart> {
  await checkChain(context, chain);
  yield { kind: 'tip', height: await readTip(context, chain) };
  for (const entry of LISTS) yield* readList(context, chain, entry);
}

/** The Etherscan API, version 2: one key for every chain it covers. */
export function etherscan(chain: EvmChain): OnDemandSource {
  return defineOnDemandSource({
    id: `etherscan-${chain.id}`,
    kind: 'etherscan',
    name: `Etherscan, ${chain.name}`,
    chain: chain.id,
    endpoint: 'https://api.etherscan.io/v2/api',
    needsKey: true,
    keyPlace: { in: 'query', name: 'apikey' },
    reveals: 'Etherscan learns the address, the time, the account of the key, and the network address of this server.',
    covers:
      'Transactions with fees, internal transactions and token transfers of the address. The place of a token transfer in its transaction is not told, nor are rewards and withdrawals. Some chains need a paid plan.',
    lists: LISTS,
    fetchAddress: (context) => fetchAddress(context, chain),
  });
}
