import { describe, expect, it } from 'vitest';
import { formatActivityCsv, formatHoursCsv } from './chart-csv.ts';
import {
  type Activity,
  type ActivityPoint,
  formatPeriod,
  periodEnd,
  toBalanceSteps,
  toStretches,
  toVolumeColumns,
} from './chart-data.ts';

const DAY = 86_400;
/** 2009-01-12 00:00 UTC */
const START = 1231718400;

function point(days: number, received: bigint, sent: bigint, balance: bigint | null): ActivityPoint {
  return { time: START + days * DAY, received, sent, transactions: 1, balance };
}

const POINTS = [point(0, 5_000_000_000n, 0n, 5_000_000_000n), point(3, 0n, 1n, 4_999_999_999n), point(4, 2n, 0n, null)];

describe('periods', () => {
  it('end where the next one begins, months by the calendar', () => {
    expect(periodEnd(START, 'hour')).toBe(START + 3600);
    expect(periodEnd(START, 'week')).toBe(START + 7 * DAY);
    expect(periodEnd(Date.UTC(2012, 1, 1) / 1000, 'month')).toBe(Date.UTC(2012, 2, 1) / 1000);
  });

  it('are named in UTC', () => {
    expect(formatPeriod(START, 'hour')).toBe('2009-01-12 00:00');
    expect(formatPeriod(START, 'day')).toBe('2009-01-12');
    expect(formatPeriod(START, 'week')).toBe('week from 2009-01-12');
    expect(formatPeriod(START, 'month')).toBe('2009-01');
  });
});

describe('toBalanceSteps', () => {
  it('breaks where the balance is not known and holds the last value to the end of its period', () => {
    expect(toBalanceSteps(POINTS.slice(0, 2), 'day', 8)).toEqual([
      [START * 1000, 50],
      [(START + 3 * DAY) * 1000, 49.99999999],
      [(START + 4 * DAY) * 1000, 49.99999999],
    ]);
    expect(toBalanceSteps(POINTS, 'day', 8).at(-1)).toEqual([(START + 5 * DAY) * 1000, null]);
    expect(toBalanceSteps([], 'day', 8)).toEqual([]);
  });
});

describe('toVolumeColumns', () => {
  it('covers its period, sent below zero and a zero without a sign', () => {
    const { received, sent } = toVolumeColumns(POINTS, 'day', 8);
    expect(received[0]).toEqual({ from: START * 1000, to: (START + DAY) * 1000, value: 50 });
    expect(sent[1]).toEqual({ from: (START + 3 * DAY) * 1000, to: (START + 4 * DAY) * 1000, value: -1e-8 });
    expect(Object.is(sent[0]?.value, 0)).toBe(true);
  });
});

describe('toStretches', () => {
  it('gives each point the whole of its period', () => {
    expect(toStretches(POINTS.slice(0, 1), 'month')).toEqual([{ from: START, to: Date.UTC(2009, 1, 1) / 1000 }]);
    expect(toStretches(POINTS.slice(0, 1), 'day')).toEqual([{ from: START, to: START + DAY }]);
  });
});

describe('CSV', () => {
  it('holds exact coins and leaves an unknown balance empty', () => {
    const activity = { points: POINTS, period: 'day' } as unknown as Activity;
    const lines = formatActivityCsv(activity, 8, 'BTC').split('\r\n');
    expect(lines[0]).toBe('period_start_utc,period_end_utc,received_btc,sent_btc,transactions,balance_end_btc');
    expect(lines[1]).toBe('2009-01-12T00:00:00Z,2009-01-13T00:00:00Z,50.00000000,0.00000000,1,50.00000000');
    expect(lines[3]).toBe('2009-01-16T00:00:00Z,2009-01-17T00:00:00Z,0.00000002,0.00000000,1,');
  });

  it('has one line a weekday', () => {
    const lines = formatHoursCsv(Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0)))
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(8);
    expect(lines[7]).toMatch(/^Sun,0,/);
  });
});
