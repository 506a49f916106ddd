import { positionHeight } from '@trailmark/core/position';
import type { TraceGap } from '@trailmark/core/trace/trace';
import type { Coin, Passage } from './coin.ts';
import { formatMissing, formatNumber } from './sentences.ts';
import type { StopContext } from './stop-rules.ts';

/** Gaps of one kind listed one by one; the rest is counted. */
const MOST = 50;

function capGaps(gaps: readonly TraceGap[], formatRest: (count: number) => string): TraceGap[] {
  const rest = gaps.length - MOST;
  const [first] = gaps;
  if (rest <= 0 || !first) return [...gaps];
  return [...gaps.slice(0, MOST), { kind: first.kind, where: '', message: formatRest(rest) }];
}

function listHeightGaps(seeds: readonly Coin[], { held, isForward }: StopContext): TraceGap[] {
  const heights = seeds.map(({ position }) => positionHeight(position ?? 0));
  let [from, to] = [held.tip, 0];
  for (const height of heights) [from, to] = [Math.min(from, height), Math.max(to, height)];
  const runs = isForward ? held.missing(from, held.tip) : held.missing(0, to);
  const gaps = runs.map(
    (run): TraceGap => ({
      kind: 'heights-missing',
      where: run.from === run.to ? `${run.from}` : `${run.from}-${run.to}`,
      message: `${formatMissing([run])}.`,
    }),
  );
  return capGaps(gaps, (count) => `${formatNumber(count)} more runs of heights are not held whole.`);
}

function listValueGaps(passages: readonly Passage[]): TraceGap[] {
  const gaps = passages.flatMap(({ held, isIndivisible }): TraceGap[] => {
    const unknown = held.countUnknown();
    if (unknown === 0 && !isIndivisible) return [];
    const inputs = `${unknown} of the ${held.inputCount} inputs of ${held.txid}`;
    const effect = isIndivisible ? 'the trail ends there' : 'what they brought is not counted';
    return [{ kind: 'value-unknown', where: held.txid, message: `The value of ${inputs} is not indexed: ${effect}.` }];
  });
  return capGaps(gaps, (count) => `${formatNumber(count)} more transactions have inputs whose value is not indexed.`);
}

function listTimeGaps(passages: readonly Passage[], { blockAt }: StopContext): TraceGap[] {
  const count = passages.filter(({ position }) => blockAt(positionHeight(position))?.timeEstimated ?? true).length;
  if (count === 0) return [];
  const what = count === 1 ? 'One step has an estimated time' : `${formatNumber(count)} steps have estimated times`;
  return [{ kind: 'estimated-time', where: '', message: `${what}: the source carried no block header.` }];
}

/** What is not indexed, or indexed as an estimate, as far as this trace rests on it. */
export function listGaps(passages: readonly Passage[], seeds: readonly Coin[], context: StopContext): TraceGap[] {
  return [...listHeightGaps(seeds, context), ...listValueGaps(passages), ...listTimeGaps(passages, context)];
}
