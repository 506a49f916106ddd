import type { ChainId } from '@trailmark/core/chain';
import type { LedgerBlock, LedgerReader } from '@trailmark/core/ledger';
import type { Transaction } from '@trailmark/store/cases/casework';
import { putPassedBlocks } from '@trailmark/store/cases/watches/cursor-rows';
import { DEEPEST_FORK } from './undo-fork.ts';

/** Keeps the hashes of blocks that came while nobody watched: a watch that begins now has to notice when one is replaced. */
export async function passBlocks(
  tx: Transaction,
  { chain, reader, at }: { readonly chain: ChainId; readonly reader: LedgerReader; readonly at: Date },
  { above, tip }: { readonly above: number; readonly tip: LedgerBlock },
): Promise<void> {
  const blocks: { height: number; hash: string }[] = [];
  for (let height = Math.max(above + 1, tip.height - DEEPEST_FORK + 1); height <= tip.height; height++) {
    const block = reader.block(height);
    if (block) blocks.push({ height, hash: block.hash });
  }
  await putPassedBlocks(tx, chain, blocks, at);
}
