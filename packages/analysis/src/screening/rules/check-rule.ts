import type { CategoryId } from '@trailmark/core/category';
import type { RuleBasis, ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';

/** Only entries of a sanctions list have a day of listing. */
export const LISTED: readonly CategoryId[] = ['sanctioned', 'sanctioned_historic'];

function isExposure(basis: RuleBasis): basis is 'direct' | 'indirect' {
  return basis === 'direct' || basis === 'indirect';
}

type Finding = readonly [field: keyof ThreatRule, sentence: string];

/** Conditions that belong to another basis: they would be ignored, and a rule says nothing that is ignored. */
function findForeign(rule: ThreatRule): Finding[] {
  const found: Finding[] = [];
  const { basis } = rule;
  if (basis !== 'behaviour' && rule.patterns.length > 0) {
    found.push(['patterns', `patterns belong to rules of behaviour, and this rule is of ${basis}.`]);
  }
  if (basis === 'behaviour' && rule.categories.length > 0) {
    found.push(['categories', 'a pattern has no category: leave the categories empty.']);
  }
  if (isExposure(basis)) return found;
  if (rule.ways.length > 0) found.push(['ways', `only exposure has a direction, and this rule is of ${basis}.`]);
  for (const field of ['minHops', 'maxHops', 'minSharePpm', 'minMoney'] as const) {
    if (rule[field] !== null)
      found.push([field, `only exposure has hops, a share and an amount: leave ${field} null.`]);
  }
  if (rule.dustOnly) found.push(['dustOnly', 'only exposure can be dust.']);
  if (rule.listing !== null && (rule.listing !== 'former' || basis === 'behaviour')) {
    found.push(['listing', 'only a payment is before or after a listing. A label can be “former”.']);
  }
  return found;
}

/** Why a rule of exposure can never fire. */
function findImpossible(rule: ThreatRule, { dustMoney }: Pick<ThreatRuleSet, 'dustMoney'>): Finding[] {
  const found: Finding[] = [];
  const { basis, minHops, maxHops, listing, dustOnly, minMoney, minSharePpm } = rule;
  if (rule.ways.length === 0) found.push(['ways', 'it can never fire: it names no direction.']);
  if (minHops !== null && maxHops !== null && minHops > maxHops) {
    found.push(['minHops', `its range of hops is reversed: from ${minHops} to ${maxHops}.`]);
  }
  if (basis === 'direct' && (minHops ?? 0) > 1) {
    found.push(['minHops', 'it can never fire: direct exposure is at most 1 hop away.']);
  }
  if (basis === 'indirect' && maxHops !== null && maxHops < 2) {
    found.push(['maxHops', 'it can never fire: indirect exposure is at least 2 hops away.']);
  }
  if (listing !== null && listing !== 'former' && !rule.categories.some((id) => LISTED.includes(id))) {
    found.push([
      'listing',
      'it can never fire: only sanctioned and formerly sanctioned parties have a day of listing.',
    ]);
  }
  if (dustOnly && minMoney !== null && minMoney >= dustMoney && minSharePpm === null) {
    found.push(['minMoney', `it can never fire: dust is worth less than ${dustMoney}.`]);
  }
  return found;
}

/** What is wrong with a rule whose fields can be read: each field with a sentence. */
export function checkRule(rule: ThreatRule, ruleSet: Pick<ThreatRuleSet, 'dustMoney'>): readonly Finding[] {
  const found = findForeign(rule);
  if (rule.basis === 'behaviour') {
    if (rule.patterns.length === 0) found.push(['patterns', 'it can never fire: it names no pattern.']);
    return found;
  }
  if (rule.categories.length === 0) found.push(['categories', 'it can never fire: it names no category.']);
  else if (rule.listing === 'former' && !rule.categories.includes('sanctioned_historic')) {
    found.push(['listing', 'it can never fire: only the category sanctioned_historic was removed from a list.']);
  }
  return isExposure(rule.basis) ? [...found, ...findImpossible(rule, ruleSet)] : found;
}
