import {
  type AccountBlock,
  type AccountTransaction,
  estimateIndex,
  HAS_CALL,
  HAS_FEE,
  MOVE_UNPLACED,
  type MoveKind,
  UNTOLD_TRANSACTION,
  type ValueMove,
} from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';

/** A transaction as one row of a list reports it, with its block. */
export interface PlacedTransaction {
  readonly height: number;
  /** Empty where the row does not say. */
  readonly blockHash: string;
  readonly time: number;
  /** Undefined where the row does not say: it is derived from the hash then. */
  readonly index: number | undefined;
  readonly transaction: Omit<AccountTransaction, 'index' | 'indexEstimated'>;
}

/** A transaction of which only moves are known. */
export function listedElsewhere(hash: string, moves: readonly ValueMove[]): PlacedTransaction['transaction'] {
  return { ...UNTOLD_TRANSACTION, hash, status: 'ok', moves };
}

const RANK: Readonly<Partial<Record<MoveKind, number>>> = { fee: 0, native: 1, internal: 2, destroyed: 2, tip: 9 };

function compareMoves(a: ValueMove, b: ValueMove): number {
  const byKind = (RANK[a.kind] ?? 5) - (RANK[b.kind] ?? 5);
  if (byKind !== 0) return byKind;
  return (a.logIndex ?? Number.MAX_SAFE_INTEGER) - (b.logIndex ?? Number.MAX_SAFE_INTEGER);
}

function keyOf(move: ValueMove): string {
  const { kind, asset, from, to, amount, tokenId, logIndex, tracePath } = move;
  return [kind, asset, from, to, amount, tokenId, logIndex, tracePath].join(' ');
}

/**
 * Moves of one transaction from several pages. A page may repeat what another reported, but within one page equal moves are
 * different moves: of each the most that one page names is kept.
 */
export function joinMoves(known: readonly ValueMove[], more: readonly ValueMove[]): ValueMove[] {
  const left = new Map<string, number>();
  for (const move of known) left.set(keyOf(move), (left.get(keyOf(move)) ?? 0) + 1);
  const added = more.filter((move) => {
    const count = left.get(keyOf(move)) ?? 0;
    left.set(keyOf(move), count - 1);
    return count <= 0;
  });
  return [...known, ...added].sort(compareMoves);
}

/** A failed transaction keeps what it cost: what an inner call of it moved went back. */
function movesOf(status: AccountTransaction['status'], moves: ValueMove[]): ValueMove[] {
  return status === 'failed' ? moves.filter(({ kind }) => kind === 'fee' || kind === 'tip') : moves;
}

function joinTransactions(known: AccountTransaction, more: AccountTransaction): AccountTransaction {
  const call = (more.holds & HAS_CALL) > (known.holds & HAS_CALL) ? more : known;
  const fee = (more.holds & HAS_FEE) > (known.holds & HAS_FEE) ? more : known;
  const place = known.indexEstimated ? more : known;
  return {
    ...call,
    index: place.index,
    indexEstimated: place.indexEstimated,
    fee: fee.fee,
    feePayer: fee.feePayer,
    holds: known.holds | more.holds,
    moves: movesOf(call.status, joinMoves(known.moves, more.moves)),
  };
}

interface OpenBlock {
  readonly block: AccountBlock;
  readonly transactions: Map<string, AccountTransaction>;
}

/** Puts what pages of lists report about one address together into partial blocks. */
export class HistoryAssembler {
  private readonly blocks = new Map<number, OpenBlock>();
  private readonly heights = new Map<string, number>();

  get transactionCount(): number {
    return this.heights.size;
  }

  /** Throws `inconsistent` where a page contradicts another: nothing of that page is taken then. */
  add(page: readonly AccountBlock[]): void {
    for (const block of page) this.check(block);
    for (const block of page) this.take(block);
  }

