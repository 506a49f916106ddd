import { internalHash } from '@trailmark/core/hex';
import type { ChainStore } from '@trailmark/store/open-store';
import type { FoundOutput, LedgerPort, OutputRequest } from './ledger-port.ts';

const LOOK_UP_BATCH = 20_000;

/** The port onto a store in this thread. */
export function createStorePort(store: ChainStore): LedgerPort {
  const { reader, writer } = store;
  return {
    async contiguousTip() {
      const top = contiguousTop(store);
      const block = top === undefined ? undefined : reader.block(top);
      return block && { height: block.height, hash: block.hash };
    },
    heldHash: async (height) => reader.block(height)?.hash,
    findOutputs: (requests) => findOutputs(store, requests),
    commit: (batch) => writer.commit(batch),
    invalidate: (fromHeight) => writer.invalidate(fromHeight),
    async discardFrom(fromHeight) {
      const top = reader.tip();
      if (top && top.height >= fromHeight) await writer.discard(fromHeight, top.height);
    },
  };
}

/** Top of the run of whole raw blocks from height 0. */
export function contiguousTop(store: ChainStore): number | undefined {
  let top: number | undefined;
  for (const range of store.reader.heightRanges()) {
    if (range.fromHeight !== (top ?? -1) + 1 || !range.wholeBlocks || !range.raw) break;
    top = range.toHeight;
  }
  return top;
}

async function findOutputs(
  store: ChainStore,
  requests: readonly OutputRequest[],
): Promise<(FoundOutput | undefined)[]> {
  const found: (FoundOutput | undefined)[] = [];
  for (let from = 0; from < requests.length; from += LOOK_UP_BATCH) {
    const slice = requests.slice(from, from + LOOK_UP_BATCH);
    found.push(
      ...(await store.findFunding(slice.map(({ txid, vout, before }) => ({ txid: internalHash(txid), vout, before })))),
    );
  }
  return found;
}
