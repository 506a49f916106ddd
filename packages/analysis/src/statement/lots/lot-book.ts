import type { LotMethod } from '@trailmark/core/statement/statement';

/** Part of a lot. */
export interface LotPart {
  readonly lot: number;
  readonly amount: bigint;
}

/** What left, from which lots. `average` pools: it has no parts, and its cost is the pool's. */
export interface Taken {
  readonly parts: readonly LotPart[];
  /** Millionths of the currency; undefined where any of it came without a price. */
  readonly cost: bigint | undefined;
}

/** How one method keeps what came and chooses what leaves. Amounts are in the smallest unit, above 0n. */
export interface LotBook {
  readonly method: LotMethod;
  /** `cost`: millionths of the currency, undefined where nothing is known. */
  add(lot: number, amount: bigint, cost: bigint | undefined): void;
  /** Takes what is there; less than requested only where less came, which the caller reports as a gap. */
  take(amount: bigint): Taken;
  left(): bigint;
}

/** The part of a cost that falls to a part of an amount, rounded down: the rest stays with what is left, so that nothing is lost. */
export function shareOf(cost: bigint | undefined, part: bigint, amount: bigint): bigint | undefined {
  return cost === undefined ? undefined : part === amount ? cost : (cost * part) / amount;
}

export function addCosts(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
