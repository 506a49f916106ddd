import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';

type Activity = OfFamily<RouteOutput<Contract['getAddressActivity']>, 'outputs'>;
/** How long a bar of a chart of activity is. */
export type ActivityPeriod = Activity['period'];

const DAY = 86_400;
/** Lengths of the periods that have one. */
export const PERIOD_SECONDS: Readonly<Record<Exclude<ActivityPeriod, 'month'>, number>> = {
  hour: 3_600,
  day: DAY,
  week: 7 * DAY,
};

/** The finest period with which a chart of so many seconds stays readable. */
export function choosePeriod(span: number): ActivityPeriod {
  if (span <= 4 * DAY) return 'hour';
  if (span <= 400 * DAY) return 'day';
  return span <= 4 * 365 * DAY ? 'week' : 'month';
}

/** When a period that starts at a time ends, seconds UTC. */
export function endOfPeriod(time: number, period: ActivityPeriod): number {
  if (period !== 'month') return time + PERIOD_SECONDS[period];
  const start = new Date(time * 1000);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) / 1000;
}
