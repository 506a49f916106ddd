import type { OutputChainId } from '@trailmark/core/chain';
import type { BlockIndex } from './block-index.ts';
import type { FactsClient } from './client.ts';
import { ledgerDatabase } from './tables.ts';

/** Which rows to read: a run of heights, or a list of them. */
type Heights = { readonly from: number; readonly to: number } | readonly number[];

/** Reads rows of the `blocks` table into the index: all of them, or those of some heights. */
export async function loadBlocks(
  facts: FactsClient,
  chain: OutputChainId,
  blocks: BlockIndex,
  wanted: Heights = { from: 0, to: 0xffff_ffff },
): Promise<void> {
  const isList = Array.isArray(wanted);
  const { from, to } = isList
    ? { from: Math.min(...wanted), to: Math.max(...wanted) }
    : (wanted as { from: number; to: number });
  const listed = isList ? ' AND height IN {heights:Array(UInt32)}' : '';
  const rows = await facts.query(
    `SELECT height, hex(hash), hex(header), time, flags, transactions, size, weight, source
     FROM ${ledgerDatabase(chain, facts.databasePrefix)}.blocks WHERE height >= {from:UInt32} AND height <= {to:UInt32}${listed} ORDER BY height`,
    { parameters: { from, to, ...(isList ? { heights: wanted } : {}) }, seconds: 120 },
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
