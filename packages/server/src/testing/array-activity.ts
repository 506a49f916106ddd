import type { ActivityPoint } from '@trailmark/core/output-ledger';

interface Move {
  readonly time: number;
  readonly received: bigint;
  readonly sent: bigint;
}

function startOf(time: number, period: number | 'month'): number {
  if (period !== 'month') return Math.floor(time / period) * period;
  const date = new Date(time * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}

/** Sums per period, ascending, and counts by weekday (Monday first) and hour, UTC. */
export function toActivity(
  moves: readonly Move[],
  period: number | 'month',
): { points: ActivityPoint[]; weekdayHours: number[][] } {
  const points = new Map<number, ActivityPoint>();
  const weekdayHours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { time: at, received, sent } of moves) {
    const time = startOf(at, period);
    const known = points.get(time) ?? { time, received: 0n, sent: 0n, transactions: 0 };
    points.set(time, {
      time,
      received: known.received + received,
      sent: known.sent + sent,
      transactions: known.transactions + 1,
    });
    const date = new Date(at * 1000);
    const hours = weekdayHours[(date.getUTCDay() + 6) % 7] ?? [];
    hours[date.getUTCHours()] = (hours[date.getUTCHours()] ?? 0) + 1;
  }
  return { points: [...points.values()].sort((a, b) => a.time - b.time), weekdayHours };
}
