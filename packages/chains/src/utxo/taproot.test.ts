import { createHash } from 'node:crypto';
import { encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofTaproot from './taproot.ts';

const recorded = new WatchedResults();
const { branchHash, leafHash, toXOnly } = recorded.watch(ofTaproot);

const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
/** Tagged hash of BIP 340. */
const tagged = (tag: string, ...parts: Uint8Array[]): string => {
  const name = sha(Buffer.from(tag));
  return sha(name, name, ...parts).toString('hex');
};

test('a leaf is hashed with its version and its length, which has three bytes from 253 on', () => {
  const lengths = { 0: '00', 1: '01', 252: 'fc', 253: 'fdfd00', 256: 'fd0001', 65535: 'fdffff' };
  for (const [length, written] of Object.entries(lengths)) {
    const script = new Uint8Array(Number(length)).fill(0x51);
    expect(encodeHex(leafHash(script))).toBe(tagged('TapLeaf', Buffer.from(`c0${written}`, 'hex'), script));
  }
});

test('two nodes have one hash whatever their order, the smaller first', () => {
  const [a, b] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  for (const pair of [
    [a, b],
    [b, a],
  ] as const)
    expect(encodeHex(branchHash(...pair))).toBe(tagged('TapBranch', a, b));
  expect(encodeHex(branchHash(a, a))).toBe(tagged('TapBranch', a, a));
});

test('a key of 33 bytes loses the byte of its parity, one of 32 stays', () => {
  const x = new Uint8Array(32).fill(7);
  expect(toXOnly(Uint8Array.of(3, ...x))).toEqual(x);
  expect(toXOnly(x)).toEqual(x);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/taproot.txt');
});
