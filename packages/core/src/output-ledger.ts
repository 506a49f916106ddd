import type { Owner } from './owner.ts';
import type { Position } from './position.ts';
import type { ReadOptions } from './read-options.ts';
import type { ScriptType } from './script-type.ts';

/** A block as it is indexed. */
export interface BlockRecord {
  readonly height: number;
  /** Display order. */
  readonly hash: string;
  /** 80 bytes, or undefined where the source carried no header. */
  readonly header: Uint8Array | undefined;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly timeEstimated: boolean;
  readonly heightEstimated: boolean;
  /** Every transaction of the block is indexed. */
  readonly isWhole: boolean;
  readonly transactionCount: number;
  /** Bytes, and weight units; undefined where the source carried no raw block. */
  readonly size: number | undefined;
  readonly weight: number | undefined;
  /** Words for people: where the block came from. */
  readonly source: string;
}

export interface RecordInput {
  /** Undefined: the previous output is not in the index, or the input is a coinbase. */
  readonly owner: Owner | undefined;
  /** Smallest unit; undefined when not known. */
  readonly value: bigint | undefined;
  /** Position of the funding transaction; undefined when not in the index. */
  readonly source: Position | undefined;
  readonly vout: number;
  /** The previous output was a bare public key. */
  readonly isP2pk: boolean;
}

export interface RecordOutput {
  /** Undefined for provably unspendable outputs. */
  readonly owner: Owner | undefined;
  readonly value: bigint;
  readonly type: ScriptType;
}

/** A transaction in the form every screen needs: no scripts, no witnesses, inputs resolved. */
export interface TransactionRecord {
  readonly position: Position;
  /** Display order. */
  readonly txid: string;
  /** Undefined when an input value is not known. A coinbase has fee 0n. */
  readonly fee: bigint | undefined;
  readonly isCoinbase: boolean;
  /** Raw bytes are stored and hash to the txid. */
  readonly hasRaw: boolean;
  readonly inputs: readonly RecordInput[];
  readonly outputs: readonly RecordOutput[];
}

/** Counted facts about one owner over all indexed blocks. */
export interface OwnerTotals {
  readonly received: bigint;
  readonly sent: bigint;
  /** Part of `received` that can never be spent. */
  readonly unspendable: bigint;
  readonly transactionCount: number;
  readonly receiveCount: number;
  readonly spendCount: number;
  /** Spends whose funding output is not indexed: the balance is not known when above 0. */
  readonly unfundedSpends: number;
  readonly firstPosition: Position | undefined;
  readonly lastPosition: Position | undefined;
  /** At least one output was a bare public key. */
  readonly hasP2pk: boolean;
}

/** One transaction in an owner's history. `received - sent` is the net change. */
export interface HistoryEntry {
  readonly position: Position;
  readonly received: bigint;
  readonly sent: bigint;
}

export interface HistoryFilter {
  readonly direction?: 'in' | 'out' | 'self' | undefined;
  /** Inclusive heights. */
  readonly fromHeight?: number | undefined;
  readonly toHeight?: number | undefined;
  /** Inclusive block times, seconds. */
  readonly fromTime?: number | undefined;
  readonly toTime?: number | undefined;
  /** Inclusive bounds on the absolute net amount. */
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  /** Only transactions in which this owner takes part too. */
  readonly counterparty?: Owner | undefined;
  readonly order: 'newest' | 'oldest';
}

export interface UnspentOutput {
  readonly position: Position;
  readonly vout: number;
  readonly value: bigint;
  /** False for the genesis coinbase and overwritten BIP 30 duplicates. */
  readonly isSpendable: boolean;
}

export interface CounterpartyTotals {
  readonly owner: Owner;
  readonly sentTo: bigint;
  readonly receivedFrom: bigint;
  readonly transactionCount: number;
  readonly firstPosition: Position;
  readonly lastPosition: Position;
}

export interface ActivityPoint {
  /** Start of the period, seconds UTC. */
  readonly time: number;
  readonly received: bigint;
  readonly sent: bigint;
  readonly transactions: number;
}

/** A run of consecutive heights from one source. */
export interface HeightRange {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly blocks: number;
  readonly source: string;
  readonly raw: boolean;
  readonly wholeBlocks: boolean;
  readonly timeEstimated: boolean;
  readonly heightEstimated: boolean;
}

/** An output, named by the position of its transaction. */
export interface OutputPlace {
  readonly position: Position;
  readonly vout: number;
  readonly owner: Owner;
}

export interface Spender {
  readonly position: Position;
  readonly input: number;
}

/** What was fetched of one owner on demand, from an external source. */
export interface FetchedCoverage {
  readonly source: string;
  /** Seconds, when it was requested. */
  readonly fetchedAt: number;
  readonly fromHeight: number;
  readonly toHeight: number;
  /** The source stated that there is no more, and all of it is indexed. */
  readonly isComplete: boolean;
  readonly note: string | undefined;
}

/**
 * Reading one chain's facts. Every query takes a batch, because one store query costs about a millisecond
 * whatever it reads; nothing here may be called once per row, address or hop.
 * All methods reject with AppError `unavailable` (time limit, cancelled) or `inconsistent` (the store contradicts itself).
 */
