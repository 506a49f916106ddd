import type { CoinTaint } from './apportioning.ts';

/** Spans that are in either list, ascending and not touching. */
function uniteSpans(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  const runs: [bigint, bigint][] = [];
  for (const spans of [a, b]) for (let i = 0; i < spans.length; i += 2) runs.push([spans[i] ?? 0n, spans[i + 1] ?? 0n]);
  runs.sort((x, y) => (x[0] < y[0] ? -1 : x[0] > y[0] ? 1 : 0));
  const united: bigint[] = [];
  for (const [from, to] of runs) {
    const end = united[united.length - 1];
    if (end === undefined || from > end) united.push(from, to);
    else if (to > end) united[united.length - 1] = to;
  }
  return united;
}

/**
 * What is traced of an output of which two things are known to be. Methods that distinguish units count each once; for the others
 * the larger amount counts for both.
 */
export function uniteTaints(a: CoinTaint, b: CoinTaint): CoinTaint {
  if (a.spans.length === 0 && b.spans.length === 0) return a.amount >= b.amount ? a : b;
  const spans = uniteSpans(a.spans, b.spans);
  let amount = 0n;
  for (let i = 0; i < spans.length; i += 2) amount += (spans[i + 1] ?? 0n) - (spans[i] ?? 0n);
  return { amount, spans };
}
