import type { SeenTransaction } from '@trailmark/core/screening/behaviour';
import { defineBehaviour } from './behaviour-rule.ts';
import { isOwnAct } from './history.ts';
import { DAY, HOUR } from './slide.ts';

/** How active people are by the hour of their own day, from midnight: our assumption, in parts of the busiest hour. */
const PEOPLE = [30, 18, 10, 6, 4, 5, 12, 28, 50, 68, 78, 82, 80, 82, 86, 88, 88, 86, 84, 86, 92, 100, 84, 56];
const HOURS = 24;
const OFFSETS = Array.from({ length: HOURS }, (_, i) => i - 11);

/** Pearson's correlation; 0 where one side does not vary. */
function correlate(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [product, squareA, squareB] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[i] ?? 0) - meanB];
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return squareA > 0 && squareB > 0 ? product / Math.sqrt(squareA * squareB) : 0;
}

/** On how many days it was active in each hour, UTC: one busy hour counts once. */
function countHours(acts: readonly SeenTransaction[]): number[] {
  const hours = new Set(acts.map(({ time }) => Math.floor(time / HOUR)));
  const counts = new Array<number>(HOURS).fill(0);
  for (const hour of hours) {
    const own = ((hour % HOURS) + HOURS) % HOURS;
    counts[own] = (counts[own] ?? 0) + 1;
  }
  return counts;
}

function rankOffsets(counts: readonly number[]): { offset: number; correlation: number }[] {
  const ranked = OFFSETS.map((offset) => {
    const expected = counts.map((_, hour) => PEOPLE[(hour + offset + HOURS) % HOURS] ?? 0);
    return { offset, correlation: correlate(counts, expected) };
  });
  return ranked.sort((a, b) => b.correlation - a.correlation || a.offset - b.offset);
}

function formatOffset({ offset, correlation }: { offset: number; correlation: number }): string {
  return `UTC${offset < 0 ? '−' : '+'}${Math.abs(offset)} (${correlation.toFixed(2)})`;
}

/** Which offsets from UTC its hours of activity fit best. Receipts count for nothing: others choose their time. */
export const timeZone = defineBehaviour({
  id: 'time-zone',
  version: 1,
  title: 'Hours of activity',
  nature: 'observation',
  limits: { minimumTransactions: 50, minimumDays: 21, minimumCorrelation: 0.5, offsetsShown: 3 },
  needsWhole: false,
  look({ subject, transactions }, { minimumTransactions, minimumDays, minimumCorrelation, offsetsShown }) {
    const acts = transactions.filter((each) => !each.coinJoin && isOwnAct(each, subject.self));
    if (acts.length < minimumTransactions) return undefined;
    const times = acts.map(({ time }) => time).sort((a, b) => a - b);
    const days = Math.floor(((times.at(-1) ?? 0) - (times[0] ?? 0)) / DAY);
    if (days < minimumDays) return undefined;
    const ranked = rankOffsets(countHours(acts)).slice(0, offsetsShown);
    if ((ranked[0]?.correlation ?? 0) < minimumCorrelation) return undefined;
    return {
      sentence: `The hours of its ${acts.length} own transactions over ${days} days fit these offsets best: ${ranked.map(formatOffset).join(', ')}. A correlation of hours, never a place.`,
      transactions: acts,
    };
  },
});
