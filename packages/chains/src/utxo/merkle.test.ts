import { AppError } from '@trailmark/core/errors';
import { displayHash, encodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { hashPair, isMerkleMutated, merkleBranch, merkleRoot, verifyMerkleBranch } from './merkle.ts';
import { encodeMerkleBlock } from './merkle-block.ts';

/** Block 100,000 of the Bitcoin chain: four transactions. */
const TXIDS = [
  '8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87',
  'fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4',
  '6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4',
  'e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d',
];
const ROOT = 'f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeHex);
const txids = fc.uniqueArray(hash, { minLength: 1, maxLength: 40 });

describe('merkle', () => {
  test('the root and the proofs of block 100,000', () => {
    expect(merkleRoot(TXIDS)).toBe(ROOT);
    for (const [index, txid] of TXIDS.entries()) {
      expect(verifyMerkleBranch({ txid, index, branch: merkleBranch(TXIDS, index), root: ROOT })).toBe(true);
    }
  });

  test('a repeated tail has the same root and is noticed (CVE-2012-2459)', () => {
    const three = TXIDS.slice(0, 3);
    const repeated = [...three, three[2]!];
    expect(merkleRoot(repeated)).toBe(merkleRoot(three));
    expect([isMerkleMutated(three), isMerkleMutated(repeated)]).toEqual([false, true]);
  });

  test('every proof holds, and no other index, id, branch or root does', () => {
    fc.assert(
      fc.property(txids, fc.nat(), fc.nat(), hash, (all, pick, other, wrong) => {
        const index = pick % all.length;
        const proof = { txid: all[index]!, index, branch: merkleBranch(all, index), root: merkleRoot(all) };
        expect(verifyMerkleBranch(proof)).toBe(true);
        expect(verifyMerkleBranch({ ...proof, txid: wrong })).toBe(false);
        expect(verifyMerkleBranch({ ...proof, root: wrong })).toBe(false);
        expect(verifyMerkleBranch({ ...proof, branch: [...proof.branch, wrong] })).toBe(false);
        const elsewhere = other % 64;
        // The last node of an odd level is its own sibling: there the right-hand twin index proves the same node.
        if (elsewhere < all.length && elsewhere !== index) {
          expect(verifyMerkleBranch({ ...proof, index: elsewhere })).toBe(false);
        }
      }),
    );
  });

  test('wrong input is refused', () => {
    expect(() => merkleRoot([])).toThrow(AppError);
    expect(() => merkleBranch(TXIDS, 4)).toThrow('there is none at index 4');
    expect(() => merkleBranch(TXIDS, -1)).toThrow(AppError);
    expect(() => merkleBranch(TXIDS, 0.5)).toThrow(AppError);
    const proof = { txid: TXIDS[0]!, index: 0, branch: merkleBranch(TXIDS, 0), root: ROOT };
    for (const index of [-1, 4, 0.5, Number.NaN]) expect(verifyMerkleBranch({ ...proof, index })).toBe(false);
    expect(verifyMerkleBranch({ ...proof, branch: ['zz'] })).toBe(false);
  });
});

/** A reader of BIP 37 partial trees, written from the BIP, that gives the root and the matched leaves. */
function readMerkleBlock(bytes: Uint8Array): { root: string; matched: [number, string][] } {
  const reader = new ByteReader(bytes, 80);
  const total = reader.uint32();
  const hashes = Array.from({ length: reader.count(32) }, () => reader.take(32));
  const flags = reader.sized();
  expect(reader.remaining).toBe(0);
  const matched: [number, string][] = [];
  let [bit, used] = [0, 0];
  const width = (height: number) => Math.ceil(total / 2 ** height);
  const visit = (height: number, at: number): Uint8Array => {
    const flag = (flags[bit >> 3]! >> (bit++ & 7)) & 1;
    if (height === 0 || !flag) {
      const leaf = hashes[used++]!;
      if (height === 0 && flag) matched.push([at, displayHash(leaf)]);
      return leaf;
    }
    const left = visit(height - 1, at * 2);
    return hashPair(left, at * 2 + 1 < width(height - 1) ? visit(height - 1, at * 2 + 1) : left);
  };
  let height = 0;
  while (width(height) > 1) height++;
  const root = displayHash(visit(height, 0));
  expect([used, Math.ceil(bit / 8)]).toEqual([hashes.length, flags.length]);
  return { root, matched };
}

describe('merkleblock', () => {
  test('proves exactly the requested transaction', () => {
    fc.assert(
      fc.property(txids, fc.nat(), (all, pick) => {
        const index = pick % all.length;
        const { root, matched } = readMerkleBlock(encodeMerkleBlock(new Uint8Array(80), all, index));
        expect(root).toBe(merkleRoot(all));
        expect(matched).toEqual([[index, all[index]]]);
      }),
    );
  });

  test('refuses wrong sizes and indexes', () => {
    expect(() => encodeMerkleBlock(new Uint8Array(79), TXIDS, 0)).toThrow('80 bytes');
    expect(() => encodeMerkleBlock(new Uint8Array(80), TXIDS, 4)).toThrow(AppError);
  });
});
