import { randomInt } from 'node:crypto';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofMerkleProof from './merkle-proof.ts';
import * as ofMerkleTree from './merkle-tree.ts';
import { CompactRange, EMPTY_ROOT, type NodePlace } from './merkle-tree.ts';

const recorded = new WatchedResults();
const { buildProof, planConsistency, planInclusion, rootOfInclusion, verifyConsistency } =
  recorded.watch(ofMerkleProof);
const { hashLeaf, hashNode, listPeaks } = recorded.watch(ofMerkleTree);

/** The definition of RFC 6962 section 2.1, word for word. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length <= 1) return leaves[0] ?? EMPTY_ROOT;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashNode(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

/** A copy with one bit changed. */
function flip(hash: Buffer): Buffer {
  const changed = Buffer.from(hash);
  changed[randomInt(32)]! ^= 1 << randomInt(8);
  return changed;
}

// The reference data of Certificate Transparency's own tests: eight entries and the roots of the trees they make.
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const LEAVES = ENTRIES.map((entry) => hashLeaf(Buffer.from(entry, 'hex')));

function grow(leaves: readonly Buffer[]) {
  const range = new CompactRange();
  const nodes = new Map<string, Buffer>();
  leaves.forEach((leaf, index) => {
    nodes.set(`0:${index}`, leaf);
    for (const { level, index: place, hash } of range.append(leaf)) nodes.set(`${level}:${place}`, hash);
  });
  const hashOf = ({ level, index }: NodePlace): Buffer => nodes.get(`${level}:${index}`) ?? Buffer.alloc(0);
  return { range, hashOf };
}

test('the empty tree and the eight trees of the reference data have the published roots', () => {
  expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  const range = new CompactRange();
  expect(range.root()).toEqual(EMPTY_ROOT);
  const roots = LEAVES.map((leaf) => {
    range.append(leaf);
    return range.root().toString('hex');
  });
  expect(roots).toEqual(ROOTS);
});

test('the published audit path of leaf 5 in the tree of 8 leaves is what is built', () => {
  const { hashOf } = grow(LEAVES);
  expect(buildProof(planInclusion(5, 8), hashOf).map((hash) => hash.toString('hex'))).toEqual([
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});

test('the published consistency proof from 6 to 8 leaves is what is built', () => {
  const { hashOf } = grow(LEAVES);
  expect(buildProof(planConsistency(6, 8), hashOf).map((hash) => hash.toString('hex'))).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});

describe('against a tree built by the definition', () => {
  const leaves = Array.from({ length: 140 }, (_, i) => hashLeaf(Buffer.from(`entry ${i}`)));

  test('every size up to 140 has the same root, and continues from its peaks alone', () => {
    const range = new CompactRange();
    for (let size = 1; size <= leaves.length; size++) {
      range.append(leaves[size - 1]!);
      expect(range.root()).toEqual(naiveRoot(leaves.slice(0, size)));
      expect(range.peaks.map(({ level, index }) => ({ level, index }))).toEqual(listPeaks(size));
      const again = new CompactRange(
        size,
        range.peaks.map(({ hash }) => hash),
      );
      expect(again.root()).toEqual(range.root());
    }
  });

  test('every leaf of every size up to 70 has a path to the root, and no other leaf or root takes it', () => {
    const { hashOf } = grow(leaves);
    for (let size = 1; size <= 70; size++) {
      const root = naiveRoot(leaves.slice(0, size));
      for (let index = 0; index < size; index++) {
        const path = buildProof(planInclusion(index, size), hashOf);
        expect(rootOfInclusion({ index, size, leaf: leaves[index]! }, path)).toEqual(root);
        expect(rootOfInclusion({ index, size, leaf: leaves[index + 1]! }, path)).not.toEqual(root);
        expect(rootOfInclusion({ index, size, leaf: leaves[index]! }, [...path, root])).toBeUndefined();
        if (path.length > 0)
          expect(rootOfInclusion({ index, size, leaf: leaves[index]! }, path.slice(1))).not.toEqual(root);
      }
    }
  });

  test('every pair of sizes up to 48 is consistent, and no longer with one bit of either root or the proof changed', () => {
    const { hashOf } = grow(leaves);
    for (let to = 1; to <= 48; to++) {
      const after = { size: to, root: naiveRoot(leaves.slice(0, to)) };
      for (let from = 1; from <= to; from++) {
        const before = { size: from, root: naiveRoot(leaves.slice(0, from)) };
        const proof = buildProof(planConsistency(from, to), hashOf);
        expect(verifyConsistency(before, after, proof)).toBe(true);
        expect(verifyConsistency({ ...before, root: flip(before.root) }, after, proof)).toBe(false);
        expect(verifyConsistency(before, { ...after, root: flip(after.root) }, proof)).toBe(false);
        proof.forEach((_, at) => {
          const changed = proof.map((hash, i) => (i === at ? flip(hash) : hash));
          expect(verifyConsistency(before, after, changed), `${from} to ${to}`).toBe(false);
        });
        expect(verifyConsistency(before, after, [...proof, before.root])).toBe(false);
      }
    }
  });
});

test('peaks of another number than the size has are refused', () => {
  expect(() => new CompactRange(3, [Buffer.alloc(32)])).toThrow('A tree of 3 leaves has 2 peaks, not 1.');
});

test('proofs of what is not in the tree are refused', () => {
  expect(() => planInclusion(8, 8)).toThrow('no leaf 8');
  expect(() => planConsistency(9, 8)).toThrow('from 9 to 8');
  expect(() => planConsistency(0, 8)).toThrow('from 0 to 8');
});

describe('a proof about trees that cannot be', () => {
  const { hashOf } = grow(LEAVES);
  const rootAt = (size: number): Buffer => Buffer.from(ROOTS[size - 1] ?? '', 'hex');

  test.each([
    [-1, 8],
    [8, 8],
    [0, 0],
  ])('says nothing about leaf %i of %i', (index, size) => {
    expect(() => planInclusion(index, size)).toThrow(`A tree of ${size} leaves has no leaf ${index}`);
    for (const path of [[], [rootAt(1)], buildProof(planInclusion(7, 8), hashOf)])
      expect(rootOfInclusion({ index, size, leaf: rootAt(8) }, path)).toBeUndefined();
  });

  test.each([
    [0, 8],
    [9, 8],
  ])('does not lead from %i to %i leaves', (from, to) => {
    expect(() => planConsistency(from, to)).toThrow(`No tree grows from ${from} to ${to} leaves`);
    const before = { size: from, root: EMPTY_ROOT };
    const after = { size: to, root: rootAt(8) };
    for (const proof of [[], [EMPTY_ROOT], [rootAt(8)], buildProof(planConsistency(3, 8), hashOf)])
      expect(verifyConsistency(before, after, proof)).toBe(false);
  });

  test('is refused where it is empty, unless the trees are one and the same', () => {
    for (let from = 1; from < 8; from++)
      expect(verifyConsistency({ size: from, root: rootAt(from) }, { size: 8, root: rootAt(8) }, [])).toBe(false);
    const whole = { size: 8, root: rootAt(8) };
    expect(verifyConsistency(whole, whole, [])).toBe(true);
    expect(verifyConsistency(whole, whole, [rootAt(8)])).toBe(false);
    expect(verifyConsistency(whole, { size: 8, root: rootAt(7) }, [])).toBe(false);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/merkle-tree.txt');
});
