import { type AccountBlock, BLOCK_HOLDS_ALL, BLOCK_HOLDS_TOKENS } from '@trailmark/core/account-block';
import type { AccountRange } from '@trailmark/core/account-ledger';
import type { TokenMetadata } from '@trailmark/core/asset';
import type { AccountChainStore, EncodedAccountBatch } from '@trailmark/store/account-facts/account-store';

/** Sources that are nodes say so in their first word: what they hold is a run that an ingest may continue and take back. */
export const NODE_WORD = 'node ';

export interface IndexedBlock {
  readonly hash: string;
  readonly holds: number;
  readonly source: string;
}

/** What an ingest of an account chain needs of the store. The same whether the store is in this thread or behind a message port. */
export interface AccountPort {
  /**
   * Top of the gapless run of whole blocks of a node that holds `from`; undefined where no node's block is indexed there. For a
   * partial ingest the run of all blocks whose token transfers are indexed, whole or not and from whichever source.
   */
  runTop(from: number, isPartial?: boolean): Promise<{ height: number; hash: string } | undefined>;
  /** First height of the highest run of a node: where `--from latest` continues after a pause. */
  lastRunStart(): Promise<number | undefined>;
  indexedHash(height: number): Promise<string | undefined>;
  /** Hash and BLOCK_ bits of what is indexed at each height. */
  indexedBlocks(heights: readonly number[]): Promise<(IndexedBlock | undefined)[]>;
  commit(batch: EncodedAccountBatch): Promise<void>;
  /** Adds parts of blocks to what is already indexed. */
  merge(blocks: readonly AccountBlock[]): Promise<void>;
  /** Removes the blocks of these heights, inclusive, that a node gave. */
  invalidate(fromHeight: number, toHeight: number): Promise<void>;
  /** Those of the contracts that were never queried for their names. */
  unknownTokens(contracts: readonly string[]): Promise<string[]>;
  putTokens(tokens: readonly TokenMetadata[]): Promise<void>;
}

/** Top of the gapless run from a height on of ranges that count. */
function findRunTop(ranges: readonly AccountRange[], from: number, isPartial: boolean): number | undefined {
  const counting = ranges.filter(({ source, holds, blocks, fromHeight, toHeight }) => {
    const counts = isPartial
      ? (holds & BLOCK_HOLDS_TOKENS) !== 0
      : source.startsWith(NODE_WORD) && (holds & BLOCK_HOLDS_ALL) !== 0;
    return counts && blocks === toHeight - fromHeight + 1;
  });
  let next = from;
  for (const { fromHeight, toHeight } of counting) {
    if (fromHeight > next) break;
    next = Math.max(next, toHeight + 1);
  }
  return next > from ? next - 1 : undefined;
}

/** Heights within a range that nodes gave, the highest first, so that what is left of a run has no gap at any time. */
function nodeRanges(ranges: readonly AccountRange[], from: number, to: number): { from: number; to: number }[] {
  return ranges
    .filter(({ source, fromHeight, toHeight }) => source.startsWith(NODE_WORD) && fromHeight <= to && toHeight >= from)
    .map(({ fromHeight, toHeight }) => ({ from: Math.max(from, fromHeight), to: Math.min(to, toHeight) }))
    .sort((a, b) => b.from - a.from);
}

/** The port onto a store in this thread. */
export function createAccountPort({ reader, writer }: AccountChainStore): AccountPort {
  return {
    async runTop(from, isPartial = false) {
      const top = findRunTop(reader.heightRanges(), from, isPartial);
      const block = top === undefined ? undefined : reader.block(top);
      return block && { height: block.height, hash: block.hash };
    },
    lastRunStart: async () =>
      reader
        .heightRanges()
        .findLast(({ source, holds }) => source.startsWith(NODE_WORD) && (holds & BLOCK_HOLDS_ALL) !== 0)?.fromHeight,
    indexedHash: async (height) => reader.block(height)?.hash,
    indexedBlocks: async (heights) => heights.map((height) => reader.block(height)),
    commit: (batch) => writer.commitEncoded(batch),
    async merge(blocks) {
      await writer.merge(blocks);
    },
    async invalidate(fromHeight, toHeight) {
      for (const { from, to } of nodeRanges(reader.heightRanges(), fromHeight, toHeight))
        await writer.invalidate(from, to);
    },
    async unknownTokens(contracts) {
      const known = await reader.tokens(contracts);
      return contracts.filter((contract) => !known.has(contract));
    },
    putTokens: (tokens) => writer.putTokens(tokens),
  };
}
