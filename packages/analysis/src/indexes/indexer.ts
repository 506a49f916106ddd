import type { ChainId } from '@trailmark/core/chain';
import type { Transfer } from '@trailmark/core/ledger';
import type { TransactionRecord } from '@trailmark/core/output-ledger';

/** What of a block an indexer reads: transfers on every chain, records of transactions on chains of outputs only. */
export interface BlockFacts {
  /** In block order. */
  readonly transfers: readonly Transfer[];
  readonly records: readonly TransactionRecord[];
}

/** A block as an index takes it in. */
export interface IndexBlock<Facts> {
  readonly height: number;
  /** Display order. */
  readonly hash: string;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  /** Every block from 0 up to here is whole, at heights that are facts: "never seen before" can be known. */
  readonly isGapless: boolean;
  /** Can no longer be taken back. */
  readonly isFinal: boolean;
  readonly facts: Facts;
}

/** How far an index is. */
export interface IndexProgress {
  readonly state: 'building' | 'ready';
  /** Highest block taken in. */
  readonly height: number | undefined;
  readonly hash: string | undefined;
  readonly transactions: number;
  /** 0 to 1. */
  readonly progress: number;
}

/**
 * Something derived from the blocks of a chain and kept in step with them: fed after each commit, taken back with each block
 * that a reorganisation removes. The law every indexer is tested on: update, invalidate, update gives what update alone gives.
 */
export interface IndexerDefinition<Reads extends keyof BlockFacts, State> {
  readonly id: string;
  readonly reads: Reads;
  /** Whether a chain has this index. An indexer that reads `records` returns true for chains of outputs only. */
  suits(chain: ChainId): boolean;
  /** Names the method and everything it depends on. When it changes, the index is built again from the ledger. */
  version(chain: ChainId): string;
  /** An empty index. `seed` keeps hash tables out of an adversary's reach; no answer may depend on it. */
  create(chain: ChainId, seed: number): State;
  /** Takes in the next block; heights ascend and may skip what is not indexed. */
  update(state: State, block: IndexBlock<BlockFacts[Reads]>): void;
  /** Takes back every block at or above a height. False where it cannot: the index is then built again. */
  invalidate(state: State, fromHeight: number): boolean;
  /** Blocks at or below a height will not be taken back. */
  settle?(state: State, height: number): void;
  /** The whole content as text that is the same for the same content, whatever the seed: what the law compares. */
  describe(state: State): string;
  /** Gets how far the index is, after every block. */
  report?(state: State, progress: IndexProgress): void;
}

/** One index of one chain. What it does not read of a block's facts may be empty. */
export interface OpenIndex<State> {
  readonly state: State;
  update(block: IndexBlock<BlockFacts>): void;
  invalidate(fromHeight: number): boolean;
  settle(height: number): void;
  report(progress: IndexProgress): void;
}

export interface Indexer<State> extends Pick<IndexerDefinition<never, State>, 'id' | 'suits' | 'version' | 'describe'> {
  readonly reads: keyof BlockFacts;
  open(chain: ChainId, seed: number): OpenIndex<State>;
}

/** Makes an indexer that a host can run without knowing its state. */
export function defineIndexer<Reads extends keyof BlockFacts, State>(
  definition: IndexerDefinition<Reads, State>,
): Indexer<State> {
  const { id, reads, suits, version, describe } = definition;
  return {
    id,
    reads,
    suits,
    version,
    describe,
    open(chain, seed) {
      const state = definition.create(chain, seed);
      return {
        state,
        update: (block) => definition.update(state, { ...block, facts: block.facts[reads] }),
        invalidate: (fromHeight) => definition.invalidate(state, fromHeight),
        settle: (height) => definition.settle?.(state, height),
        report: (progress) => definition.report?.(state, progress),
      };
    },
  };
}
