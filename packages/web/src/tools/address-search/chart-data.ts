import { formatUnits } from '@trailmark/core/amount';
import type { ChartColumn, ChartPoint } from '@trailmark/drawing/chart/marks';
import type { Stretch } from '@trailmark/drawing/chart/stretches';
import { formatTime } from '../../format/time.ts';
import type { Period } from './search.ts';

/** What happened in one period, in the smallest unit of what is drawn. */
export interface ActivityPoint {
  readonly time: number;
  readonly received: bigint;
  readonly sent: bigint;
  /** Transactions, or single moves where one asset of an account is drawn. */
  readonly transactions: number;
  readonly balance: bigint | null;
}

export interface Activity {
  readonly points: readonly ActivityPoint[];
  readonly period: Period;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const LENGTHS: Readonly<Record<Exclude<Period, 'month'>, number>> = { hour: HOUR, day: DAY, week: 7 * DAY };

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** First second after the period that begins at `start`. Months are calendar months in UTC. */
export function periodEnd(start: number, period: Period): number {
  if (period !== 'month') return start + LENGTHS[period];
  const at = new Date(start * 1000);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / 1000;
}

/** "2009-01-12 14:00", "2009-01-12", "week from 2009-01-08", "2009-01": all UTC. */
export function formatPeriod(start: number, period: Period): string {
  const text = formatTime(start);
  if (period === 'hour') return text.slice(0, 16);
  if (period === 'month') return text.slice(0, 7);
  return period === 'week' ? `week from ${text.slice(0, 10)}` : text.slice(0, 10);
}

/** For drawing only, 15 digits at best; every printed figure is made from the exact units. */
export function toPlotNumber(units: bigint, decimals: number): number {
  return Number(formatUnits(units, decimals));
}

/**
 * Balance at the end of each period as steps: a value holds until the next period with activity, and the last one to
 * the end of its period. Null where it is not known, which interrupts the line.
 */
export function toBalanceSteps(
  points: readonly ActivityPoint[],
  period: Period,
  decimals: number,
): readonly ChartPoint[] {
  const steps = points.map(
    ({ time, balance }): ChartPoint => [time * 1000, balance === null ? null : toPlotNumber(balance, decimals)],
  );
  const last = points.at(-1);
  const value = steps.at(-1)?.[1];
  return last === undefined || value === undefined ? steps : [...steps, [periodEnd(last.time, period) * 1000, value]];
}

/** Received above, sent below the zero line, each over its period. */
export function toVolumeColumns(
  points: readonly ActivityPoint[],
  period: Period,
  decimals: number,
): { readonly received: readonly ChartColumn[]; readonly sent: readonly ChartColumn[] } {
  const column = (time: number, value: number) => ({ from: time * 1000, to: periodEnd(time, period) * 1000, value });
  return {
    received: points.map(({ time, received }) => column(time, toPlotNumber(received, decimals))),
    sent: points.map(({ time, sent }) => column(time, sent === 0n ? 0 : -toPlotNumber(sent, decimals))),
  };
}

/** The periods of the points, as the charts read them out. */
export function toStretches(points: readonly ActivityPoint[], period: Period): readonly Stretch[] {
  return points.map(({ time }) => ({ from: time, to: periodEnd(time, period) }));
}
