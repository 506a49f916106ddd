import { BLOCK_HOLDS_ALL } from '@trailmark/core/account-block';
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

/** The port onto a store in this thread. */
export function createAccountPort({ reader, writer }: AccountChainStore): AccountPort {
  return {
    async runTop(from) {
      let top: number | undefined;
      for (const range of reader.heightRanges()) {
        const isNode = range.source.startsWith(NODE_WORD) && (range.holds & BLOCK_HOLDS_ALL) !== 0;
        const isGapless = range.blocks === range.toHeight - range.fromHeight + 1;
        if (!isNode || !isGapless || range.toHeight < from) continue;
        if (range.fromHeight > (top === undefined ? from : top + 1)) break;
        top = range.toHeight;
      }
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
