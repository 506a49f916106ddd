import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofMixShape from './mix-shape.ts';
import {
  DATA_OUTPUT,
  sampleInput,
  sampleInputs,
  sampleOutput,
  sampleOutputs,
  sampleOwner,
  sampleRecord,
} from './testing/sample-records.ts';

const recorded = new WatchedResults();
const { countInputOwners, countPossibleFunders, findMostFrequentOutput, groupOutputs, hasDistinctOutputOwners } =
  recorded.watch(ofMixShape);

test('outputs are grouped by amount, largest first', () => {
  expect(groupOutputs(sampleRecord([], sampleOutputs([5n, 9n, 5n, 7n])))).toEqual([
    { value: 9n, count: 1 },
    { value: 7n, count: 1 },
    { value: 5n, count: 2 },
  ]);
});

test('the most frequent amount is the larger of two as frequent ones, in any order, and dust is none', () => {
  const orders = [
    [5n, 9n, 9n, 5n, 1n, 1n, 1n],
    [9n, 5n, 1n, 5n, 1n, 9n, 1n],
  ];
  for (const values of orders) {
    expect(findMostFrequentOutput(sampleRecord([], sampleOutputs(values)), 1n)).toEqual({ value: 9n, count: 2 });
  }
  expect(findMostFrequentOutput(sampleRecord([], sampleOutputs([1n, 1n])), 1n)).toBeUndefined();
});

test('input owners are counted once each, and one payload in two forms is two owners', () => {
  const twin = sampleOwner(1, 'p2pkh');
  const inputs = [sampleInput(1, 1n), sampleInput(2, 1n), sampleInput(1, 1n), sampleInput(twin, 1n)];
  expect(countInputOwners(sampleRecord(inputs, []))).toEqual({ distinct: 3, most: 2 });
});

test('input owners are not counted where an owner or value is not known', () => {
  const [first, second] = sampleInputs([1n, 2n]);
  expect(countInputOwners(sampleRecord([first!, { ...second!, owner: undefined }], []))).toBeUndefined();
  expect(countInputOwners(sampleRecord([first!, { ...second!, value: undefined }], []))).toBeUndefined();
});

test('output owners are distinct unless one repeats or an output has none', () => {
  const outputs = sampleOutputs([1n, 2n]);
  expect(hasDistinctOutputOwners(sampleRecord([], outputs))).toBe(true);
  expect(hasDistinctOutputOwners(sampleRecord([], [...outputs, sampleOutput(1001, 3n)]))).toBe(false);
  expect(hasDistinctOutputOwners(sampleRecord([], [...outputs, DATA_OUTPUT]))).toBe(false);
});

test('inputs that reach the share fund one person each, and the smaller ones together as many as they can', () => {
  const record = sampleRecord(sampleInputs([1000n, 5000n, 600n, 600n, 600n]), []);
  expect(countPossibleFunders(record, 1000n, 0)).toBe(3);
  expect(countPossibleFunders(record, 1001n, 0)).toBe(3);
  expect(countPossibleFunders(record, 1001n, 0.01)).toBe(3);
  expect(countPossibleFunders(record, 5001n, 0)).toBe(1);
  expect(countPossibleFunders(sampleRecord(sampleInputs([99n, 99n]), []), 100n, 0.01)).toBe(2);
  expect(countPossibleFunders(sampleRecord(sampleInputs([98n, 98n]), []), 100n, 0.01)).toBe(1);
});

test('a share of nothing is funded by everybody', () => {
  expect(countPossibleFunders(sampleRecord(sampleInputs([5n, 7n]), []), 0n, 0)).toBe(2);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/mix-shape.txt');
});
