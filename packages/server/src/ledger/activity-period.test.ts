import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofActivityPeriod from './activity-period.ts';
import { PERIOD_SECONDS } from './activity-period.ts';

const recorded = new WatchedResults();
const { choosePeriod, endOfPeriod } = recorded.watch(ofActivityPeriod);

const DAY = 86_400;
const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

test.each([
  [0, 'hour'],
  [4 * DAY, 'hour'],
  [4 * DAY + 1, 'day'],
  [400 * DAY, 'day'],
  [400 * DAY + 1, 'week'],
  [4 * 365 * DAY, 'week'],
  [4 * 365 * DAY + 1, 'month'],
] as const)('%i seconds are shown by the %s', (span, period) => {
  expect(choosePeriod(span)).toBe(period);
});

test('hours, days and weeks end after their length, months at the first of the next', () => {
  expect(PERIOD_SECONDS).toEqual({ hour: 3_600, day: DAY, week: 604_800 });
  const start = at('2024-02-01T00:00:00');
  expect(endOfPeriod(start, 'hour')).toBe(at('2024-02-01T01:00:00'));
  expect(endOfPeriod(start, 'day')).toBe(at('2024-02-02T00:00:00'));
  expect(endOfPeriod(start, 'week')).toBe(at('2024-02-08T00:00:00'));
  expect(endOfPeriod(start, 'month')).toBe(at('2024-03-01T00:00:00'));
  expect(endOfPeriod(at('2023-12-01T00:00:00'), 'month')).toBe(at('2024-01-01T00:00:00'));
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/activity-period.txt');
});
