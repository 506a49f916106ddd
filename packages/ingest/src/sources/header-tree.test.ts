import { hash } from 'node:crypto';
import { work as workOf } from '@trailmark/chains/utxo/block';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromDisplayHash, HeaderTree, hashHeader, toDisplayHash } from './header-tree.ts';

const BITS = [0x207fffff, 0x203fffff, 0x1f7fffff] as const;

interface Node {
  header: Buffer;
  hash: string;
  parent: Node | undefined;
  height: number;
  work: bigint;
}

function addNode(parent: Node | undefined, nonce: number, bits: number): Node {
  const header = Buffer.alloc(80);
  if (parent) fromDisplayHash(parent.hash).copy(header, 4);
  header.writeUInt32LE(bits, 72);
  header.writeUInt32LE(nonce, 76);
  const height = parent ? parent.height + 1 : 0;
  const work = workOf(bits) + (parent?.work ?? 0n);
  return { header, hash: toDisplayHash(hashHeader(header)), parent, height, work };
}

test('a header hashes to the id of its block', () => {
  const text =
    '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c';
  const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
  expect(toDisplayHash(hashHeader(Buffer.from(text, 'hex')))).toBe(genesis);
  expect(toDisplayHash(fromDisplayHash(genesis))).toBe(genesis);
});

test('any tree in any order: a tip of most work, its ancestors as the main chain, every header counted', () => {
  const shape = fc.array(fc.record({ parent: fc.nat(), bits: fc.constantFrom(...BITS), order: fc.nat() }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(shape, fc.nat(60), (entries, rootAt) => {
      const root = addNode(undefined, 0, BITS[0]);
      const nodes = [root];
      for (const [i, { parent, bits }] of entries.entries())
        nodes.push(addNode(nodes[parent % nodes.length], i + 1, bits));
      const shuffled = nodes
        .map((node, i) => ({ node, order: entries[i - 1]?.order ?? 0 }))
        .sort((a, b) => a.order - b.order);
      const tree = new HeaderTree();
      for (const [i, { node }] of shuffled.entries()) {
        tree.add(node.header, { file: 0, position: i, size: 1 });
        if (i >= rootAt && !tree.hasRoot) tree.setRoot(root.hash, 0);
      }
      if (!tree.hasRoot) {
        expect(tree.findHeaviestRoot()).toBe(root.hash);
        tree.setRoot(root.hash, 0);
      }
      const most = nodes.map((node) => node.work).sort((a, b) => (a < b ? 1 : -1))[0];
      let at = nodes.find((node) => node.hash === tree.hashAt(tree.tipHeight));
      expect(at!.work).toBe(most);
      for (let height = tree.tipHeight; height >= 0; height--, at = at!.parent) {
        expect(tree.hashAt(height)).toBe(at!.hash);
        expect(shuffled[tree.placeAt(height)!.position]!.node).toBe(at);
      }
      expect([tree.count, tree.connectedCount]).toEqual([nodes.length, nodes.length]);
    }),
  );
});

test('many headers, each found again', () => {
  const tree = new HeaderTree();
  const nodes = [addNode(undefined, 0, BITS[0])];
  for (let i = 1; i < 5000; i++) nodes.push(addNode(nodes[i - 1], i, BITS[0]));
  for (const [i, node] of nodes.entries()) tree.add(node.header, { file: i >> 8, position: i * 2 ** 31, size: i });
  tree.add(nodes[7]!.header, { file: 9, position: 9, size: 9 });
  tree.setRoot(nodes[0]!.hash, 100);
  expect([tree.count, tree.firstHeight, tree.tipHeight]).toEqual([5000, 100, 5099]);
  for (const [i, node] of nodes.entries()) {
    expect(tree.hashAt(100 + i)).toBe(node.hash);
    expect(tree.placeAt(100 + i)).toEqual({ file: i >> 8, position: i * 2 ** 31, size: i });
  }
  expect(tree.setRoot(hash('sha256', 'absent'), 0)).toBe(false);
});
