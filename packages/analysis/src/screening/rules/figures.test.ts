import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFigures from './figures.ts';

const recorded = new WatchedResults();
const { count, daysSince, writeAmount, writeMoney, writeShare } = recorded.watch(ofFigures);

test('an amount has eight places at most, and more only where the first eight would read as nothing', () => {
  const write = (amount: bigint, decimals: number) => writeAmount(amount, { decimals, symbol: 'X' });
  expect(write(123_456_789n, 8)).toBe('1.23456789 X');
  expect(write(1_234_567_891n, 9)).toBe('1.23456789 X');
  expect(write(100_000_000n, 8)).toBe('1 X');
  expect(write(1_234_567_000_000n, 6)).toBe('1,234,567 X');
  expect(write(10n ** 18n + 1n, 18)).toBe('1 X');
  expect(write(12_345n, 18)).toBe('0.00000000000001234 X');
  expect(write(10n ** 10n + 1n, 18)).toBe('0.00000001 X');
  expect(write(0n, 8)).toBe('0 X');
  expect(writeAmount(5n, { decimals: 0, symbol: 'S'.repeat(30) })).toBe(`5 ${'S'.repeat(20)}`);
});

test('a share is percent without zeros that say nothing, and the least is said in words', () => {
  expect([0, 1, 100, 12_500, 125_000, 1_000_000].map(writeShare)).toEqual([
    ...['less than 0.0001 %', '0.0001 %', '0.01 %', '1.25 %', '12.5 %', '100 %'],
  ]);
  expect(writeShare(0.5)).toBe('less than 0.0001 %');
});

test('money has cents below ten, none from ten on, and less than a cent is said in words', () => {
  const write = (cents: bigint) => writeMoney(cents * 10_000n, 'EUR');
  expect([0n, 1n, 105n, 999n, 1_000n, 1_099n, 123_456_700n].map(write)).toEqual([
    ...['less than 0.01 EUR', '0.01 EUR', '1.05 EUR', '9.99 EUR', '10 EUR', '10 EUR', '1,234,567 EUR'],
  ]);
  expect(writeMoney(9_999n, 'EUR')).toBe('less than 0.01 EUR');
});

test('days are those of the calendar in UTC, and one is distinguished from several', () => {
  const at = (text: string) => Date.parse(text) / 1_000;
  expect(daysSince('2022-04-05', at('2022-04-05T00:00:00Z'))).toBe(0);
  expect(daysSince('2022-04-05', at('2022-04-05T23:59:59Z'))).toBe(0);
  expect(daysSince('2022-04-05', at('2022-04-06T00:00:00Z'))).toBe(1);
  expect(daysSince('2022-04-05', at('2022-04-04T23:59:59Z'))).toBe(-1);
  expect([0, 1, 2].map((number) => count(number, 'day'))).toEqual(['0 days', '1 day', '2 days']);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/figures.txt');
});
