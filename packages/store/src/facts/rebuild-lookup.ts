import type { ChainId } from '@trailmark/core/chain';
import { toPosition } from '@trailmark/core/position';
import { OWNER_ROW_BYTES, type ResolvedBlock } from '@trailmark/core/resolved-block';
import type { LookupFiles, RegionPlace } from '../lookup/lookup-files.ts';
import { writeRecord } from '../lookup/record-codec.ts';
import type { BlockIndex } from './block-index.ts';
import type { FactsClient } from './client.ts';
import { ByteWriter } from './native-block.ts';
import { ledgerDatabase } from './tables.ts';

/** Heights whose look-up region is missing or belongs to another block, and where the last good region ends. */
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
 * Makes the missing regions of the look-up files again from the facts. Normally there are none; after the files were
 * lost, or beside a ClickHouse server that another machine filled, there are all.
 */
export async function rebuildLookup(deps: {
  readonly facts: FactsClient;
  readonly chain: ChainId;
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
    readonly chain: ChainId;
    readonly blocks: BlockIndex;
    readonly lookup: LookupFiles;
  },
  height: number,
): Promise<RegionPlace> {
  const rows = await deps.facts.query(
    `SELECT position, hex(txid), fee, flags, in_flags, in_vout, in_value, in_source, arrayMap(x -> hex(x), in_owner),
       out_type, out_value, arrayMap(x -> hex(x), out_owner)
     FROM ${ledgerDatabase(deps.chain, deps.facts.databasePrefix)}.transactions WHERE position >= {from:UInt64} AND position < {to:UInt64} ORDER BY position`,
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

function ownerRows(owners: readonly string[]): Uint8Array {
  const rows = new Uint8Array(owners.length * OWNER_ROW_BYTES);
  owners.forEach((hex, i) => {
    const bytes = Buffer.from(hex, 'hex');
    if (bytes.length === 0) return;
    rows[i * OWNER_ROW_BYTES] = bytes[0] ?? 0;
    rows[i * OWNER_ROW_BYTES + 1] = bytes.length - 1;
    rows.set(bytes.subarray(1), i * OWNER_ROW_BYTES + 8);
  });
  return rows;
}

/** One stored transaction as a block of one, the shape the record writer takes. */
function rowBlock(row: readonly unknown[]): ResolvedBlock {
  const [, txid, , flags, inFlags, inVout, inValue, inSource, inOwner, outType, outValue, outOwner] = row;
  const numbers = (value: unknown): number[] => (value as unknown[]).map(Number);
  const empty = new Uint8Array(0);
  return {
    height: 0,
    hash: empty,
    header: empty,
    time: 0,
    timeEstimated: false,
    heightEstimated: false,
    isWhole: true,
    hasRaw: (Number(flags) & 0x80) !== 0,
    source: '',
    size: 0,
    weight: 0,
    bytes: empty,
    txCount: 1,
    txIndex: undefined,
    txOffset: new Uint32Array(1),
    txSize: new Uint32Array(1),
    txids: new Uint8Array(Buffer.from(String(txid), 'hex')),
    txFirstInput: Uint32Array.of(0, (inFlags as unknown[]).length),
    txFirstOutput: Uint32Array.of(0, (outType as unknown[]).length),
    txFlags: Uint8Array.of(Number(flags) & 0x7f),
    inOutpoint: new Uint32Array((inFlags as unknown[]).length),
    inVout: Uint32Array.from(numbers(inVout)),
    inFlags: Uint8Array.from(numbers(inFlags)),
    inValue: BigUint64Array.from((inValue as string[]).map(BigInt)),
    inPosition: Float64Array.from(numbers(inSource)),
    inOwner: ownerRows(inOwner as string[]),
    outType: Uint8Array.from(numbers(outType)),
    outValue: BigUint64Array.from((outValue as string[]).map(BigInt)),
    outOwner: ownerRows(outOwner as string[]),
  };
}
