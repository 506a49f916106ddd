import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeHex } from '@trailmark/core/hex';
import { decodeRlp, encodeRlp, type RlpItem, rlpNumber } from './rlp.ts';
import { nibbles } from './trie-path.ts';

const isBytes = (item: RlpItem | undefined): item is Uint8Array => item instanceof Uint8Array;
const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** A path of hex-prefix encoding: its half bytes, and whether it leads to a value. */
function readCompact(bytes: Uint8Array): { readonly path: Uint8Array; readonly isLeaf: boolean } {
  const half = nibbles(bytes);
  const flag = half[0] ?? 0;
  if (flag > 3 || (flag % 2 === 0 && half[1] !== 0)) throw new RangeError('A node of the trie has no path.');
  return { path: half.subarray(flag % 2 === 1 ? 1 : 2), isLeaf: flag >= 2 };
}

/** A node of a proof: the hash of its bytes, and what they are. */
export interface TrieNode {
  readonly hash: Uint8Array;
  readonly item: RlpItem;
}

/** Reads a node from hexadecimal text. Throws `RangeError` for bytes that are no RLP. */
export type ReadNode = (text: string) => TrieNode;

export const readTrieNode: ReadNode = (text) => {
  const bytes = decodeHex(text);
  return { hash: keccak_256(bytes), item: decodeRlp(bytes) };
};

/** Reads each node once: the paths to values of one block share those near the root. */
export function createNodeReader(): ReadNode {
  const read = new Map<string, TrieNode>();
  return (text) => {
    const known = read.get(text);
    if (known) return known;
    const node = readTrieNode(text);
    // The last node of a path is a leaf, which no other path has.
    if (!isBytes(node.item) && node.item.length > 2) read.set(text, node);
    return node;
  };
}

/**
 * The value that a list's trie has under an index, by the nodes (hexadecimal) that lead to it from the root; undefined where they lead to
 * nothing or elsewhere, or where one is left over. Uses no WebAssembly: the page that checks bundles allows none.
 */
export function readListProof(
  root: Uint8Array,
  index: number,
  nodes: readonly string[],
  read: ReadNode = readTrieNode,
): Uint8Array | undefined {
  try {
    return walk(root, nibbles(encodeRlp(rlpNumber(index))), nodes, read);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Step = { readonly next: RlpItem | undefined; readonly at: number; readonly value?: Uint8Array };

/** One node further along a key; `next` is undefined where the key leads nowhere. */
function stepThrough(node: readonly RlpItem[], key: Uint8Array, at: number): Step {
  if (node.length === 17) return { next: node[key[at] ?? 16], at: at + 1 };
  const [compact, value]: readonly RlpItem[] = node;
  if (node.length !== 2 || !isBytes(compact)) return { next: undefined, at };
  const { path, isLeaf } = readCompact(compact);
  const end = at + path.length;
  if (!isSame(path, key.subarray(at, end))) return { next: undefined, at };
  if (!isLeaf) return { next: value, at: end };
  return end === key.length && isBytes(value) ? { next: undefined, at: end, value } : { next: undefined, at };
}

function walk(root: Uint8Array, key: Uint8Array, nodes: readonly string[], read: ReadNode): Uint8Array | undefined {
  let step: Step = { next: root, at: 0 };
  let used = 0;
  while (step.next) {
    if (!isBytes(step.next)) {
      step = stepThrough(step.next, key, step.at);
      continue;
    }
    const text = nodes[used++];
    if (text === undefined) return undefined;
    const { hash, item } = read(text);
    if (!isSame(hash, step.next)) return undefined;
    step = { next: item, at: step.at };
  }
  return used === nodes.length ? step.value : undefined;
}
