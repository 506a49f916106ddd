import type { SpentOutput } from '@trailmark/chains/utxo/block-undo';
import type { ScriptType } from '@trailmark/core/script-type';

export interface SourceHead {
  readonly height: number;
  /** Display order. */
  readonly hash: string;
}

export interface SourceBlock {
  /** As the source numbers it; checked against the parent link before the block counts. */
  readonly height: number;
  readonly raw: Uint8Array;
}

/**
 * Whole raw blocks in chain order. A source may lie, hang or answer garbage: nothing it says counts until the
 * pipeline has checked parent link, proof of work, Merkle root, txids and value balance.
 */
export interface BlockSource {
  /** For people and for coverage: "node http://127.0.0.1:8332", "block files /data/blocks". Holds no secret. */
  readonly description: string;
  /** Best block of the source. Throws `unavailable` (retried) or `inconsistent` (wrong chain: not retried). */
  head(signal?: AbortSignal): Promise<SourceHead>;
  /** Hash (display order) of the source's main-chain block at a height; undefined above its head. Used to find forks. */
  hashAt(height: number, signal?: AbortSignal): Promise<string | undefined>;
  /** Main-chain blocks `from..to` in batches of roughly `batchBytes` bytes, ascending and gapless. */
  blocks(request: { from: number; to: number; batchBytes: number; signal?: AbortSignal }): AsyncIterable<SourceBlock[]>;
  /** Unconfirmed transactions, where the source knows any. */
  mempool?(
    known: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<{ txids: readonly string[]; raw: ReadonlyMap<string, Uint8Array> }>;
  /** Lowest height that `blocks` serves; 0 unless the source begins mid-chain, as a pruned node does. Known after `head()`. */
  firstHeight?(): number;
  /** The outputs that a block spent, by transaction (coinbase left out) and input; undefined where the source does not state them. */
  spentOutputs?(block: SpendingBlock): Promise<readonly (readonly SpentOutput[])[] | undefined>;
  /** Where a main-chain block is, for messages: "blk00003.dat, byte 1,234". */
  describePlace?(height: number): string | undefined;
  /** What was found and what was left out, as of the last `head()`; sources that leave out nothing have none. */
  report?(): SourceReport;
  close(): Promise<void>;
}

/** A block whose spent outputs are wanted. */
export interface SpendingBlock {
  readonly height: number;
  /** Internal order. */
  readonly parentHash: Uint8Array;
  readonly transactions: number;
}

/** What a source found, used and ignored, for whoever started the ingest. */
export interface SourceReport {
  /** Sentences: a summary first, then one for each thing that was left out. */
  readonly lines: readonly string[];
  /** False where something that should have been read was left out. */
  readonly isComplete: boolean;
}

/** A transaction from a fact table without raw bytes. */
export interface FactTransaction {
  /** Display order. */
  readonly txid: string;
  readonly index: number;
  readonly isCoinbase: boolean;
  readonly inputs: readonly {
    /** Undefined where the table does not carry it. */
    readonly prevTxid: string | undefined;
    readonly prevVout: number;
    readonly value: bigint | undefined;
    /** Owner as stored bytes (core/owner), or undefined. */
    readonly owner: Uint8Array | undefined;
  }[];
  readonly outputs: readonly {
    readonly vout: number;
    readonly value: bigint;
    readonly owner: Uint8Array | undefined;
    readonly type: ScriptType;
  }[];
}

export interface FactBlock {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
  readonly timeEstimated: boolean;
  readonly heightEstimated: boolean;
  readonly isWhole: boolean;
  readonly transactions: readonly FactTransaction[];
}

/** Blocks of facts without raw bytes, ascending by height. */
export interface FactSource {
  readonly description: string;
  blocks(): AsyncIterable<FactBlock[]>;
}
