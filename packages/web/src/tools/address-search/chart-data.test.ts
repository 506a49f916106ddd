import { describe, expect, it } from 'vitest';
import { formatActivityCsv, formatHoursCsv } from './chart-csv.ts';
import {
  type Activity,
  type ActivityPoint,
  createHourScale,
  formatPeriod,
  nearestPoint,
  periodEnd,
  snapSpan,
  toBalanceSteps,
  toVolumeBars,
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

describe('toVolumeBars', () => {
  it('stands at the middle of the period, sent below zero and a zero without a sign', () => {
    const { received, sent } = toVolumeBars(POINTS, 'day', 8);
    expect(received[0]).toEqual([(START + DAY / 2) * 1000, 50]);
    expect(sent[1]).toEqual([(START + 3.5 * DAY) * 1000, -1e-8]);
    expect(Object.is(sent[0]?.[1], 0)).toBe(true);
  });
});

describe('pointing and dragging', () => {
  it('finds the period that holds the moment, else the nearest', () => {
    expect(nearestPoint(POINTS, 'day', START + 3 * DAY + 5)).toBe(1);
    expect(nearestPoint(POINTS, 'day', START - 1)).toBe(0);
    expect(nearestPoint(POINTS, 'day', START + 2.9 * DAY)).toBe(1);
    expect(nearestPoint([], 'day', START)).toBeUndefined();
  });

  it('widens a span to whole periods, whichever way it was dragged', () => {
    const whole = [START, START + 4 * DAY - 1];
    expect(snapSpan(POINTS, 'day', [START + 10, START + 3 * DAY + 10])).toEqual(whole);
    expect(snapSpan(POINTS, 'day', [START + 3 * DAY + 10, START + 10])).toEqual(whole);
    expect(snapSpan(POINTS, 'day', [START + 1.2 * DAY, START + 1.4 * DAY])).toBeUndefined();
  });
});

describe('createHourScale', () => {
  const scaleOf = (max: number) => createHourScale([[0, max]]);

  it('prints each count while they are few', () => {
    expect(scaleOf(3).legend.map(({ text }) => text)).toEqual(['0', '1', '2', '3']);
    expect(scaleOf(0).legend).toEqual([{ level: 0, text: '0' }]);
  });

  it('bins many counts evenly, the highest darkest, a counted zero lightest', () => {
    const scale = scaleOf(23);
    expect(scale.legend.map(({ text }) => text)).toEqual([
      '0',
      '1 to 5',
      '6 to 10',
      '11 to 15',
      '16 to 20',
      '21 to 23',
    ]);
    expect([0, 1, 5, 6, 23].map(scale.level)).toEqual([0, 1, 1, 2, 5]);
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
