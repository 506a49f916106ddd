import { createHash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';

// The Merkle tree of RFC 6962 section 2.1, SHA-256.

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Hash of a leaf: SHA-256 of a zero byte and the entry (RFC 6962 section 2.1). */
export function hashLeaf(entry: Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(entry).digest();
}

/** Hash of an inner node: SHA-256 of a one byte and both children. */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

/** Root of a tree without leaves. */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest();

/** A complete subtree: `2^level` leaves, the `index`th such from the left. Level 0 are the leaves. */
export interface NodePlace {
  readonly level: number;
  readonly index: number;
}

export interface TreeNode extends NodePlace {
  readonly hash: Buffer;
}

/** Roots of the complete subtrees that make up the first `size` leaves, from the left, largest first. */
export function listPeaks(size: number): readonly NodePlace[] {
  const peaks: NodePlace[] = [];
  let start = 0;
  for (let level = 52; level >= 0; level--) {
    const width = 2 ** level;
    if (size - start < width) continue;
    peaks.push({ level, index: start / width });
    start += width;
  }
  return peaks;
}

/** A tree that only grows, known by its peaks alone: appending costs one hash on average. */
export class CompactRange {
  #size: number;
  readonly #peaks: TreeNode[];

  /** `hashes` are those of `listPeaks(size)`. Throws `inconsistent` where their number is another. */
  constructor(size = 0, hashes: readonly Uint8Array[] = []) {
    const places = listPeaks(size);
    if (places.length !== hashes.length)
      throw new AppError('inconsistent', `A tree of ${size} leaves has ${places.length} peaks, not ${hashes.length}.`);
    this.#size = size;
    this.#peaks = places.map((place, i) => ({ ...place, hash: Buffer.from(hashes[i] ?? []) }));
  }

  get size(): number {
    return this.#size;
  }

  get peaks(): readonly TreeNode[] {
    return this.#peaks;
  }

  /** Adds a leaf by its hash and gives the inner nodes this completes, lowest first. */
  append(leaf: Uint8Array): TreeNode[] {
    const made: TreeNode[] = [];
    let node: TreeNode = { level: 0, index: this.#size, hash: Buffer.from(leaf) };
    for (let left = this.#peaks.at(-1); left?.level === node.level; left = this.#peaks.at(-1)) {
      node = { level: node.level + 1, index: left.index / 2, hash: hashNode(left.hash, node.hash) };
      made.push(node);
      this.#peaks.pop();
    }
    this.#peaks.push(node);
    this.#size++;
    return made;
  }

  root(): Buffer {
    const [last, ...others] = this.#peaks.toReversed();
    return last ? others.reduce((right, peak) => hashNode(peak.hash, right), last.hash) : EMPTY_ROOT;
  }
}
