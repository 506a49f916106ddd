import {
  type AccountBlock,
  type AccountTransaction,
  BLOCK_MOVES_INDEX,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { AccountBlockRecord, AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import { AppError } from '@trailmark/core/errors';
import { type Position, positionHeight, positionIndex, toPosition } from '@trailmark/core/position';
import { checkHashes } from '../encode-batch.ts';
import {
  readBlockPositions,
  readMovesOf,
  readPositionsOf,
  readStoredLogs,
  readTransactions,
} from '../reads/account-look-ups.ts';
import type { AccountScope } from '../reads/account-scope.ts';
import { mergeMoves } from './merge-moves.ts';
import { checkMayBeNew, checkSameHeight, mergeBlockRecord, mergeTransaction } from './merge-transaction.ts';

/** More moves than any transaction has. */
const ALL_MOVES = 0xffff_fff0;
/** Indexes above this are estimates. */
const FIRST_ESTIMATE = 2 ** 19;

/** A block as it must be written: only the transactions that are new or have changed, and how many it then has in all. */
export interface PlannedBlock {
  readonly block: AccountBlock;
  readonly transactionCount: number;
}

export interface MergePlan {
  readonly blocks: readonly PlannedBlock[];
  /** Places whose rows give way. */
  readonly cleared: readonly Position[];
  /** Places that get rows. */
  readonly written: readonly Position[];
  readonly transactions: number;
  readonly moves: number;
}

interface IndexedTransaction {
  readonly position: Position;
  readonly transaction: AccountTransaction;
}

interface Held {
  /** By hash. */
  readonly transactions: ReadonlyMap<string, IndexedTransaction>;
  /** What is at the requested places. */
  readonly taken: Map<Position, string>;
  readonly blockMoves: ReadonlyMap<Position, readonly ValueMove[]>;
}

function withoutPlace({ position: _position, slot: _slot, ...move }: StoredMove): ValueMove {
  return move;
}

function movesAt(moves: ReadonlyMap<Position, StoredMove[]>, position: Position): ValueMove[] {
  return (moves.get(position) ?? []).map(withoutPlace);
}

/** Whole transactions as they are stored, by hash. */
async function readWhole(
  scope: AccountScope,
  records: readonly AccountTransactionRecord[],
): Promise<Map<string, IndexedTransaction>> {
  const positions = records.map(({ position }) => position);
  const moves = await readMovesOf(scope, positions, ALL_MOVES);
  const logs = Map.groupBy(await readStoredLogs(scope, positions), ({ position }) => position);
  return new Map(
    records.map(({ position, ...record }) => {
      const own = logs.get(position) ?? [];
      const transaction: AccountTransaction = {
        ...record,
        index: positionIndex(position),
        moves: movesAt(moves, position),
        logs: own.map(({ log }) => log),
        mentions: own.flatMap(({ log, mentions }) => mentions.map((address) => ({ address, logIndex: log.logIndex }))),
      };
      return [record.hash, { position, transaction }];
    }),
  );
}

async function readRecords(scope: AccountScope, positions: readonly Position[]): Promise<AccountTransactionRecord[]> {
  return (await readTransactions(scope, positions)).flatMap((record) => record ?? []);
}

/** Blocks whose time gets better are read whole: their rows carry the time. */
function retimed(scope: AccountScope, blocks: readonly AccountBlock[]): AccountBlock[] {
  return blocks.filter((block) => {
    const held = scope.blocks.get(block.height);
    return held !== undefined && mergeBlockRecord(held, block).time !== held.time;
  });
}

async function readIndexed(scope: AccountScope, blocks: readonly AccountBlock[]): Promise<Held> {
  const told = blocks.flatMap((block) => block.transactions.map((transaction) => ({ block, transaction })));
  const found = await readPositionsOf(
    scope,
    told.map(({ transaction }) => transaction.hash),
  );
  for (const { block, transaction } of told) {
    const position = found.get(transaction.hash);
    if (position !== undefined) checkSameHeight(transaction.hash, positionHeight(position), block.height);
  }
  const whole: Position[] = [...found.values()];
  const rewritten = retimed(scope, blocks);
  for (const { height } of rewritten) whole.push(...(await readBlockPositions(scope, height)));
  const transactions = await readWhole(scope, await readRecords(scope, [...new Set(whole)]));
  const places = told.map(({ block, transaction }) => toPosition(block.height, transaction.index));
  const taken = new Map((await readRecords(scope, places)).map(({ position, hash }) => [position, hash]));
  const withMoves = [...blocks.filter(({ moves }) => moves.length > 0), ...rewritten];
  const moves = await readMovesOf(
    scope,
    withMoves.map(({ height }) => toPosition(height, BLOCK_MOVES_INDEX)),
    ALL_MOVES,
  );
  const blockMoves = new Map([...moves.keys()].map((position) => [position, movesAt(moves, position)]));
  return { transactions, taken, blockMoves };
}

/** A comparable text of everything a transaction says. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
}

class Planner {
  private readonly scope: AccountScope;
  private readonly held: Held;
  private readonly cleared: Position[] = [];
  private readonly blocks: PlannedBlock[] = [];
  private transactions = 0;
  private moves = 0;

  constructor(scope: AccountScope, held: Held) {
    this.scope = scope;
    this.held = held;
  }

  async add(told: AccountBlock): Promise<void> {
    const record = this.scope.blocks.get(told.height);
    const merged = mergeBlockRecord(record, told);
    const isRetimed = record !== undefined && merged.time !== record.time;
    const written = new Map<string, AccountTransaction>();
    if (isRetimed) this.rewriteAll(told.height, written);
    let added = 0;
    for (const transaction of told.transactions) {
      const known = this.held.transactions.get(transaction.hash);
      if (known) {
        this.complete(record, known, transaction, written);
      } else {
        checkMayBeNew(record, transaction);
        const index = await this.placeFor(told.height, transaction);
        written.set(transaction.hash, { ...transaction, index });
        this.moves += transaction.moves.length;
        added++;
      }
    }
    const moves = this.mergeBlockMoves(told, isRetimed);
    this.transactions += added;
    const transactionCount = (record?.transactionCount ?? 0) + added;
    const after: AccountBlockRecord = { ...merged, transactionCount };
    if (written.size === 0 && moves === undefined && record && textOf(record) === textOf(after)) return;
    const block: AccountBlock = { ...merged, transactions: [...written.values()], moves: moves ?? [] };
    this.blocks.push({ block, transactionCount });
  }

  finish(): MergePlan {
    const { blocks, cleared, transactions, moves } = this;
    const written = blocks.flatMap(({ block }) => [
      ...block.transactions.map(({ index }) => toPosition(block.height, index)),
      ...(block.moves.length > 0 ? [toPosition(block.height, BLOCK_MOVES_INDEX)] : []),
    ]);
    return { blocks, cleared: [...new Set(cleared)], written, transactions, moves };
  }

  private rewriteAll(height: number, written: Map<string, AccountTransaction>): void {
    for (const { position, transaction } of this.held.transactions.values()) {
      if (positionHeight(position) !== height) continue;
      written.set(transaction.hash, transaction);
      this.cleared.push(position);
    }
  }

  private complete(
    record: AccountBlockRecord | undefined,
    { position, transaction: known }: IndexedTransaction,
    told: AccountTransaction,
    written: Map<string, AccountTransaction>,
  ): void {
    const merged = mergeTransaction(known, told, record);
    if (textOf(merged) === textOf(known)) return;
    if (merged.index !== known.index) this.checkFree(toPosition(positionHeight(position), merged.index), known.hash);
    if (!written.has(known.hash)) this.cleared.push(position);
    written.set(known.hash, merged);
    this.moves += Math.max(0, merged.moves.length - known.moves.length);
  }

  /** The reported index where it is free; the next free one where it is an estimate that another transaction got first. */
  private async placeFor(height: number, { hash, index, indexEstimated }: AccountTransaction): Promise<number> {
    if (!indexEstimated) this.checkFree(toPosition(height, index), hash);
    for (let next = index; ; next = next + 1 < BLOCK_MOVES_INDEX ? next + 1 : FIRST_ESTIMATE) {
      const position = toPosition(height, next);
      const taken =
        this.held.taken.get(position) ??
        (next === index ? undefined : (await readRecords(this.scope, [position]))[0]?.hash);
      if (taken === undefined) {
        this.held.taken.set(position, hash);
        return next;
      }
    }
  }

  private checkFree(position: Position, hash: string): void {
    const taken = this.held.taken.get(position);
    if (taken === undefined || taken === hash) return;
    const place = `transaction ${positionIndex(position)} of block ${positionHeight(position)}`;
    const message = `The source contradicts what is indexed: ${place} is ${taken}, and it reports ${hash}.`;
    throw new AppError('inconsistent', message);
  }

  /** Undefined where the block's own moves stay as they are. */
  private mergeBlockMoves(told: AccountBlock, isRetimed: boolean): readonly ValueMove[] | undefined {
    const position = toPosition(told.height, BLOCK_MOVES_INDEX);
    const held = this.held.blockMoves.get(position) ?? [];
    const merged = told.moves.length > 0 ? mergeMoves(held, told.moves) : held;
    if (merged.length === held.length && !isRetimed) return undefined;
    if (held.length > 0) this.cleared.push(position);
    this.moves += merged.length - held.length;
    return merged;
  }
}

/** One report of each height, ascending: a list may name a block more than once. */
function gatherHeights(blocks: readonly AccountBlock[]): AccountBlock[] {
  const byHeight = new Map<number, AccountBlock>();
  for (const block of blocks) {
    checkHashes(block);
    const known = byHeight.get(block.height) ?? { ...block, transactions: [], moves: [] };
    byHeight.set(block.height, joinTellings(known, block));
  }
  return [...byHeight.values()].sort((a, b) => a.height - b.height);
}

function joinTellings(a: AccountBlock, b: AccountBlock): AccountBlock {
  const transactions = new Map(a.transactions.map((transaction) => [transaction.hash, transaction]));
  // Also a list that names one transaction twice in a block.
  for (const transaction of b.transactions) {
    const known = transactions.get(transaction.hash);
    transactions.set(transaction.hash, known ? mergeTransaction(known, transaction, undefined) : transaction);
  }
  const record = mergeBlockRecord({ ...a, transactionCount: a.transactions.length }, b);
  return { ...record, transactions: [...transactions.values()], moves: mergeMoves(a.moves, b.moves) };
}

/** What must be written so that the store has what it had and what is reported, each fact once. */
export async function planMerge(scope: AccountScope, blocks: readonly AccountBlock[]): Promise<MergePlan> {
  const told = gatherHeights(blocks);
  const held = await readIndexed(scope, told);
  const planner = new Planner(scope, held);
  for (const block of told) await planner.add(block);
  return planner.finish();
}
