import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The set in the one order that its hash is over: rules by id, and lists within them sorted, as no order of them changes a
 * verdict. Two sets with the same canonical form judge alike.
 */
export function toCanonicalRuleSet(ruleSet: ThreatRuleSet): ThreatRuleSet {
  const rules = ruleSet.rules.map((rule) => ({
    ...rule,
    categories: rule.categories.toSorted(byText),
    patterns: rule.patterns.toSorted(byText),
    ways: rule.ways.toSorted(byText),
  }));
  return {
    ...ruleSet,
    reportingThresholds: ruleSet.reportingThresholds.toSorted((a, b) => a - b),
    rules: rules.toSorted((a, b) => byText(a.id, b.id)),
  };
}

/** Canonical JSON of the set (RFC 8785): what its hash is over. */
export function writeRuleSet(ruleSet: ThreatRuleSet): string {
  return toCanonicalJson(toCanonicalRuleSet(ruleSet));
}
