import { ownerScript } from '@trailmark/chains/utxo/script';
import type { OutputChainId } from '@trailmark/core/chain';
import { decodeHex } from '@trailmark/core/hex';
import { decodeOwner } from '@trailmark/core/owner';
import type { WatchedChain } from '@trailmark/ingest/filters/create-filter-port';
import { findCursor, moveCursorBack } from '@trailmark/store/cases/watches/cursor-rows';
import { listWatchedAddresses, readWatchRevision } from '@trailmark/store/cases/watches/watch-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';

const SYSTEM = { kind: 'system' } as const;

/** What the watches of a chain look for: a source of filters fetches whole blocks only where a filter matches it. */
export function createWatchedChain({ store, now }: CaseworkContext, chain: OutputChainId): WatchedChain {
  return {
    watchedScripts: (readTo, known) =>
      store.transact(SYSTEM, async (tx) => {
        const cursor = await findCursor(tx, chain);
        if ((cursor?.height ?? -1) < readTo) return undefined;
        const revision = await readWatchRevision(tx);
        if (revision === known) return { revision };
        const owners = (await listWatchedAddresses(tx, chain)).map((key) => decodeOwner(decodeHex(key)));
        // Forms that keep only a hash of their script have none to look for.
        return { revision, scripts: owners.flatMap((owner) => (owner && ownerScript(owner)) ?? []) };
      }),
    readAgain: (height, parentHash) =>
      store.transact(SYSTEM, (tx) => moveCursorBack(tx, chain, { height, parentHash, at: now() })),
  };
}
