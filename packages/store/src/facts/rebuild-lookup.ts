import type { OutputChainId } from '@trailmark/core/chain';
import { toPosition } from '@trailmark/core/position';
import type { LookupFiles, RegionPlace } from '../lookup/lookup-files.ts';
import { writeRecord } from '../lookup/record-codec.ts';
import type { BlockIndex } from './block-index.ts';
import type { FactsClient } from './client.ts';
import { ByteWriter } from './native-block.ts';
import { ROW_COLUMNS, rowBlock } from './stored-row.ts';
import { ledgerDatabase } from './tables.ts';

/** Heights whose lookup region is missing or belongs to another block, and where the last good region ends. */
function surveyRegions(blocks: BlockIndex, lookup: LookupFiles): { stale: number[]; used: number } {
  const { end } = lookup;
  let used = 0;
  const stale = blocks.heights().filter((height) => {
    const place = lookup.place(height);
    const check = Buffer.from((blocks.storedHash(height) ?? '').slice(0, 8), 'hex').readUInt32LE(0);
    if (!place || place.check !== check || place.offset + place.length > end) return true;
    used = Math.max(used, place.offset + place.length);
    return false;
  });
  return { stale, used };
}

/**
 * Makes the missing regions of the lookup files again from the facts. Normally there are none; after the files were
 * lost, or with a ClickHouse server that another machine filled, there are all.
 */
export async function rebuildLookup(deps: {
  readonly facts: FactsClient;
  readonly chain: OutputChainId;
  readonly blocks: BlockIndex;
  readonly lookup: LookupFiles;
}): Promise<number> {
  const { stale, used } = surveyRegions(deps.blocks, deps.lookup);
  // What a crash left behind the last region that counts.
  deps.lookup.truncate(used);
  for (let from = 0; from < stale.length; from += 64) {
    const places: RegionPlace[] = [];
    for (const height of stale.slice(from, from + 64)) places.push(await rebuildHeight(deps, height));
    await deps.lookup.publish(places);
  }
  return stale.length;
}

async function rebuildHeight(
  deps: {
    readonly facts: FactsClient;
    readonly chain: OutputChainId;
    readonly blocks: BlockIndex;
    readonly lookup: LookupFiles;
  },
  height: number,
): Promise<RegionPlace> {
  const rows = await deps.facts.query(
    `SELECT position, ${ROW_COLUMNS}, '' FROM ${ledgerDatabase(deps.chain, deps.facts.databasePrefix)}.transactions
     WHERE position >= {from:UInt64} AND position < {to:UInt64} ORDER BY position`,
    { parameters: { from: toPosition(height, 0), to: toPosition(height + 1, 0) }, seconds: 120 },
  );
  const records = new ByteWriter(1 << 16);
  const head = Buffer.alloc(4 + rows.length * 8);
  head.writeUInt32LE(rows.length, 0);
  rows.forEach((row, i) => {
    writeRecord(records, rowBlock(row), 0, BigInt(row[2] as string));
    head.writeUInt32LE(Number(row[0]) - toPosition(height, 0), 4 + i * 8);
    head.writeUInt32LE(records.length, 8 + i * 8);
  });
  const region = Buffer.concat([head, records.view()]);
  const offset = deps.lookup.end;
  deps.lookup.append(offset, [region]);
  const check = Buffer.from((deps.blocks.storedHash(height) ?? '').slice(0, 8), 'hex').readUInt32LE(0);
  return { height, offset, length: region.length, check };
}
