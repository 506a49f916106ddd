import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { type PlainTx, serializeBlock } from '../testing/kernel-blocks.ts';
import * as ofCoinbaseHeight from './coinbase-height.ts';

const recorded = new WatchedResults();
const { coinbaseHeight } = recorded.watch(ofCoinbaseHeight);

const CHAIN = { auxPow: false, mweb: false };

/** What a block states whose coinbase has this script. */
function heightOf(...script: number[]): number | undefined {
  const input = { txid: Buffer.alloc(32), vout: 0xffffffff, script: Buffer.from(script), sequence: 0, witness: [] };
  const coinbase: PlainTx = { version: 1, inputs: [input], outputs: [], lockTime: 0 };
  return coinbaseHeight(serializeBlock([{ ...coinbase, outputs: [{ value: 5n, script: Buffer.of(0x51) }] }]), CHAIN);
}

describe('the height in a coinbase', () => {
  test.each([
    [1, [0x51]],
    [16, [0x60]],
    [0, [0x00]],
    [17, [0x01, 17]],
    [127, [0x01, 127, 9, 9]],
    [128, [0x02, 128, 0]],
    [227_931, [0x03, 0x5b, 0x7a, 0x03]],
    [0x01020304, [0x04, 4, 3, 2, 1]],
    [5, [0x4c, 1, 5]],
  ])('is %i', (height, script) => {
    expect(heightOf(...script)).toBe(height);
  });

  test.each([
    ['nothing', []],
    ['a number below zero', [0x01, 128]],
    ['five bytes', [0x05, 1, 2, 3, 4, 5]],
    ['a push that ends early', [0x03, 1, 2]],
    ['another opcode', [0x76]],
    ['minus one', [0x4f]],
    ['the opcode after sixteen', [0x61]],
  ])('is not stated by %s', (_, script) => {
    expect(heightOf(...script)).toBeUndefined();
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/coinbase-height.txt');
});
