import type { ChainId } from '@trailmark/core/chain';
import type { BlockIndex } from './block-index.ts';
import type { FactsClient } from './client.ts';
import { ledgerDatabase } from './tables.ts';

/** Reads rows of the `blocks` table into the index: all of them, or a run of heights. */
export async function loadBlocks(
  facts: FactsClient,
  chain: ChainId,
  blocks: BlockIndex,
  range?: { readonly from: number; readonly to: number },
): Promise<void> {
  const rows = await facts.query(
    `SELECT height, hex(hash), hex(header), time, flags, transactions, size, weight, source
     FROM ${ledgerDatabase(chain, facts.databasePrefix)}.blocks WHERE height >= {from:UInt32} AND height <= {to:UInt32} ORDER BY height`,
    { parameters: { from: range?.from ?? 0, to: range?.to ?? 0xffff_ffff }, seconds: 120 },
  );
  for (const row of rows) {
    const [height, hash, header, time, flags, transactions, size, weight, source] = row;
    blocks.add({
      height: Number(height),
      hash: String(hash).toLowerCase(),
      header: String(header).toLowerCase(),
      time: Number(time),
      flags: Number(flags),
      transactions: Number(transactions),
      size: Number(size),
      weight: Number(weight),
      source: String(source),
    });
  }
}
