import type { AccountBlock, AddressCoverage } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { TokenMetadata } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';

/** What the writer must know of a block whose rows are in files. */
export interface EncodedBlockHead {
  readonly height: number;
  /** Empty where the source did not say. */
  readonly hash: string;
  /** BLOCK_ bits. */
  readonly holds: number;
}

/** A batch on disk, ready for the store: plain data, so that it crosses threads. */
export interface EncodedAccountBatch {
  /** Directory that holds one Native file a table; the writer removes it after the commit. */
  readonly directory: string;
  /** Ascending by height. */
  readonly blocks: readonly EncodedBlockHead[];
  readonly transactions: number;
  readonly moves: number;
}

/** The one writer of an account chain. Calls are carried out one after the other, in the order made. */
export interface AccountWriter {
  /** Inserts each table after the other, so that queries keep a core. */
  isGentle: boolean;
  /**
   * Writes ascending blocks, all of them or none. A height that is indexed gives way to a whole block; the same block twice
   * changes nothing. Throws `conflict` where a stored block has another hash, or would give way to a part.
   */
  commit(blocks: readonly AccountBlock[]): Promise<void>;
  /** The same for blocks that `encodeAccountBatch` has put into files. */
  commitEncoded(batch: EncodedAccountBatch): Promise<void>;
  /**
   * Adds single transactions to what is stored: facts that are stored already are not added twice, transactions known by fewer
   * facts are completed. Returns how many transactions and moves are new. Throws `inconsistent` where a fact contradicts.
   */
  merge(
    blocks: readonly AccountBlock[],
    coverage?: AddressCoverage,
  ): Promise<{ readonly transactions: number; readonly moves: number }>;
  /** Removes heights, inclusive; without an upper bound everything from there on. */
  invalidate(fromHeight: number, toHeight?: number): Promise<void>;
  /** Keeps what token contracts state about themselves; the latest statement counts. */
  putTokens(tokens: readonly TokenMetadata[]): Promise<void>;
}

/** One account chain of the store. */
export interface AccountChainStore {
  readonly chain: AccountChainId;
  readonly reader: AccountLedger;
  readonly writer: AccountWriter;
  /** Where batches are staged before they are committed: what `encodeAccountBatch` takes. */
  readonly stagingDirectory: string;
}
