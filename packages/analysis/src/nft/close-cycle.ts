import type { TokenGraph } from './token-graph.ts';

/** Times one cycle of wallets is looked for from one of its steps. */
const MOST_STARTS = 200;

/** First transfer of a list after another one, in chain order. */
function firstAfter(list: readonly number[], row: number): number | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) > row) high = middle;
    else low = middle + 1;
  }
  return list[low];
}

/**
 * The ways in which a token went around a cycle of wallets: each as its transfers in chain order, every one after the one before,
 * closed within a span of seconds. From each possible first transfer the earliest next ones are taken.
 */
export function closeCycle(
  graph: Pick<TokenGraph, 'transfers'>,
  path: Uint32Array,
  times: Float64Array,
  longest: number,
): number[][] {
  const size = path.length;
  const steps = Array.from(path, (node, i) => graph.transfers(node, path[(i + 1) % size] as number));
  const found: number[][] = [];
  for (let first = 0; first < size; first++) {
    for (const start of (steps[first] as readonly number[]).slice(0, MOST_STARTS)) {
      const rows = [start];
      for (let i = 1; i < size; i++) {
        const next = firstAfter(steps[(first + i) % size] as readonly number[], rows[i - 1] as number);
        if (next === undefined) break;
        rows.push(next);
      }
      const last = rows[size - 1];
      if (last !== undefined && (times[last] as number) - (times[start] as number) <= longest) found.push(rows);
    }
  }
  return found;
}
