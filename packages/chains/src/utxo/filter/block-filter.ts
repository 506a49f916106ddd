import { encodeHex } from '@trailmark/core/hex';
import { ByteReader, ByteWriter } from '../byte-reader.ts';
import { hash256 } from '../hash.ts';
import { OP } from '../opcode.ts';
import { decodeGolombSet, encodeGolombSet } from './golomb-set.ts';
import { createSipHash } from './sip-hash.ts';

/** A script that is not in a block matches its basic filter once in so many (BIP 158). */
export const FALSE_MATCH_ONE_IN = 784_931;

const LEAST_ITEM_BYTES = 2;

/** Maps scripts evenly onto the numbers from 0 to `range`, under the key that the block's hash gives. */
function createMapping(blockHash: Uint8Array, range: number): (script: Uint8Array) => number {
  const hash = createSipHash(blockHash.subarray(0, 16));
  const wide = BigInt(range);
  return (script) => Number((hash(script) * wide) >> 64n);
}

/** The scripts of a block that its filter is about, each once: what is paid and not OP_RETURN, and what is spent; empty ones in neither. */
export function listFilterItems(paid: readonly Uint8Array[], spent: readonly Uint8Array[]): readonly Uint8Array[] {
  const items = new Map<string, Uint8Array>();
  for (const script of [...paid.filter((each) => each[0] !== OP.RETURN), ...spent]) {
    if (script.length > 0) items.set(encodeHex(script), script);
  }
  return [...items.values()];
}

/** The basic filter (BIP 158) of the block with a hash in internal order, over items that are each listed once. */
export function buildBlockFilter(blockHash: Uint8Array, items: readonly Uint8Array[]): Uint8Array {
  const values = items.map(createMapping(blockHash, items.length * FALSE_MATCH_ONE_IN)).sort((a, b) => a - b);
  return new ByteWriter().compactSize(items.length).bytes(encodeGolombSet(values)).finish();
}

/**
 * Which of the scripts a block's basic filter (BIP 158) matches, as their indexes: every one that the block pays or spends, and of the
 * others one in 784,931. The block's hash is in internal order. Throws `invalid` for bytes that are no filter.
 */
export function matchBlockFilter(
  filter: Uint8Array,
  blockHash: Uint8Array,
  scripts: readonly Uint8Array[],
): readonly number[] {
  const reader = new ByteReader(filter);
  const count = reader.count(LEAST_ITEM_BYTES);
  const range = count * FALSE_MATCH_ONE_IN;
  const present = new Set(decodeGolombSet(filter.subarray(reader.offset), { count, range }));
  const toValue = createMapping(blockHash, range);
  const matched: number[] = [];
  for (const [i, script] of scripts.entries()) if (present.has(toValue(script))) matched.push(i);
  return matched;
}

/** The header that commits to a filter and to all before it (BIP 157), 32 bytes; the header before the first block's is all zeros. */
export function toFilterHeader(filter: Uint8Array, previous: Uint8Array): Uint8Array {
  return hash256(new ByteWriter().bytes(hash256(filter)).bytes(previous).finish());
}

/** The share of blocks, 0 to 1, that match by chance where so many scripts are looked for: 1 − (1 − 1 / 784,931) ^ scripts. */
export function chanceOfFalseMatch(scripts: number): number {
  return -Math.expm1(scripts * Math.log1p(-1 / FALSE_MATCH_ONE_IN));
}
