import { expect, test } from 'vitest';
import { KeptResults } from './kept-results.ts';

test('a result is found by all that decides it, and the oldest makes room for another', () => {
  const kept = new KeptResults<string>(2);
  expect(kept.keep(['btc', 1], 'first')).toBe('first');
  kept.keep(['btc', 2], 'second');
  expect([kept.find(['btc', 1]), kept.find(['btc', '1']), kept.find(['ltc', 1])]).toEqual([
    'first',
    undefined,
    undefined,
  ]);
  kept.keep(['btc', 3], 'third');
  expect([1, 2, 3].map((height) => kept.find(['btc', height]))).toEqual([undefined, 'second', 'third']);
});
