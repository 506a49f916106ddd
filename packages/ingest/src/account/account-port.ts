import { BLOCK_HOLDS_ALL } from '@trailmark/core/account-block';
import type { AccountRange } from '@trailmark/core/account-ledger';
import type { TokenMetadata } from '@trailmark/core/asset';
import type { AccountChainStore, EncodedAccountBatch } from '@trailmark/store/account-facts/account-store';

/** Sources that are nodes say so in their first word: what they hold is a run that an ingest may continue and take back. */
export const NODE_WORD = 'node ';

/** What an ingest of an account chain needs of the store. The same whether the store is in this thread or behind a message port. */
export interface AccountPort {
  /** Top of the gapless run of whole blocks of a node that holds `from`; undefined where no node's block is held there. */
  runTop(from: number): Promise<{ height: number; hash: string } | undefined>;
  heldHash(height: number): Promise<string | undefined>;
  commit(batch: EncodedAccountBatch): Promise<void>;
  /** Removes the blocks of these heights, inclusive. */
  invalidate(fromHeight: number, toHeight: number): Promise<void>;
  /** Those of the contracts that were never asked what they are called. */
  unknownTokens(contracts: readonly string[]): Promise<string[]>;
  putTokens(tokens: readonly TokenMetadata[]): Promise<void>;
}

/** Top of the gapless run of a node's whole blocks from a height on. */
function findRunTop(ranges: readonly AccountRange[], from: number): number | undefined {
  const whole = ranges.filter(
    ({ source, holds, blocks, fromHeight, toHeight }) =>
      source.startsWith(NODE_WORD) && (holds & BLOCK_HOLDS_ALL) !== 0 && blocks === toHeight - fromHeight + 1,
  );
  let next = from;
  for (const { fromHeight, toHeight } of whole) {
    if (fromHeight > next) break;
    next = Math.max(next, toHeight + 1);
  }
  return next > from ? next - 1 : undefined;
}

/** The port onto a store in this thread. */
export function createAccountPort({ reader, writer }: AccountChainStore): AccountPort {
  return {
    async runTop(from) {
      const top = findRunTop(reader.heightRanges(), from);
      const block = top === undefined ? undefined : reader.block(top);
      return block && { height: block.height, hash: block.hash };
    },
    heldHash: async (height) => reader.block(height)?.hash,
    commit: (batch) => writer.commitEncoded(batch),
    invalidate: (fromHeight, toHeight) => writer.invalidate(fromHeight, toHeight),
    async unknownTokens(contracts) {
      const known = await reader.tokens(contracts);
      return contracts.filter((contract) => !known.has(contract));
    },
    putTokens: (tokens) => writer.putTokens(tokens),
  };
}
