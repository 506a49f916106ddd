import { expect, test } from 'vitest';
import { addBusinessDay, isBusinessDay } from './business-day.ts';

test.each([
  ['Monday noon', '2026-11-16T12:00:00.000Z', '2026-11-17T12:00:00.000Z'],
  ['Thursday, the last millisecond', '2026-11-19T23:59:59.999Z', '2026-11-20T23:59:59.999Z'],
  ['Friday, the first', '2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['Friday evening', '2026-11-20T17:30:00.000Z', '2026-11-23T17:30:00.000Z'],
  ['Saturday', '2026-11-21T09:15:00.000Z', '2026-11-24T00:00:00.000Z'],
  ['Sunday, the last millisecond', '2026-11-22T23:59:59.999Z', '2026-11-24T00:00:00.000Z'],
  ['the day before a leap day', '2028-02-28T08:00:00.000Z', '2028-02-29T08:00:00.000Z'],
  ['the last Friday of a year', '2027-12-31T12:00:00.000Z', '2028-01-03T12:00:00.000Z'],
])('one business day from %s is %s to %s', (_, from, to) => {
  expect(addBusinessDay(new Date(from)).toISOString()).toBe(to);
});

test('it always ends on a business day, one to three days later', () => {
  for (let hour = 0; hour < 24 * 21; hour += 1) {
    const from = new Date(Date.UTC(2026, 10, 1, hour));
    const to = addBusinessDay(from);
    expect(isBusinessDay(to)).toBe(true);
    expect(to.getTime() - from.getTime()).toBeGreaterThanOrEqual(86_400_000);
    expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(3 * 86_400_000);
  }
});
