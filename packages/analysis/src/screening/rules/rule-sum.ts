import type { PartyExposure } from '@trailmark/core/screening/exposure';

/** What of a party a rule looks at: all of it, or the payments before or after its listing. */
export interface RulePart {
  readonly party: PartyExposure;
  readonly amount: bigint;
  /** Millionths of the currency; null where a day has no price. */
  readonly money: bigint | null;
}

/** The parts a rule looks at together. */
export interface RuleSum {
  readonly parts: readonly RulePart[];
  readonly amount: bigint;
  readonly sharePpm: number;
  /** Of the parts that have a price; null where none has one. */
  readonly money: bigint | null;
  readonly hasAllPrices: boolean;
}
