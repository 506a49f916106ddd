import type { ChainStore } from '@trailmark/store/open-store';
import { createStorePort } from '../utxo/store-port.ts';
import type { FilterPort } from './filter-port.ts';

/** What the watches of one chain look for, and how far they have read it. */
export interface WatchedChain extends Pick<FilterPort, 'readAgain'> {
  /** As the port's; without the scripts where the caller has those of this revision. */
  watchedScripts(
    readTo: number,
    known: number | undefined,
  ): Promise<{ readonly revision: number; readonly scripts?: readonly Uint8Array[] } | undefined>;
}

/** The port onto a store in this thread, and what is watched of its chain. */
export function createFilterPort(
  store: ChainStore,
  watched: WatchedChain,
): Omit<FilterPort, 'watchedScripts'> & WatchedChain {
  const { reader, writer } = store;
  return {
    ...createStorePort(store),
    async indexedBlock(height) {
      const block = reader.block(height);
      return block && { hash: block.hash, isWhole: block.isWhole, source: block.source };
    },
    discardAt: (height) => writer.discard(height, height),
    watchedScripts: (readTo, known) => watched.watchedScripts(readTo, known),
    readAgain: (height, parentHash) => watched.readAgain(height, parentHash),
  };
}
