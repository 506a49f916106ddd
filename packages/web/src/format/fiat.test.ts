import { expect, it } from 'vitest';
import { MINUS } from './amount.ts';
import { explainNoPrice, formatFiat, formatPrice } from './fiat.ts';

it('prints values in two places, rounded half away from zero', () => {
  expect(formatFiat(1_234_565_000n)).toBe('1,234.57');
  expect(formatFiat(-1_234_565_000n)).toBe(`${MINUS}1,234.57`);
  expect(formatFiat(999_994_999n, true)).toBe('+999.99');
  expect(formatFiat(999_995_000n)).toBe('1,000.00');
  expect(formatFiat(123_456_789_012_000_000n)).toBe('123,456,789,012.00');
});

it('never prints a value as zero that is not', () => {
  expect(formatFiat(4_300n)).toBe('0.0043');
  expect(formatFiat(-1n)).toBe(`${MINUS}0.000001`);
  expect(formatFiat(5_000n)).toBe('0.01');
  expect(formatFiat(0n, true)).toBe('0.00');
});

it('prints prices in all their places', () => {
  expect(formatPrice(50_500_000n)).toBe('0.0505');
  expect(formatPrice(64_123_400_000_000n)).toBe('64,123.40');
  expect(formatPrice(1n)).toBe('0.000000001');
});

it('says why there is no price', () => {
  const moment = { symbol: 'BTC', network: 'main', currency: 'USD', height: 170, time: 1_231_731_025 };
  expect(explainNoPrice(moment)).toBe('No USD price of BTC on 12 Jan 2009.');
  expect(explainNoPrice({ ...moment, currency: 'EUR' })).toMatch(/reference rate of that day is missing/);
  expect(explainNoPrice({ ...moment, height: null })).toMatch(/no block yet/);
  expect(explainNoPrice({ ...moment, time: null })).toMatch(/carried no time/);
  expect(explainNoPrice({ ...moment, network: 'test' })).toMatch(/test network/);
});
