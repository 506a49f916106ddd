import type { AccountBlock } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { AccountSet } from './account-set.ts';

/** What loading asks of a chain's store. */
export interface AccountSetTarget {
  readonly chain: AccountChainId;
  readonly reader: Pick<AccountLedger, 'block' | 'transactionCount'>;
  readonly writer: {
    commit(blocks: readonly AccountBlock[]): Promise<void>;
    merge(blocks: readonly AccountBlock[]): Promise<unknown>;
  };
}

const BLOCKS_PER_COMMIT = 4096;

/**
 * Loads sets into their chain's store and returns how many transactions of the chain are indexed then. Heights that are not indexed are
 * committed in ascending order; parts of a block that is indexed already are merged into it, so nothing counts twice.
 */
export async function loadAccountSets(store: AccountSetTarget, sets: readonly AccountSet[]): Promise<number> {
  const fresh = new Map<number, AccountBlock>();
  const further: AccountBlock[] = [];
  for (const set of sets) {
    if (set.chain !== store.chain) {
      throw new AppError('internal', `The set "${set.id}" belongs to ${set.chain}, not to ${store.chain}.`);
    }
    for await (const batch of set.blocks()) {
      for (const block of batch) {
        if (store.reader.block(block.height)) further.push(block);
        else sortIn(block, fresh, further);
      }
    }
  }
  const ascending = [...fresh.values()].sort((a, b) => a.height - b.height);
  for (let at = 0; at < ascending.length; at += BLOCKS_PER_COMMIT) {
    await store.writer.commit(ascending.slice(at, at + BLOCKS_PER_COMMIT));
  }
  if (further.length > 0) await store.writer.merge(further.sort((a, b) => a.height - b.height));
  return store.reader.transactionCount();
}

/** Of two parts of one block the one that says more is committed, and the other merged. */
function sortIn(block: AccountBlock, fresh: Map<number, AccountBlock>, further: AccountBlock[]): void {
  const other = fresh.get(block.height);
  if (other && other.holds >= block.holds) {
    further.push(block);
    return;
  }
  if (other) further.push(other);
  fresh.set(block.height, block);
}
