import type { Trace } from '@trailmark/core/trace/trace';
import type { EndsPass } from '@trailmark/core/trace/trace-ends';
import { MAX_BUDGET, type TraceRequest } from '@trailmark/core/trace/trace-request';

/** How much further a limit goes each time it is found in the way. */
const FAN_OUT_STEP = 10;
const MOST_FAN_OUT = 5_000;
const HOPS_STEP = 3;
const MOST_HOPS = 100;
const BUDGET_STEP = 5;
/** Transactions that the last pass may read unless the request allows more itself. */
export const ENDS_WORK = 25_000;
/** Millionths of what was taken below which a place is summed and not followed, once the work is used up; and how that grows. */
const FIRST_FLOOR_PPM = 1;
const FLOOR_STEP = 100;
const MOST_FLOOR_PPM = 10_000;
/** Passes at most: each limit is as wide as it gets by then. */
const MOST_PASSES = 8;

function countCut({ cuts }: Trace): number {
  return cuts.reduce((sum, { kind, count }) => (kind === 'fan-out' ? sum + count : sum), 0);
}

function countLeaves({ leaves }: Trace, reason: string): number {
  return leaves.reduce((sum, leaf) => (leaf.reason === reason ? sum + 1 : sum), 0);
}

/** What a pass came to. */
export function toPass(request: TraceRequest, trace: Trace, places: number): EndsPass {
  const { maxHops, maxFanOut, minSharePpm } = request.stops;
  const openTrails = countLeaves(trace, 'hop-cap') + countLeaves(trace, 'budget');
  const { transactionsRead } = trace.counts;
  return {
    ...{ maxHops, maxFanOut, minSharePpm, budget: request.budget, transactionsRead, places },
    ...{ cutPayments: countCut(trace), openTrails },
  };
}

/** The same request without the smallest payments; undefined where even a hundredth of what was taken is too small to follow. */
function raiseFloor(request: TraceRequest): TraceRequest | undefined {
  const { stops } = request;
  const minSharePpm = Math.max(FIRST_FLOOR_PPM, stops.minSharePpm * FLOOR_STEP);
  return minSharePpm > MOST_FLOOR_PPM ? undefined : { ...request, stops: { ...stops, minSharePpm } };
}

/**
 * The same request with wider limits, each where it was in the way: fan-out where payments were cut, hops where trails ended by
 * it, the budget where it ran out. Where no more may be read, the smallest payments are left out instead. Undefined where no limit was
 * in the way, or none goes further.
 */
export function widen(request: TraceRequest, trace: Trace, work: number, passes: number): TraceRequest | undefined {
  if (passes >= MOST_PASSES) return undefined;
  const { stops, budget } = request;
  const isPartial = trace.state === 'partial';
  const maxBudget = Math.min(MAX_BUDGET, Math.max(work, budget));
  // Wider limits read no less: with the budget used up and no larger one allowed they would only read other places.
  if (isPartial && budget >= maxBudget) return raiseFloor(request);
  const maxFanOut = countCut(trace) > 0 ? Math.min(MOST_FAN_OUT, stops.maxFanOut * FAN_OUT_STEP) : stops.maxFanOut;
  const isDeep = countLeaves(trace, 'hop-cap') > 0;
  const maxHops = isDeep && stops.maxHops < MOST_HOPS ? Math.min(MOST_HOPS, stops.maxHops * HOPS_STEP) : stops.maxHops;
  const isWider = maxFanOut > stops.maxFanOut || maxHops > stops.maxHops;
  if (!isWider && !isPartial) return undefined;
  return {
    ...request,
    stops: { ...stops, maxFanOut: Math.max(maxFanOut, stops.maxFanOut), maxHops },
    budget: Math.min(maxBudget, budget * BUDGET_STEP),
  };
}
