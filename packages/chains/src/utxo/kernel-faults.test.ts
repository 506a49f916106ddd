import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofKernelFaults from './kernel-faults.ts';

const recorded = new WatchedResults();
const { faultError } = recorded.watch(ofKernelFaults);

const fault = (code: number, part = 3, value = 9n) => faultError({ code, at: 90, part, transaction: 4, value }, 100);

test.each([
  [1, 'The block is truncated: it ends at byte 90, within the inputs of transaction 4.'],
  [2, 'The count 9 at byte 90 in the inputs of transaction 4 is not in its shortest form (non-canonical varint).'],
  [3, 'The count 9 at byte 90 in the inputs of transaction 4 is larger than the 10 bytes left allow.'],
  [4, 'A transaction has no inputs at byte 90 in the inputs of transaction 4.'],
  [5, 'all its stacks are empty at byte 90 in the inputs of transaction 4 (superfluous witness).'],
  [6, 'Unknown flag bits 0x09 at byte 90 in the inputs of transaction 4.'],
  [7, '9 trailing bytes follow the last transaction at byte 90.'],
  [8, 'The transaction carries an MWEB body at byte 90 in the inputs of transaction 4; only an empty one can be read.'],
  [9, 'The block holds no transactions: its count at byte 90 is zero.'],
])('fault %i of the kernel is reported in words', (code, sentence) => {
  expect(fault(code)).toMatchObject({ kind: 'invalid', context: { byte: 90, transaction: 4 } });
  expect(fault(code).message).toContain(sentence);
});

test('a place names its transaction, but for the header and the count of transactions', () => {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((part) => /within the (.*)\.$/.exec(fault(1, part).message)?.[1]);
  const of = (part: string) => `${part} of transaction 4`;
  expect(places).toEqual([
    'header',
    'transaction count',
    ...['version', 'inputs', 'outputs', 'witness', 'lock time', 'block'].map(of),
  ]);
});

test('any other number is want of memory, which is no fault of the block', () => {
  for (const code of [0, 10]) {
    expect(fault(code)).toMatchObject({ kind: 'unavailable' });
    expect(fault(code).message).toBe('There is not enough memory for a block of 100 bytes.');
  }
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/kernel-faults.txt');
});
