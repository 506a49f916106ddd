import type { CutKind } from '@trailmark/core/trace/stop-reason';
import type { StopRules } from '@trailmark/core/trace/trace-request';
import type { CoinTaint } from './apportioning.ts';
import type { PassageCut } from './coin.ts';

const PPM = 1_000_000n;

/** A payment that would be followed. */
export interface Candidate {
  readonly slot: number;
  readonly taint: CoinTaint;
}

export interface Limits {
  readonly minAmount: bigint;
  /** Smallest amount that is not below the smallest share of what the trace began with. */
  readonly leastShare: bigint;
  readonly maxFanOut: number;
}

export function toLimits(stops: StopRules, began: bigint): Limits {
  return {
    minAmount: stops.minAmount,
    leastShare: (BigInt(stops.minSharePpm) * began + PPM - 1n) / PPM,
    maxFanOut: stops.maxFanOut,
  };
}

const NO_CUTS: ReadonlyMap<number, CutKind> = new Map();

/** Which payments of one transaction are left out, and under which rule; the smallest go first. */
export function chooseCuts(candidates: readonly Candidate[], limits: Limits): ReadonlyMap<number, CutKind> {
  const isCut = ({ taint: { amount } }: Candidate): boolean => amount < limits.minAmount || amount < limits.leastShare;
  if (candidates.length <= limits.maxFanOut && !candidates.some(isCut)) return NO_CUTS;
  const cuts = new Map<number, CutKind>();
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const { amount } = candidate.taint;
    if (amount < limits.minAmount) cuts.set(candidate.slot, 'min-amount');
    else if (amount < limits.leastShare) cuts.set(candidate.slot, 'min-share');
    else kept.push(candidate);
  }
  if (kept.length <= limits.maxFanOut) return cuts;
  kept.sort((a, b) => (a.taint.amount > b.taint.amount ? -1 : a.taint.amount < b.taint.amount ? 1 : a.slot - b.slot));
  for (const { slot } of kept.slice(limits.maxFanOut)) cuts.set(slot, 'fan-out');
  return cuts;
}

const ORDER: readonly CutKind[] = ['fan-out', 'min-amount', 'min-share', 'not-chosen'];

/** One exact remainder a rule. */
export function sumCuts(cut: Iterable<readonly [CutKind, bigint]>): PassageCut[] {
  const sums = new Map<CutKind, { count: number; amount: bigint }>();
  for (const [kind, amount] of cut) {
    const sum = sums.get(kind) ?? { count: 0, amount: 0n };
    sums.set(kind, { count: sum.count + 1, amount: sum.amount + amount });
  }
  return ORDER.flatMap((kind) => {
    const sum = sums.get(kind);
    return sum ? [{ kind, ...sum }] : [];
  });
}
