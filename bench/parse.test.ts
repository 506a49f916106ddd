import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotMeasure } from './harness.ts';
import { compare, refuseNothing } from './parse.ts';
import type { ParseResult } from './parse-subject.ts';
import { OWN_DIRECTORIES, realBlocks } from './real-blocks.ts';

const parsed = (subject: string, transactions: number, seconds: number): ParseResult => ({
  ...{
    subject,
    transactions,
    seconds,
    runs: [seconds],
    bytes: 1_000 * transactions,
    digests: [],
    refused: [],
    blocks: 1,
    peakRssMiB: 1,
  },
});

test('a fresh clone has real blocks to parse', () => {
  expect(realBlocks(OWN_DIRECTORIES).length).toBeGreaterThan(9);
  expect(realBlocks([join(import.meta.dirname, 'absent')])).toEqual([]);
});

test('rates of nothing are not measured, and say why', () => {
  expect(() => refuseNothing(parsed('kernel', 9, 1), parsed('bitcoinjs', 0, 1))).toThrow(CannotMeasure);
  expect(() => refuseNothing(parsed('kernel', 9, 1), parsed('bitcoinjs', 9, 1))).not.toThrow();
});

test('the bar of parsing is a multiple of the other library in the same run', () => {
  const bar = compare(parsed('kernel', 50_000, 1), parsed('bitcoinjs', 50_000, 10));
  expect(bar).toMatchObject({ isMet: true, measured: expect.stringMatching(/^10\.0x \(50 k against 5 k tx\/s/) });
  expect(compare(parsed('kernel', 50_000, 1), parsed('bitcoinjs', 50_000, 9)).isMet).toBe(false);
});
