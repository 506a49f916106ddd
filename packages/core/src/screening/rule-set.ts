import type { CategoryId } from '../category.ts';
import type { ExposureWay } from './exposure.ts';

/** Levels of a verdict, the lowest score of each. `unknown` has no score. */
export const THREAT_LEVELS = ['unknown', 'low', 'medium', 'high', 'severe'] as const;
export type ThreatLevel = (typeof THREAT_LEVELS)[number];

/**
 * What a rule looks at. `ownership`: a label on the subject itself. `inherited`: a label on another member of its cluster.
 * `direct` and `indirect`: exposure. `behaviour`: a pattern of its payments.
 */
export const RULE_BASES = ['ownership', 'inherited', 'direct', 'indirect', 'behaviour'] as const;
export type RuleBasis = (typeof RULE_BASES)[number];

export const RULE_LISTINGS = ['before', 'after', 'undated', 'former'] as const;
export type RuleListing = (typeof RULE_LISTINGS)[number];

/** One rule as data: what must hold, and the weight it then has. All given conditions must hold; the maximum over rules decides. */
export interface ThreatRule {
  /** Letters, digits and hyphens, unique in the set: `S4`. */
  readonly id: string;
  readonly title: string;
  readonly basis: RuleBasis;
  /** Of labels and exposure; empty for behaviours. */
  readonly categories: readonly CategoryId[];
  /** Ids of patterns without version; empty for all others. */
  readonly patterns: readonly string[];
  /** Directions of exposure; empty for labels and behaviours. */
  readonly ways: readonly ExposureWay[];
  /** Hops of exposure, inclusive. */
  readonly minHops: number | null;
  readonly maxHops: number | null;
  /** Of exposure: at least this share (millionths) or at least this money (whole units of the currency); both null: any above dust. */
  readonly minSharePpm: number | null;
  readonly minMoney: number | null;
  /**
   * Only payments before, or on or after, the listing; `undated` only parties without a known day of listing; `former` only for
   * what was removed from its list; null: does not matter.
   */
  readonly listing: RuleListing | null;
  /** Only exposure at or below the dust gate. */
  readonly dustOnly: boolean;
  /** 0 to 100; 0 is information. */
  readonly weight: number;
  /** Why the rule exists, and the publication behind it. */
  readonly source: string;
}

/** A set of rules in one version. The same content has the same hash. */
export interface ThreatRuleSet {
  readonly name: string;
  /** Lowest score of each level. */
  readonly bands: { readonly medium: number; readonly high: number; readonly severe: number };
  /** Exposure worth less, in whole units of the currency, fires no rule but those for dust. */
  readonly dustMoney: number;
  /** Labels below this confidence let no rule go beyond the level Medium. */
  readonly minConfidence: number;
  /** Behaviours together count at most this much. */
  readonly behaviourCap: number;
  /** Below the level Medium, and with more than these millionths of a direction not read, the level is Unknown. */
  readonly unreadSharePpm: number;
  /** Reporting thresholds of the agency, whole units of the currency, for structuring. */
  readonly reportingThresholds: readonly number[];
  readonly currency: string;
  readonly rules: readonly ThreatRule[];
}
