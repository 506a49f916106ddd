import type { ActivityPoint } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ownerCondition, type ReadScope, signalOf, toBigInt } from './scope.ts';

const DAY = 86_400;

/** Start of the period that holds a time, seconds UTC. Weeks begin on Monday; 1970-01-01 was a Thursday. */
function periodStart(time: number, period: number | 'month'): number {
  if (period === 'month') {
    const date = new Date(time * 1000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
  }
  const shift = period === 7 * DAY ? 3 * DAY : 0;
  return Math.floor((time + shift) / period) * period - shift;
}

/** Sums per period and counts by weekday and hour. The store sums per block; block times are in memory. */
export async function readActivity(
  scope: ReadScope,
  owner: Owner,
  period: number | 'month',
  options?: ReadOptions,
): Promise<{ points: ActivityPoint[]; weekdayHours: number[][] }> {
  const condition = ownerCondition(scope, owner);
  const rows = await scope.facts.query(
    `SELECT intDiv(position, 1048576) AS height, sum(tx_received), sum(tx_sent), countIf(bitTest(flags, 0))
     FROM ${scope.database}.entries WHERE ${condition.sql} GROUP BY height ORDER BY height`,
    { parameters: condition.parameters, ...signalOf(options) },
  );
  const points = new Map<number, { received: bigint; sent: bigint; transactions: number }>();
  const weekdayHours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const [height, received, sent, count] of rows) {
    const time = scope.blocks.time(Number(height));
    if (time === undefined) continue;
    const start = periodStart(time, period);
    const point = points.get(start) ?? { received: 0n, sent: 0n, transactions: 0 };
    point.received += toBigInt(received);
    point.sent += toBigInt(sent);
    point.transactions += Number(count);
    points.set(start, point);
    const hours = weekdayHours[(Math.floor(time / DAY) + 3) % 7] as number[];
    const hour = Math.floor((time % DAY) / 3600);
    hours[hour] = (hours[hour] ?? 0) + Number(count);
  }
  const sorted = [...points].sort(([a], [b]) => a - b).map(([time, sums]) => ({ time, ...sums }));
  return { points: sorted, weekdayHours };
}
