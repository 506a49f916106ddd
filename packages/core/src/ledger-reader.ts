import type {
  ActivityPoint,
  BlockRecord,
  CounterpartyTotals,
  FetchedCoverage,
  HeightRange,
  HistoryEntry,
  HistoryFilter,
  OutputPlace,
  OwnerTotals,
  Spender,
  TransactionRecord,
  UnspentOutput,
} from './ledger.ts';
import type { Owner } from './owner.ts';
import type { Position } from './position.ts';

export interface ReadOptions {
  /** Aborting ends the work in the store too. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reading one chain's facts. Every look-up takes a batch, because one store query costs about a millisecond
 * whatever it asks; nothing here may be called once per row, address or hop.
 * All methods reject with AppError `unavailable` (time limit, cancelled) or `inconsistent` (the store contradicts itself).
 */
export interface LedgerReader {
  /** Highest block of the main index: undefined while nothing is held. */
  tip(): BlockRecord | undefined;
  transactionCount(): number;
  /** Consecutive runs of heights held, ascending. */
  heightRanges(): readonly HeightRange[];
  /** In memory; undefined where the height is not held. */
  block(height: number): BlockRecord | undefined;
  blockByHash(hash: string): BlockRecord | undefined;
  /** Blocks below `before` (exclusive), highest first. */
  blocksBefore(before: number | undefined, limit: number): readonly BlockRecord[];
  /** Records by position, in the order asked; undefined for positions not held. */
  records(positions: readonly Position[], options?: ReadOptions): Promise<(TransactionRecord | undefined)[]>;
  /** Txids (display order) by position, in the order asked; undefined for positions not held. Far cheaper than records. */
  txids(positions: readonly Position[], options?: ReadOptions): Promise<(string | undefined)[]>;
  /** Positions of the block's transactions in block order are `toPosition(height, 0..count-1)`; partial blocks may skip indexes. */
  blockPositions(height: number, options?: ReadOptions): Promise<Position[]>;
  /** Raw bytes by position; absent where the source carried none. */
  rawTransactions(positions: readonly Position[], options?: ReadOptions): Promise<Map<Position, Uint8Array>>;
  /** Txids (display order) of a whole block in block order, for Merkle proofs. */
  blockTxids(height: number, options?: ReadOptions): Promise<string[]>;
  /** All positions at which each txid (display order) was mined, ascending. */
  positionsOf(txids: readonly string[], options?: ReadOptions): Promise<Map<string, Position[]>>;
  /** Txids that begin with the given hex digits, at most `limit`. */
  txidsByPrefix(prefix: string, limit: number, options?: ReadOptions): Promise<{ txid: string; position: Position }[]>;
  /** Totals by `ownerId`; owners never seen are absent. */
  totals(owners: readonly Owner[], options?: ReadOptions): Promise<Map<string, OwnerTotals>>;
  /** A page of history strictly after `after` in the asked order. */
  history(
    owner: Owner,
    filter: HistoryFilter,
    page: { after?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<HistoryEntry[]>;
  /** Net sum of the owner's entries at or below a position (inclusive): the balance there. */
  balanceAt(owner: Owner, position: Position, options?: ReadOptions): Promise<bigint>;
  /** Unspent outputs strictly after the given place, oldest first. */
  unspent(
    owner: Owner,
    page: { after?: { position: Position; vout: number } | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<UnspentOutput[]>;
  /** Spender of each output that is spent, keyed `position:vout`. */
  spenders(outputs: readonly OutputPlace[], options?: ReadOptions): Promise<Map<string, Spender>>;
  counterparties(
    owner: Owner,
    page: { sort: 'sent' | 'received' | 'count' | 'last'; offset: number; limit: number },
    options?: ReadOptions,
  ): Promise<{ items: CounterpartyTotals[]; total: number }>;
  /** Positions at which both owners take part, newest first, strictly below `before`. */
  links(
    a: Owner,
    b: Owner,
    page: { before?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<Position[]>;
  /** Sums per period of `seconds` (or calendar month when 'month'), ascending, plus hour-by-weekday counts (Monday first, UTC). */
  activity(
    owner: Owner,
    period: number | 'month',
    options?: ReadOptions,
  ): Promise<{ points: ActivityPoint[]; weekdayHours: number[][] }>;
  /** Owners of one form whose first eight payload bytes lie in the range, with how often they were used. */
  ownersInRange(
    range: { type: number; from: bigint; to: bigint },
    limit: number,
    options?: ReadOptions,
  ): Promise<{ owner: Owner; transactionCount: number }[]>;
  /** SHA-256 script hashes (hex) of P2PK outputs to their owners; used by script-hash look-ups. */
  ownerOfScriptHash(scriptHash: string, options?: ReadOptions): Promise<Owner | undefined>;
  /** What was fetched of an owner on demand, newest first. */
  fetched(owner: Owner, options?: ReadOptions): Promise<FetchedCoverage[]>;
}

/** An unconfirmed transaction of the overlay: a claim of our node, never part of the index. */
export interface UnconfirmedTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
  /** When our node first told us, seconds. */
  readonly seen: number;
  /** `position` is -1; inputs are resolved against the index and the overlay. */
  readonly record: TransactionRecord;
  readonly vsize: number;
}

export interface UnconfirmedOverlay {
  /** Seconds at which the node was last read. */
  readonly asOf: number | undefined;
  get(txid: string): UnconfirmedTransaction | undefined;
  list(limit: number): readonly UnconfirmedTransaction[];
  count(): number;
  /** Transactions paying to or spending from the owner, by `ownerId`. */
  byOwner(ownerId: string): readonly UnconfirmedTransaction[];
  spenderOf(txid: string, vout: number): { txid: string; input: number } | undefined;
}