/** Why a transaction that was seen is not on the chain. */
export type VanishReason = 'reorganised' | 'replaced' | 'dropped';

/** A transaction that was seen and is not on the chain: evidence that it existed, and no fact of the ledger. */
export interface VanishedTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
  /** `reorganised`: its block lost. `replaced`: another transaction spends one of its inputs. `dropped`: the node no longer lists it. */
  readonly reason: VanishReason;
  /** Seconds since 1970: when our node first listed it, or the time of its block. */
  readonly firstSeen: number;
  /** Seconds since 1970: when it was last listed, or when its block was taken back. */
  readonly lastSeen: number;
  /** Where it was mined, for `reorganised`. */
  readonly block: { readonly height: number; readonly hash: string } | undefined;
  /** Txid of what spends the same output, for `replaced`. */
  readonly replacedBy: string | undefined;
}

export interface OutputLedger {
  /** Calls after every commit and removal of blocks. Absent on ledgers that never change. Returns what ends it. */
  onChange?(listener: () => void): () => void;
  /** Highest block of the main index: undefined while nothing is indexed. */
  tip(): BlockRecord | undefined;
  transactionCount(): number;
  /** Consecutive runs of indexed heights, ascending. */
  heightRanges(): readonly HeightRange[];
  /** In memory; undefined where the height is not indexed. */
  block(height: number): BlockRecord | undefined;
  blockByHash(hash: string): BlockRecord | undefined;
  /** Blocks below `before` (exclusive), highest first. */
  blocksBefore(before: number | undefined, limit: number): readonly BlockRecord[];
  /** Records by position, in the requested order; undefined for positions not indexed. */
  records(positions: readonly Position[], options?: ReadOptions): Promise<(TransactionRecord | undefined)[]>;
  /** Txids (display order) by position, in the requested order; undefined for positions not indexed. Far cheaper than records. */
  txids(positions: readonly Position[], options?: ReadOptions): Promise<(string | undefined)[]>;
  /** Positions of the block's transactions in block order are `toPosition(height, 0..count-1)`; partial blocks may skip indexes. */
  blockPositions(height: number, options?: ReadOptions): Promise<Position[]>;
  /** Raw bytes by position; absent where the source carried none. */
  rawTransactions(positions: readonly Position[], options?: ReadOptions): Promise<Map<Position, Uint8Array>>;
  /** Txids (display order) of a whole block in block order, for Merkle proofs. */
  blockTxids(height: number, options?: ReadOptions): Promise<string[]>;
  /** The same of many blocks by height, ascending; everything from the lowest to the highest is read. */
  txidsOfBlocks(heights: readonly number[], options?: ReadOptions): Promise<Map<number, string[]>>;
  /** All positions at which each txid (display order) was mined, ascending. */
  positionsOf(txids: readonly string[], options?: ReadOptions): Promise<Map<string, Position[]>>;
  /** Txids that begin with the given hex digits, at most `limit`. */
  txidsByPrefix(prefix: string, limit: number, options?: ReadOptions): Promise<{ txid: string; position: Position }[]>;
  /** Totals by `ownerId`; owners never seen are absent. */
  totals(owners: readonly Owner[], options?: ReadOptions): Promise<Map<string, OwnerTotals>>;
  /** A page of history strictly after `after` in the requested order. */
  history(
    owner: Owner,
    filter: HistoryFilter,
    page: { after?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<HistoryEntry[]>;
  /** Where an owner takes part, ascending, each transaction once, strictly after `after`: a long history at the least cost. */
  ownerPositions(
    owner: Owner,
    page: { after?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<readonly Position[]>;
  /** Histories of many owners by `ownerId`, oldest first: of each the first `limitEach` transactions. Owners never seen are absent. */
  histories(
    owners: readonly Owner[],
    limitEach: number,
    options?: ReadOptions,
  ): Promise<Map<string, readonly HistoryEntry[]>>;
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
  /** Owners of one form whose first eight payload bytes are in the range, with how often they were used. */
  ownersInRange(
    range: { type: number; from: bigint; to: bigint },
    limit: number,
    options?: ReadOptions,
  ): Promise<{ owner: Owner; transactionCount: number }[]>;
  /** The owner whose own script (not that of its bare key) has a SHA-256 (hex); used by script-hash searches. */
  ownerOfScriptHash(scriptHash: string, options?: ReadOptions): Promise<Owner | undefined>;
  /** Position of a transaction with a P2PK output whose script has a SHA-256 (hex); the key itself is in its raw bytes only. */
  positionOfKeyScript(scriptHash: string, options?: ReadOptions): Promise<Position | undefined>;
  /** What is kept of a transaction that was seen and is not on the chain, the last first; also where it came back later. */
  vanished(txid: string, options?: ReadOptions): Promise<VanishedTransaction[]>;
  /** What was fetched of an owner on demand, newest first. */
  fetched(owner: Owner, options?: ReadOptions): Promise<FetchedCoverage[]>;
}
