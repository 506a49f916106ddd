import type { ChainStore } from '@trailmark/store/open-store';
import type { LedgerPort } from './ledger-port.ts';

/** The port onto a store in this thread. */
export function createStorePort(store: ChainStore): LedgerPort {
  const { reader, writer } = store;
  return {
    async contiguousTip(from) {
      const top = contiguousTop(store, from);
      const block = top === undefined ? undefined : reader.block(top);
      return block && { height: block.height, hash: block.hash };
    },
    indexedHash: async (height) => reader.block(height)?.hash,
    findOutputs: (requests) => store.findFunding(requests),
    commit: (batch) => writer.commit(batch),
    invalidate: (fromHeight) => writer.invalidate(fromHeight),
    async discardFrom(fromHeight) {
      const top = reader.tip();
      if (top && top.height >= fromHeight) await writer.discard(fromHeight, top.height);
    },
  };
}

/** Top of the run of whole raw blocks that contains a height; undefined when that height is not indexed so. */
export function contiguousTop(store: ChainStore, from: number): number | undefined {
  let top: number | undefined;
  for (const range of store.reader.heightRanges()) {
    if (range.toHeight < from) continue;
    if (range.fromHeight > (top === undefined ? from : top + 1) || !range.wholeBlocks || !range.raw) break;
    top = range.toHeight;
  }
  return top;
}
