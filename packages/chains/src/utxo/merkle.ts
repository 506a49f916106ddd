import { AppError } from '@trailmark/core/errors';
import { displayHash, internalHash } from '@trailmark/core/hex';
import { hash256 } from './hash.ts';

/** The hashes that join a transaction to its block's Merkle root, in display order, from the leaves up. */
export interface MerkleProof {
  readonly txid: string;
  /** Position of the transaction in its block, from 0. */
  readonly index: number;
  readonly branch: readonly string[];
  /** From the block header, in display order. */
  readonly root: string;
}

/** Hash of two tree nodes, internal byte order. */
export function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(64);
  both.set(left);
  both.set(right, 32);
  return hash256(both);
}

/** The level above a level of the tree; an odd last node is paired with itself. */
export function parentLevel(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] ?? new Uint8Array(32);
    parents.push(hashPair(left, level[i + 1] ?? left));
  }
  return parents;
}

/** Display-order Merkle root of a block's transaction ids. Throws `invalid` for an empty list. */
export function merkleRoot(txids: readonly string[]): string {
  let level = txids.map(internalHash);
  if (level.length === 0) throw new AppError('invalid', 'A block has at least one transaction.');
  while (level.length > 1) level = parentLevel(level);
  return displayHash(level[0] ?? new Uint8Array(32));
}

/**
 * Whether a list of transaction ids has a node paired with an equal sibling, so that a shorter list has the same root
 * (CVE-2012-2459). Such a block body must be refused even though its root fits.
 */
export function isMerkleMutated(txids: readonly string[]): boolean {
  let level = txids.map(internalHash);
  while (level.length > 1) {
    for (let i = 0; i + 1 < level.length; i += 2) {
      const right = level[i + 1];
      if (right && level[i]?.every((byte, at) => byte === right[at])) return true;
    }
    level = parentLevel(level);
  }
  return false;
}

/** Every level of the tree, ids first and root last: what many branches of one block are read from. */
export function merkleLevels(txids: readonly string[]): readonly (readonly Uint8Array[])[] {
  const levels = [txids.map(internalHash)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = parentLevel(level);
  return levels;
}

/** Sibling hashes from the leaf up, display order. Throws `invalid` if no transaction has that index. */
export function branchOfLevels(levels: readonly (readonly Uint8Array[])[], index: number): string[] {
  const count = levels[0]?.length ?? 0;
  if (!Number.isInteger(index) || index < 0 || index >= count) {
    throw new AppError('invalid', `The block has ${count} transactions; there is none at index ${index}.`);
  }
  return levels.slice(0, -1).map((level, depth) => {
    const at = Math.floor(index / 2 ** depth);
    return displayHash(level[at ^ 1] ?? level[at] ?? new Uint8Array(32));
  });
}

/** The branch of one transaction; for several of one block, `merkleLevels` once and `branchOfLevels` each. */
export function merkleBranch(txids: readonly string[], index: number): string[] {
  return branchOfLevels(merkleLevels(txids), index);
}

/**
 * Whether a branch leads from a transaction at an index to a root. An index that the branch is too short for is
 * refused, so that no two indexes prove the same. The caller still checks the header's work.
 */
export function verifyMerkleBranch({ txid, index, branch, root }: MerkleProof): boolean {
  if (!Number.isInteger(index) || index < 0 || branch.length > 32 || index >= 2 ** branch.length) return false;
  if (![txid, root, ...branch].every((hash) => /^[0-9a-f]{64}$/.test(hash))) return false;
  let node = internalHash(txid);
  let at = index;
  for (const sibling of branch.map(internalHash)) {
    node = at % 2 === 1 ? hashPair(sibling, node) : hashPair(node, sibling);
    at = Math.floor(at / 2);
  }
  return displayHash(node) === root;
}
