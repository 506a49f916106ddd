import { formatUnits } from '@trailmark/core/amount';
import { formatCount } from '../../format/number.ts';
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

export type PlotPoint = readonly [ms: number, value: number | null];

/**
 * Balance at the end of each period as steps: a value holds until the next period with activity, and the last one to
 * the end of its period. Null where it is not known, which interrupts the line.
 */
export function toBalanceSteps(
  points: readonly ActivityPoint[],
  period: Period,
  decimals: number,
): readonly PlotPoint[] {
  const steps = points.map(
    ({ time, balance }): PlotPoint => [time * 1000, balance === null ? null : toPlotNumber(balance, decimals)],
  );
  const last = points.at(-1);
  const value = steps.at(-1)?.[1];
  return last === undefined || value === undefined ? steps : [...steps, [periodEnd(last.time, period) * 1000, value]];
}

/** Received above, sent below the zero line, one bar each at the middle of its period. */
export function toVolumeBars(
  points: readonly ActivityPoint[],
  period: Period,
  decimals: number,
): { readonly received: readonly PlotPoint[]; readonly sent: readonly PlotPoint[] } {
  const middle = (time: number) => ((time + periodEnd(time, period)) / 2) * 1000;
  return {
    received: points.map(({ time, received }): PlotPoint => [middle(time), toPlotNumber(received, decimals)]),
    sent: points.map(({ time, sent }): PlotPoint => [middle(time), sent === 0n ? 0 : -toPlotNumber(sent, decimals)]),
  };
}

/** Index of the point whose period holds the moment, else of the nearest one; undefined without points. */
export function nearestPoint(points: readonly ActivityPoint[], period: Period, seconds: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  points.forEach(({ time }, i) => {
    const end = periodEnd(time, period);
    const distance = seconds < time ? time - seconds : seconds >= end ? seconds - end + 1 : 0;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/** A dragged span widened to whole periods: first and last second; undefined where no period begins in or spans it. */
export function snapSpan(
  points: readonly ActivityPoint[],
  period: Period,
  [a, b]: readonly [number, number],
): readonly [number, number] | undefined {
  const [low, high] = a <= b ? [a, b] : [b, a];
  const inside = points.filter(({ time }) => periodEnd(time, period) > low && time <= high);
  const [first, last] = [inside[0], inside.at(-1)];
  return first && last ? [first.time, periodEnd(last.time, period) - 1] : undefined;
}

export interface HourScale {
  /** Ramp step 0 to 5 of a count; 0 is a counted zero. */
  readonly level: (count: number) => number;
  /** What each used step means, for the printed legend: "0", "1", "2 to 5". */
  readonly legend: readonly { readonly level: number; readonly text: string }[];
}

const STEPS = 5;

/** Even bins over 1 to the highest count; few counts get few, well separated steps. */
export function createHourScale(weekdayHours: readonly (readonly number[])[]): HourScale {
  const max = Math.max(0, ...weekdayHours.flat());
  const width = Math.max(1, Math.ceil(max / STEPS));
  const bins = Math.ceil(max / width);
  const toLevel = (bin: number) => (bins <= 1 ? 4 : Math.round(1 + ((bin - 1) * (STEPS - 1)) / (bins - 1)));
  const binText = (bin: number) => {
    const [from, to] = [(bin - 1) * width + 1, Math.min(max, bin * width)];
    return from === to ? formatCount(from) : `${formatCount(from)} to ${formatCount(to)}`;
  };
  const used = Array.from({ length: bins }, (_, i) => i + 1);
  return {
    level: (count) => (count === 0 ? 0 : toLevel(Math.ceil(count / width))),
    legend: [{ level: 0, text: '0' }, ...used.map((bin) => ({ level: toLevel(bin), text: binText(bin) }))],
  };
}
