import type { ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { FiredRule } from '@trailmark/core/screening/screening';

/** A rule that fired, before its part of the score is known. */
export type Firing = Omit<FiredRule, 'part'>;

/** What a rule that fired is called, and what its reason ends with where a label of low confidence capped it. */
export interface Weighing {
  readonly weight: number;
  readonly isCapped: boolean;
  readonly suffix: string;
}

/** The weight of a rule that rests on labels of which none has the confidence of the set. */
export function capWeight({ weight }: ThreatRule, { bands, minConfidence }: ThreatRuleSet): Weighing {
  const most = bands.high - 1;
  if (weight <= most) return { weight, isCapped: false, suffix: '' };
  return {
    weight: most,
    isCapped: true,
    suffix: ` No more than ${most}, as no label behind it has a confidence of ${minConfidence} or more.`,
  };
}

/** The weight of a rule that rests on what is sure enough. */
export function fullWeight({ weight }: ThreatRule): Weighing {
  return { weight, isCapped: false, suffix: '' };
}
