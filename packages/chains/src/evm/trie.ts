import { keccak256 } from './keccak.ts';
import { encodeRlp, type RlpItem, rlpNumber } from './rlp.ts';
import { nibbles } from './trie-path.ts';

interface Leaf {
  /** Half bytes of the key. */
  readonly path: Uint8Array;
  readonly value: Uint8Array;
}

const EMPTY = new Uint8Array(0);

/**
 * Root of the Merkle-Patricia trie (yellow paper, appendix D) that holds each value under the RLP of its index: what a
 * header states of its transactions, receipts and withdrawals. 32 bytes.
 */
export function listRoot(values: readonly Uint8Array[]): Uint8Array {
  return leavesRoot(toLeaves(values));
}

function toLeaves(values: readonly Uint8Array[]): Leaf[] {
  return values.map((value, index) => ({ path: nibbles(encodeRlp(rlpNumber(index))), value }));
}

/**
 * Returns the nodes of the same trie that lead from its root to one value, each with the bytes that are hashed; a node of less than 32 bytes
 * is within the one above. `trie-proof.ts` reads them. What the paths share is built once.
 */
export function createListProver(values: readonly Uint8Array[]): (index: number) => readonly Uint8Array[] {
  const leaves = toLeaves(values).sort((a, b) => comparePaths(a.path, b.path));
  const built = new Map<string, Uint8Array>();
  return (index) => proveValue(leaves, index, built);
}

function proveValue(leaves: readonly Leaf[], index: number, built: Map<string, Uint8Array>): readonly Uint8Array[] {
  const path = nibbles(encodeRlp(rlpNumber(index)));
  const nodes: Uint8Array[] = [];
  let [from, to, depth] = [0, leaves.length, 0];
  for (;;) {
    const own = leaves.slice(from, to);
    const key = `${from} ${to} ${depth}`;
    const bytes = built.get(key) ?? encodeRlp(buildNode(own, depth));
    built.set(key, bytes);
    if (nodes.length === 0 || bytes.length >= 32) nodes.push(bytes);
    if (own.length === 1) return nodes;
    const [first, last] = [own[0] as Leaf, own.at(-1) as Leaf];
    if (first.path[depth] === last.path[depth]) {
      while (first.path[depth] === last.path[depth]) depth++;
      continue;
    }
    const nibble = path[depth] as number;
    const start = own.findIndex((leaf) => leaf.path[depth] === nibble);
    const count = own.filter((leaf) => leaf.path[depth] === nibble).length;
    [from, to, depth] = [from + start, from + start + count, depth + 1];
  }
}

/** Root of the same trie over values under keys of one length, such as accounts under the hashes of their addresses. 32 bytes. */
export function mapRoot(entries: readonly { readonly key: Uint8Array; readonly value: Uint8Array }[]): Uint8Array {
  return leavesRoot(entries.map(({ key, value }) => ({ path: nibbles(key), value })));
}

function leavesRoot(leaves: Leaf[]): Uint8Array {
  leaves.sort((a, b) => comparePaths(a.path, b.path));
  return keccak256(encodeRlp(leaves.length === 0 ? EMPTY : buildNode(leaves, 0)));
}

function comparePaths(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  }
  return a.length - b.length;
}

/** The node over sorted leaves whose paths agree up to `depth`. */
function buildNode(leaves: readonly Leaf[], depth: number): RlpItem {
  const first = leaves[0] as Leaf;
  const last = leaves.at(-1) as Leaf;
  if (leaves.length === 1) return [compactPath(first.path.subarray(depth), true), first.value];
  let end = depth;
  while (end < first.path.length && first.path[end] === last.path[end]) end++;
  if (end > depth) return [compactPath(first.path.subarray(depth, end), false), reference(buildNode(leaves, end))];
  const slots: RlpItem[] = [];
  for (let nibble = 0, at = 0; nibble < 16; nibble++) {
    const start = at;
    while (at < leaves.length && (leaves[at] as Leaf).path[depth] === nibble) at++;
    slots.push(at === start ? EMPTY : reference(buildNode(leaves.slice(start, at), depth + 1)));
  }
  // No key begins another: no index's RLP does, and others are of one length. So no value ever ends at a branch.
  return [...slots, EMPTY];
}

/** A node within its parent: itself when it is short, else its hash. */
function reference(node: RlpItem): RlpItem {
  const bytes = encodeRlp(node);
  return bytes.length < 32 ? node : keccak256(bytes);
}

/** Hex-prefix encoding: the first half byte says leaf or extension, and whether the length is odd. */
function compactPath(path: Uint8Array, isLeaf: boolean): Uint8Array {
  const flag = (isLeaf ? 2 : 0) + (path.length % 2);
  const half = path.length % 2 === 1 ? [flag, ...path] : [flag, 0, ...path];
  return Uint8Array.from(
    { length: half.length / 2 },
    (_, i) => ((half[2 * i] as number) << 4) | (half[2 * i + 1] as number),
  );
}
