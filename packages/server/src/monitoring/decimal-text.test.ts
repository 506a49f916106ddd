import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofDecimalText from './decimal-text.ts';

const recorded = new WatchedResults();
const { formatDecimal, isDecimal, parseDecimal } = recorded.watch(ofDecimalText);

test.each([
  [0n, 8, '0.00000000'],
  [1n, 8, '0.00000001'],
  [99_999_999n, 8, '0.99999999'],
  [100_000_000n, 8, '1.00000000'],
  [123_456_789_012_345_678n, 8, '1,234,567,890.12345678'],
  [7n, 0, '7'],
  [1_000n, 0, '1,000'],
  [5n, 1, '0.5'],
])('%d with %d decimals reads %s', (amount, decimals, text) => {
  expect(formatDecimal(amount, decimals)).toBe(text);
  expect(parseDecimal(text.replaceAll(',', ''), decimals)).toBe(amount);
});

test('digits beyond the decimals of an asset are cut off, and what is no amount is refused', () => {
  expect(parseDecimal('1.999', 2)).toBe(199n);
  expect(parseDecimal('3', 2)).toBe(300n);
  for (const text of ['', '1.', '.5', '-1', '1e3', '1,000', ' 1']) {
    expect(isDecimal(text)).toBe(false);
    expect(() => parseDecimal(text, 2)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  }
  expect(isDecimal('0.1')).toBe(true);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/decimal-text.txt');
});
