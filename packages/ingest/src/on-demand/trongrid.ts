import type { TronChain } from '@trailmark/chains/account/chain-definition';
import { decodeTronGridTokenTransfers, decodeTronGridTransactions } from '@trailmark/chains/tron/tron-grid';
import type { AccountKey, AccountTransaction } from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { assertTouches } from './blockscout-rows.ts';
import {
  defineOnDemandSource,
  type FetchContext,
  type FetchPart,
  type ListName,
  type OnDemandSource,
} from './on-demand-source.ts';
import { listedElsewhere, toPartialBlocks } from './placed-transactions.ts';
import { isRow, readCount, readHash } from './read-row.ts';

/** A row of one of the lists; the height is often missing. */
interface ListedRow {
  readonly hash: string;
  readonly time: number;
  readonly height: number | undefined;
  readonly transaction: Omit<AccountTransaction, 'index' | 'indexEstimated'>;
}

interface ListedPage {
  readonly rows: readonly ListedRow[];
  readonly next: string | undefined;
  readonly tokens: readonly TokenMetadata[];
}

const PAGE_ROWS = '200';

function readTransactions(answer: unknown): ListedPage {
  const { items, next } = decodeTronGridTransactions(answer);
  const rows = items
    .filter(({ isConfirmed }) => isConfirmed)
    .map(({ transaction, time, height }) => ({ hash: transaction.hash, time, height, transaction }));
  return { rows, next, tokens: [] };
}

function readTransfers(answer: unknown): ListedPage {
  const { items, next, tokens } = decodeTronGridTokenTransfers(answer);
  const rows = items
    .filter(({ isConfirmed }) => isConfirmed)
    .map(({ hash, time, move }) => ({ hash, time, height: undefined, transaction: listedElsewhere(hash, [move]) }));
  return { rows, next, tokens };
}

const LISTS: readonly {
  readonly list: ListName;
  readonly of: string;
  readonly read: (answer: unknown) => ListedPage;
}[] = [
  { list: 'transactions', of: 'transactions', read: readTransactions },
  { list: 'tokens', of: 'transactions/trc20', read: readTransfers },
];

/** Throws `inconsistent` where the endpoint's first block is another network's. */
async function checkChain({ asker }: FetchContext, chain: TronChain): Promise<void> {
  const first = await asker.ask({ path: '/wallet/getblockbynum', body: { num: 0 }, revealed: '' });
  if (isRow(first) && readHash(first, 'blockID') === chain.genesisHash) return;
  throw new AppError(
    'inconsistent',
    `It does not answer for ${chain.name}: its block 0 is another one. Nothing was taken from it.`,
  );
}

async function readTip({ asker }: FetchContext): Promise<number> {
  const block = await asker.ask({ path: '/wallet/getnowblock', body: {}, revealed: '' });
  const header = isRow(block) && isRow(block.block_header) ? block.block_header.raw_data : undefined;
  if (isRow(header)) return readCount(header, 'number');
  throw new AppError('inconsistent', `${asker.who} names no height for the end of its chain.`);
}

/** Heights of transactions: reported by a list, or requested one by one. */
class HeightFinder {
  private readonly known = new Map<string, number>();
  private readonly context: FetchContext;

  constructor(context: FetchContext) {
    this.context = context;
  }

  async find({ hash, height }: ListedRow): Promise<number> {
    const known = height ?? this.known.get(hash) ?? (await this.ask(hash));
    this.known.set(hash, known);
    return known;
  }

  private async ask(hash: string): Promise<number> {
    const { asker } = this.context;
    const info = await asker.ask({ path: '/wallet/gettransactioninfobyid', body: { value: hash }, revealed: hash });
    if (isRow(info) && readHash(info, 'id') === hash) return readCount(info, 'blockNumber');
    throw new AppError('inconsistent', `${asker.who} lists transaction ${hash} and does not know it.`);
  }
}

function checkRow({ transaction }: ListedRow, address: AccountKey): void {
  const { from, to, created, feePayer, moves, mentions } = transaction;
  const parties = moves.flatMap((move) => [move.from, move.to]);
  assertTouches(address, [from, to, created, feePayer, ...parties, ...mentions.map((mention) => mention.address)]);
}

interface PlacedRows {
  readonly rows: readonly (ListedRow & { readonly height: number })[];
  /** What ended it before every row had its height. */
  readonly fault: unknown;
}

async function placeRows(page: ListedPage, finder: HeightFinder): Promise<PlacedRows> {
  const rows: (ListedRow & { readonly height: number })[] = [];
  try {
    for (const row of page.rows) rows.push({ ...row, height: await finder.find(row) });
  } catch (fault) {
    return { rows, fault };
  }
  return { rows, fault: undefined };
}

/** The list goes by time: the last block of a page may continue on the next. */
function reachedBy(rows: PlacedRows['rows'], isLast: boolean): number | undefined {
  const last = rows.at(-1);
  if (isLast) return Number.MAX_SAFE_INTEGER;
  return last && last.height - 1;
}

async function* readList(
  context: FetchContext,
  finder: HeightFinder,
  entry: (typeof LISTS)[number],
): AsyncGenerator<FetchPart> {
  const { asker, address, addressText, source } = context;
  const path = `/v1/accounts/${addressText}/${entry.of}`;
  const seen = new Set<string>();
  let fingerprint: string | undefined = '';
  while (fingerprint !== undefined) {
    const order = { only_confirmed: 'true', limit: PAGE_ROWS, order_by: 'block_timestamp,asc' };
    const query: Record<string, string> = fingerprint === '' ? order : { ...order, fingerprint };
    const page: ListedPage = entry.read(await asker.ask({ path, query, revealed: addressText }));
    for (const row of page.rows) checkRow(row, address);
    const { rows, fault } = await placeRows(page, finder);
    const isLast = page.next === undefined && fault === undefined;
    yield {
      kind: 'page',
      of: entry.of,
      blocks: toPartialBlocks(
        rows.map((row) => ({ ...row, blockHash: '', index: undefined })),
        source,
      ),
      tokens: page.tokens,
      reached: reachedBy(rows, isLast),
      order: 'oldest-first',
      isLast,
    };
    if (fault !== undefined) throw fault;
    fingerprint = page.next;
    if (fingerprint !== undefined && seen.has(fingerprint)) {
      throw new AppError('inconsistent', 'It names the same next page twice.');
    }
    seen.add(fingerprint ?? '');
  }
}

async function* fetchAddress(context: FetchContext, chain: TronChain): AsyncGenerator<FetchPart> {
  await checkChain(context, chain);
  yield { kind: 'tip', height: await readTip(context) };
  const finder = new HeightFinder(context);
  for (const entry of LISTS) yield* readList(context, finder, entry);
}

/** TronGrid, or a server of one's own that answers as it does. */
export function trongrid(chain: TronChain): OnDemandSource {
  return defineOnDemandSource({
    id: `trongrid-${chain.id}`,
    kind: 'trongrid',
    name: 'TronGrid',
    chain: chain.id,
    endpoint: 'https://api.trongrid.io',
    needsKey: false,
    keyPlace: { in: 'header', name: 'TRON-PRO-API-KEY', prefix: '' },
    reveals:
      'Whoever runs it learns the address, the hashes of its token transfers, the time, and the network address of this server.',
    covers:
      'Transactions with fees and TRC-10 transfers, and TRC-20 transfers; the block of a token transfer that the address did not send costs a request of its own. Internal transactions are reported in part.',
    lists: LISTS,
    fetchAddress: (context) => fetchAddress(context, chain),
  });
}
