import { listNumberTicks, listTimeTicks } from '../chart/axes.ts';
import type { VisibleEdge } from './visible-graph.ts';

export interface TimedPayment {
  readonly edge: VisibleEdge;
  readonly first: number;
  readonly last: number;
  /** The source carried no time: taken from the heights around it. */
  readonly isEstimated: boolean;
}

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

interface Known {
  readonly height: number;
  readonly time: number;
}

function listKnown(edges: readonly VisibleEdge[]): readonly Known[] {
  const byHeight = new Map<number, number>();
  for (const { edge } of edges) {
    if (edge.firstTime !== null && edge.firstHeight !== null) byHeight.set(edge.firstHeight, edge.firstTime);
    if (edge.lastTime !== null && edge.lastHeight !== null) byHeight.set(edge.lastHeight, edge.lastTime);
  }
  return [...byHeight].map(([height, time]) => ({ height, time })).sort((a, b) => a.height - b.height);
}

/** Time of a height between two that are known; null outside of what is known. */
function estimate(height: number | null, known: readonly Known[]): number | null {
  if (height === null) return null;
  const after = known.findIndex((each) => each.height >= height);
  const [a, b] = [known[after - 1], known[after]];
  if (b?.height === height) return b.time;
  if (!a || !b) return null;
  return Math.round(a.time + ((b.time - a.time) * (height - a.height)) / (b.height - a.height));
}

const chainOf = ({ edge }: VisibleEdge) => edge.asset.split(':')[0] ?? '';

/** Payments on an axis of time, earliest first, and those that have no time at all. */
export function placeInTime(edges: readonly VisibleEdge[]): {
  readonly payments: readonly TimedPayment[];
  readonly untimed: number;
} {
  const known = new Map([...Map.groupBy(edges, chainOf)].map(([chain, own]) => [chain, listKnown(own)]));
  const payments: TimedPayment[] = [];
  let untimed = 0;
  for (const each of edges) {
    const { firstTime, lastTime, firstHeight, lastHeight, count } = each.edge;
    const heights = known.get(chainOf(each)) ?? [];
    const first = firstTime ?? estimate(firstHeight, heights);
    const last = lastTime ?? estimate(lastHeight, heights) ?? first;
    if (first === null || last === null) untimed += count;
    else payments.push({ edge: each, first, last, isEstimated: firstTime === null });
  }
  payments.sort((a, b) => a.first - b.first || (a.edge.edge.id < b.edge.edge.id ? -1 : 1));
  return { payments, untimed };
}

/** From the first payment to the last; a second where there is but one moment. */
export function spanOf(payments: readonly TimedPayment[]): TimeSpan | null {
  const [first] = payments;
  if (!first) return null;
  const to = payments.reduce((most, { last }) => Math.max(most, last), first.last);
  return { from: first.first, to: Math.max(to, first.first + 1) };
}

const QUIET_SHARE = 0.08;
const QUIET_LEAST = 86_400;

/** Spans in which nothing drawn was paid: at least a day and a twelfth of the axis. */
export function findQuiet(payments: readonly TimedPayment[], span: TimeSpan): readonly TimeSpan[] {
  const least = Math.max(QUIET_LEAST, (span.to - span.from) * QUIET_SHARE);
  const quiet: TimeSpan[] = [];
  let reached = payments[0]?.last ?? span.from;
  for (const { first, last } of payments) {
    if (first - reached >= least) quiet.push({ from: reached, to: first });
    reached = Math.max(reached, last);
  }
  return quiet;
}

/** Round moments in UTC, about as many as requested, whole seconds. */
export function timeTicks({ from, to }: TimeSpan, about: number): readonly number[] {
  return listTimeTicks([from * 1000, to * 1000], about)
    .map((ms) => ms / 1000)
    .filter(Number.isInteger);
}

export interface TimeBin {
  readonly from: number;
  readonly to: number;
  readonly payments: readonly TimedPayment[];
  readonly amount: bigint;
}

/** Equal bins over a span; a payment that represents several counts where its first one is. */
export function binInTime(
  payments: readonly TimedPayment[],
  span: TimeSpan,
  count: number,
  amountOf: (payment: TimedPayment) => bigint,
): readonly TimeBin[] {
  const width = (span.to - span.from) / count;
  const groups = Map.groupBy(payments, ({ first }) =>
    Math.min(count - 1, Math.max(0, Math.floor((first - span.from) / width))),
  );
  return Array.from({ length: count }, (_, i) => {
    const own = groups.get(i) ?? [];
    return {
      from: span.from + i * width,
      to: span.from + (i + 1) * width,
      payments: own,
      amount: own.reduce((sum, payment) => sum + amountOf(payment), 0n),
    };
  });
}

/** Place of an amount between 0 and 1 on an axis from nothing (linear), or from the least amount (logarithmic), to the most. */
export function amountPlace(amount: bigint, least: bigint, most: bigint, isLog: boolean): number {
  if (most <= 0n) return 0;
  if (!isLog) return Number(amount) / Number(most);
  if (amount <= 0n) return 0;
  if (most <= least) return 1;
  return 0.06 + (0.94 * Math.log(Number(amount) / Number(least))) / Math.log(Number(most) / Number(least));
}

/** Round amounts for an axis: powers of ten where it is logarithmic. */
export function amountTicks(least: bigint, most: bigint, isLog: boolean): readonly bigint[] {
  if (most <= 0n) return [0n];
  if (!isLog)
    return listNumberTicks([0, Number(most)], 4)
      .filter(Number.isInteger)
      .map(BigInt);
  const ticks: bigint[] = [];
  for (let at = 1n; at <= most; at *= 10n) if (at >= least) ticks.push(at);
  const every = Math.ceil(ticks.length / 6);
  const kept = ticks.filter((_, i) => i % every === 0);
  return kept.length > 0 ? kept : [most];
}
