import type { TraceStep } from '@trailmark/core/trace/trace';

/** Below what a canvas holds, so that seeds, gaps and ends have room. */
const MOST_NODES = 6_000;
const MOST_EDGES = 15_000;

function placesOf(step: TraceStep): string[] {
  const places =
    step.family === 'outputs'
      ? [...step.inputs, ...step.outputs].flatMap(({ tainted, address, ref }) => (tainted > 0n ? [address ?? ref] : []))
      : step.transfers.flatMap(({ tainted, from, to }) => (tainted > 0n ? [from ?? step.txid, to ?? step.txid] : []));
  return step.family === 'outputs' || step.conversions.length > 0 ? [step.txid, ...places] : places;
}

function weightOf(step: TraceStep): bigint {
  const parts = step.family === 'outputs' ? step.outputs : step.transfers;
  return parts.reduce((sum, { tainted }) => sum + tainted, 0n);
}

/** Which steps a canvas has room for: the nearest first, then those that carry most. All of them, nearly always. */
export function pickSteps(steps: readonly TraceStep[]): ReadonlySet<TraceStep> {
  const weights = new Map(steps.map((step) => [step, weightOf(step)]));
  const order = steps.toSorted((a, b) => {
    const [x = 0n, y = 0n] = [weights.get(a), weights.get(b)];
    return a.hop - b.hop || (x > y ? -1 : x < y ? 1 : 0);
  });
  const places = new Set<string>();
  const picked = new Set<TraceStep>();
  let edges = 0;
  for (const step of order) {
    const own = placesOf(step);
    const added = own.filter((place) => !places.has(place)).length;
    if (places.size + added > MOST_NODES || edges + own.length > MOST_EDGES) continue;
    for (const place of own) places.add(place);
    edges += own.length;
    picked.add(step);
  }
  return picked;
}