  private check(block: AccountBlock): void {
    const known = this.blocks.get(block.height)?.block;
    const differs = known && known.hash !== '' && block.hash !== '' && known.hash !== block.hash;
    if (differs || (known && known.time !== block.time)) {
      throw new AppError('inconsistent', `Its lists disagree about block ${block.height}: hash or time differ.`);
    }
    for (const { hash } of block.transactions) {
      const height = this.heights.get(hash);
      if (height === undefined || height === block.height) continue;
      throw new AppError(
        'inconsistent',
        `It places transaction ${hash} in block ${height} and in block ${block.height}.`,
      );
    }
  }

  private take(block: AccountBlock): void {
    const open = this.blocks.get(block.height);
    const transactions = open?.transactions ?? new Map<string, AccountTransaction>();
    const hash = open?.block.hash || block.hash;
    this.blocks.set(block.height, { block: { ...(open?.block ?? block), hash }, transactions });
    for (const tx of block.transactions) {
      const known = transactions.get(tx.hash);
      transactions.set(tx.hash, known ? joinTransactions(known, tx) : tx);
      this.heights.set(tx.hash, block.height);
    }
  }

  /** The blocks, ascending, with their transactions in order of index. */
  finish(): AccountBlock[] {
    return [...this.blocks.values()]
      .sort((a, b) => a.block.height - b.block.height)
      .map(({ block, transactions }) => ({
        ...block,
        transactions: [...transactions.values()].sort((a, b) => a.index - b.index),
      }));
  }
}

/** Rows of one transaction as one; a transaction that a page lists twice is still one. */
function joinRows(rows: readonly PlacedTransaction[]): Iterable<PlacedTransaction> {
  const joined = new Map<string, PlacedTransaction>();
  for (const row of rows) {
    const known = joined.get(row.transaction.hash);
    if (known && known.height !== row.height) {
      throw new AppError('inconsistent', `It places transaction ${row.transaction.hash} in two blocks.`);
    }
    if ((known?.transaction.holds ?? 0) & row.transaction.holds & HAS_CALL) continue;
    const moves = [...(known?.transaction.moves ?? []), ...row.transaction.moves].sort(compareMoves);
    joined.set(row.transaction.hash, { ...(known ?? row), transaction: { ...(known ?? row).transaction, moves } });
  }
  return joined.values();
}

function startBlock({ height, blockHash, time }: PlacedTransaction, source: string) {
  const transactions: AccountTransaction[] = [];
  const unknown = { parentHash: '', producer: '', holds: 0, transactionTotal: undefined, moves: [] };
  return { ...unknown, height, hash: blockHash, time, source, transactions };
}

/** Partial blocks of the rows of one page. Throws `inconsistent` where rows disagree about a block. */
export function toPartialBlocks(rows: readonly PlacedTransaction[], source: string): AccountBlock[] {
  const blocks = new Map<number, ReturnType<typeof startBlock>>();
  for (const row of joinRows(rows)) {
    const { height, blockHash, time, index, transaction } = row;
    const block = blocks.get(height) ?? startBlock(row, source);
    if (block.time !== time || (block.hash && blockHash && block.hash !== blockHash)) {
      throw new AppError('inconsistent', `Its rows disagree about block ${height}: hash or time differ.`);
    }
    block.hash ||= blockHash;
    block.transactions.push({
      ...transaction,
      index: index ?? estimateIndex(transaction.hash),
      indexEstimated: index === undefined,
    });
    blocks.set(height, block);
  }
  return [...blocks.values()];
}

/** A move of a token as a list reports it; without a log index its place in the transaction is not known. */
export function listedMove(
  move: Pick<ValueMove, 'kind' | 'asset' | 'from' | 'to' | 'amount'> & Partial<ValueMove>,
): ValueMove {
  const isPlaced = move.logIndex !== undefined || move.tracePath !== undefined;
  return {
    tokenId: undefined,
    logIndex: undefined,
    tracePath: undefined,
    flags: isPlaced ? 0 : MOVE_UNPLACED,
    ...move,
  };
}
