import { AppError } from '@trailmark/core/errors';
import { internalHash } from '@trailmark/core/hex';
import { HEADER_BYTES } from './block.ts';
import { ByteWriter } from './byte-reader.ts';
import { parentLevel } from './merkle.ts';

/** All levels of the tree, leaves first. */
function treeLevels(txids: readonly string[]): Uint8Array[][] {
  const levels = [txids.map(internalHash)];
  for (let level = levels[0] ?? []; level.length > 1; ) {
    level = parentLevel(level);
    levels.push(level);
  }
  return levels;
}

/** Depth-first walk of BIP 37: a bit for each node visited, a hash for each that is not opened. */
function walk(levels: readonly Uint8Array[][], wanted: number): { bits: boolean[]; hashes: Uint8Array[] } {
  const bits: boolean[] = [];
  const hashes: Uint8Array[] = [];
  const visit = (height: number, at: number): void => {
    const node = levels[height]?.[at];
    if (!node) return;
    const isOnPath = wanted >> height === at;
    bits.push(isOnPath);
    if (height === 0 || !isOnPath) {
      hashes.push(node);
      return;
    }
    visit(height - 1, at * 2);
    visit(height - 1, at * 2 + 1);
  };
  visit(levels.length - 1, 0);
  return { bits, hashes };
}

/**
 * A `merkleblock` message (BIP 37 CMerkleBlock) proving one transaction, as gettxoutproof gives it. Takes the 80 byte
 * header and the display-order ids of all transactions of the block. Throws `invalid` for a wrong index or header size.
 */
export function encodeMerkleBlock(header: Uint8Array, txids: readonly string[], index: number): Uint8Array {
  if (header.length !== HEADER_BYTES) throw new AppError('invalid', 'A block header has 80 bytes.');
  if (!Number.isInteger(index) || index < 0 || index >= txids.length) {
    throw new AppError('invalid', `The block has ${txids.length} transactions; there is none at index ${index}.`);
  }
  const { bits, hashes } = walk(treeLevels(txids), index);
  const flags = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) if (bit) flags[at >> 3] = (flags[at >> 3] ?? 0) | (1 << (at & 7));
  const writer = new ByteWriter().bytes(header).uint32(txids.length).compactSize(hashes.length);
  for (const hash of hashes) writer.bytes(hash);
  return writer.sized(flags).finish();
}
