import { expect, test } from 'vitest';
import { listMonthWeeks, shiftMonth } from './month-grid.ts';

test('a month is whole weeks from Monday with every day of it once', () => {
  for (const [month, days, weeks] of [
    ['2027-02', 28, 4],
    ['2027-03', 31, 5],
    ['2026-08', 31, 6],
    ['2028-02', 29, 5],
  ] as const) {
    const grid = listMonthWeeks(month);
    expect(grid).toHaveLength(weeks);
    expect(grid.flat().filter(({ isInMonth }) => isInMonth)).toHaveLength(days);
    expect(grid.every((week) => new Date(week[0]!.day).getUTCDay() === 1)).toBe(true);
  }
});

test('months follow each other over the year', () => {
  expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
