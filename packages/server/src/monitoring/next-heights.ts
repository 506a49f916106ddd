import type { ChainId } from '@trailmark/core/chain';
import type { Transaction } from '@trailmark/store/cases/casework';
import { insertCursor, lockCursor } from '@trailmark/store/cases/watches/cursor-rows';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { passBlocks } from './engine/pass-blocks.ts';

/**
 * From which block on each chain a watch that starts now reads: the one after the last that was read. The cursors stay locked until
 * the transaction ends, so that no block is read without the watch meanwhile. Call it before a watch is written: whoever locks both
 * locks the cursors first.
 */
export async function nextHeights(
  tx: Transaction,
  { ledgers }: Pick<TraceDeps, 'ledgers'>,
  { chains, at }: { readonly chains: Iterable<ChainId>; readonly at: Date },
): Promise<Record<string, number>> {
  const heights: Record<string, number> = {};
  for (const chain of [...new Set(chains)].sort()) {
    const reader = ledgers.find(chain)?.transfers;
    const tip = reader?.tip();
    // A chain that was never read is read from here on.
    const place = { chain, height: tip?.height ?? -1, hash: tip?.hash ?? '', seenAt: at, at };
    const isNew = await insertCursor(tx, place);
    if (isNew && reader && tip) await passBlocks(tx, { chain, reader, at }, { above: -1, tip });
    heights[chain] = ((await lockCursor(tx, chain))?.height ?? -1) + 1;
  }
  return heights;
}
