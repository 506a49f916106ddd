import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofLocalTime from './local-time.ts';

const recorded = new WatchedResults();
const { createLocalDates } = recorded.watch(ofLocalTime);

const at = (iso: string) => Date.parse(iso) / 1_000;

test('a moment has the day and the month that clocks of its zone show', () => {
  const [utc, berlin, katmandu] = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu'].map(createLocalDates);
  expect(utc?.(at('2026-03-31T23:59:59Z'))).toEqual({ day: '2026-03-31', month: '2026-03' });
  expect(utc?.(at('2026-04-01T00:00:00Z'))).toEqual({ day: '2026-04-01', month: '2026-04' });
  expect(berlin?.(at('2026-03-31T21:59:59Z'))?.day).toBe('2026-03-31');
  expect(berlin?.(at('2026-03-31T22:00:00Z'))?.day).toBe('2026-04-01');
  expect(berlin?.(at('2026-12-31T22:59:59Z'))?.day).toBe('2026-12-31');
  expect(katmandu?.(at('2026-01-01T18:14:59Z'))?.day).toBe('2026-01-01');
  expect(katmandu?.(at('2026-01-01T18:15:00Z'))?.day).toBe('2026-01-02');
});

test('more moments than are remembered still have their right day, the first of them again', () => {
  const dateOf = createLocalDates('UTC');
  for (let quarter = 0; quarter < 50_050; quarter += 1) dateOf(quarter * 900);
  expect([0, 86_399, 86_400, 50_049 * 900].map((seconds) => dateOf(seconds).day)).toEqual([
    ...['1970-01-01', '1970-01-01', '1970-01-02', '1971-06-06'],
  ]);
});

test('a zone that does not exist is refused', () => {
  expect(() => createLocalDates('Nowhere/Land')).toThrow(RangeError);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/local-time.txt');
});
