import { type CollectedItems, ItemCollector } from '@trailmark/analysis/nft/collect-items';
import type { ItemTransaction } from '@trailmark/analysis/nft/read-items';
import { WRAPPED_COINS } from '@trailmark/analysis/protocols/wrapped-coins';
import type { AccountKey } from '@trailmark/core/account-block';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledger/ledgers.ts';

/** Transactions read together. */
const BATCH = 2_000;
/** Transactions of one collection that an answer reads: beyond, it says where it stopped. */
export const MOST_TRANSACTIONS = 250_000;
/** Transfers read of one transaction: a contract can write any number. */
export const MOST_MOVES = 20_000;

/** A collection as read, and whether more of it is indexed. */
export interface ReadCollection extends CollectedItems {
  readonly transactionCount: number;
  readonly isCut: boolean;
  /** Transactions of which more moved than was read. */
  readonly cutTransactions: number;
}

/** Whole transactions as the rules read them, those that are indexed. */
export async function readItemTransactions(
  { id, reader }: ServedAccounts,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<ItemTransaction[]> {
  const [records, moves, logs] = await Promise.all([
    reader.transactions(positions, read),
    reader.movesOf(positions, MOST_MOVES, read),
    reader.logsOf(positions, read),
  ]);
  return records.flatMap((transaction) => {
    if (!transaction) return [];
    const { position } = transaction;
    const time = reader.block(positionHeight(position))?.time ?? 0;
    return [{ chain: id, time, transaction, moves: moves.get(position) ?? [], logs: logs.get(position) ?? [] }];
  });
}

/** Transactions of which more moved than was read. */
export function countCutTransactions(transactions: readonly Pick<ItemTransaction, 'moves'>[]): number {
  return transactions.filter(({ moves }) => moves.length >= MOST_MOVES).length;
}

/** Reads a collection from its first transaction on. */
export async function collectCollection(
  ledger: ServedAccounts,
  contract: AccountKey,
  read: ReadOptions,
): Promise<ReadCollection> {
  const collector = new ItemCollector(contract, WRAPPED_COINS[ledger.id]);
  let after: Position | undefined;
  let transactionCount = 0;
  let cutTransactions = 0;
  for (;;) {
    const positions = await ledger.reader.contractPositions(contract, { after, limit: BATCH }, read);
    const transactions = await readItemTransactions(ledger, positions, read);
    cutTransactions += countCutTransactions(transactions);
    for (const transaction of transactions) collector.add(transaction);
    transactionCount += positions.length;
    after = positions.at(-1);
    const isEnd = positions.length < BATCH;
    if (isEnd || transactionCount >= MOST_TRANSACTIONS)
      return { ...collector.finish(), transactionCount, isCut: !isEnd, cutTransactions };
  }
}
