import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFileRange from './file-range.ts';

const recorded = new WatchedResults();
const { readRange } = recorded.watch(ofFileRange);

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-99', 0, 99],
  ['bytes=10-19', 10, 19],
  ['bytes=99-', 99, 99],
  ['bytes=90-1000', 90, 99],
  ['bytes=-1', 99, 99],
  ['bytes=-100', 0, 99],
  ['bytes=-1000', 0, 99],
])('%s of a hundred bytes is from %d to %d', (header, start, end) => {
  expect(readRange(header, 100)).toEqual({ start, end, size: 100, isWhole: false });
});

test.each([
  undefined,
  '',
  'bytes=-',
  'bytes=5-4',
  'bytes=100-',
  'bytes=-0',
  'bytes=0-1,3-4',
  'lines=0-1',
  'bytes=a-b',
  ' bytes=0-1',
])('%j asks for nothing that there is, and gets the whole file', (header) => {
  expect(readRange(header, 100)).toEqual({ start: 0, end: 99, size: 100, isWhole: true });
});

test('an empty file has no range', () => {
  expect(readRange('bytes=0-0', 0)).toEqual({ start: 0, end: -1, size: 0, isWhole: true });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/file-range.txt');
});
