import { defineBehaviour } from './behaviour-rule.ts';
import type { Flow } from './history.ts';
import { DAY } from './slide.ts';
import { formatDate, formatSums } from './wording.ts';

interface Rhythm {
  readonly mean: number;
  /** Standard deviation of the intervals over their mean. */
  readonly variation: number;
}

function measureRhythm(run: readonly Flow[]): Rhythm {
  const intervals = run.slice(1).map(({ time }, i) => time - (run[i]?.time ?? 0));
  const mean = intervals.reduce((sum, value) => sum + value, 0) / intervals.length;
  const spread = intervals.reduce((sum, value) => sum + (value - mean) ** 2, 0) / intervals.length;
  return { mean, variation: mean > 0 ? Math.sqrt(spread) / mean : Number.POSITIVE_INFINITY };
}

/** Receipts in runs: a silence of so many seconds ends one. */
function* splitRuns(flows: readonly Flow[], silence: number): Generator<{ run: readonly Flow[]; until?: number }> {
  let start = 0;
  for (let i = 1; i <= flows.length; i++) {
    const [last, next] = [flows[i - 1]?.time ?? 0, flows[i]?.time];
    if (next !== undefined && next - last < silence) continue;
    yield { run: flows.slice(start, i), ...(next === undefined ? {} : { until: next }) };
    start = i;
  }
}

/** Nearly every receipt has a payer of its own: a salary and a pool have one payer, and friends pay again. */
function isFromMany(run: readonly Flow[], percent: number): boolean {
  return new Set(run.map(({ other }) => other)).size * 100 >= run.length * percent;
}

interface Silenced {
  readonly run: readonly Flow[];
  readonly rhythm: Rhythm;
  readonly silence: number;
}

/** Receipts in a regular rhythm from several payers, then nothing for long. */
export const staggeredThenSilent = defineBehaviour({
  id: 'staggered-then-silent',
  version: 1,
  title: 'Regular receipts, then silence',
  nature: 'risk',
  limits: { minimumReceipts: 5, payersPercent: 80, variationPercent: 50, silenceDays: 30, silenceIntervals: 3 },
  needsWhole: false,
  look({ subject, received }, limits) {
    const flows = received.filter(({ other }) => !subject.isService(other));
    const runs = [...splitRuns(flows, limits.silenceDays * DAY)].filter(
      ({ run }) => run.length >= limits.minimumReceipts && isFromMany(run, limits.payersPercent),
    );
    const silenced = runs
      .map(({ run, until = subject.tipTime }): Silenced => {
        return { run, rhythm: measureRhythm(run), silence: until - (run.at(-1)?.time ?? 0) };
      })
      .filter(({ rhythm }) => rhythm.variation * 100 < limits.variationPercent)
      .filter(({ silence }) => silence >= limits.silenceDays * DAY)
      .filter(({ silence, rhythm }) => silence >= rhythm.mean * limits.silenceIntervals);
    const [best] = silenced.sort((a, b) => b.run.length - a.run.length);
    if (!best) return undefined;
    const { run, rhythm, silence } = best;
    const [first, last] = [formatDate(run[0]?.time ?? 0), formatDate(run.at(-1)?.time ?? 0)];
    const every =
      rhythm.mean < 2 * DAY ? `${(rhythm.mean / 3600).toFixed(1)} hours` : `${(rhythm.mean / DAY).toFixed(1)} days`;
    return {
      sentence: `${run.length} receipts from ${first} to ${last}, one every ${every} with little variation (${rhythm.variation.toFixed(2)}), ${formatSums(run, subject)} in all; then none for ${Math.floor(silence / DAY)} days.`,
      transactions: run.map(({ transaction }) => transaction),
    };
  },
});
