import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofDistribute from './distribute.ts';

const recorded = new WatchedResults();
const { distribute } = recorded.watch(ofDistribute);

/** Money in millionths. */
const cents = (number: number): bigint => BigInt(number) * 10_000n;

test('an amount is divided by losses to the whole cent, and what is left goes to the largest remainders', () => {
  expect(distribute([cents(100), cents(200)], cents(100)).parts).toEqual([cents(33), cents(67)]);
  expect(distribute([1n, 1n, 1n], cents(100)).parts).toEqual([cents(34), cents(33), cents(33)]);
  expect(distribute([1n, 1n, 1n], cents(101)).parts).toEqual([cents(34), cents(34), cents(33)]);
  expect(distribute([1n, 3n, 3n], cents(10)).parts).toEqual([cents(2), cents(4), cents(4)]);
  expect(distribute([3n, 3n, 1n], cents(10)).parts).toEqual([cents(4), cents(4), cents(2)]);
  expect(distribute([5n], cents(10) + 9_999n).parts).toEqual([cents(10)]);
  expect(distribute([5n, 5n], 9_999n).parts).toEqual([0n, 0n]);
  expect(distribute([5n, 5n], 0n).parts).toEqual([0n, 0n]);
});

test('who lost nothing or gained gets nothing, and shares are rounded to the nearest millionth', () => {
  expect(distribute([10n, 0n, -50n], cents(7))).toEqual({ shares: [1_000_000, 0, 0], parts: [cents(7), 0n, 0n] });
  expect(distribute([1n, 2n], null)).toEqual({ shares: [333_333, 666_667], parts: undefined });
});

test('nothing is divided where a loss is not known, or none is left', () => {
  for (const losses of [[], [0n], [-1n, 0n], [5n, undefined]])
    expect(distribute(losses, cents(5))).toEqual({ shares: undefined, parts: undefined });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/distribute.txt');
});
