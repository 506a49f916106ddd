import type { CategoryId } from '@trailmark/core/category';
import type { PartyClaim, PartyExposure } from '@trailmark/core/screening/exposure';
import type { ThreatRule } from '@trailmark/core/screening/rule-set';

function isStronger(a: PartyClaim, b: PartyClaim): boolean {
  const [listedA, listedB] = [a.listing !== undefined, b.listing !== undefined];
  if (listedA !== listedB) return listedA;
  if (a.confidence !== b.confidence) return a.confidence > b.confidence;
  return a.category < b.category;
}

/** Every category that labels give a party: the one its shares count under, then the others. */
export function listCategories({ category, others = [] }: PartyExposure): readonly CategoryId[] {
  return [category, ...others.map((one) => one.category)];
}

function listClaims({ party, category, others = [] }: PartyExposure): readonly PartyClaim[] {
  const { name, source, asOf, confidence, listing } = party;
  return [{ category, name, source, asOf, confidence, listing }, ...others];
}

/** Whether any label of a party gives it one of these categories. */
export function isClaimed(party: PartyExposure, categories: ThreatRule['categories']): boolean {
  return listCategories(party).some((category) => categories.includes(category));
}

/** A party as a rule reads it: by the strongest claim with a category of the rule; undefined where there is none. */
export function readForRule(
  exposure: PartyExposure,
  { categories }: Pick<ThreatRule, 'categories'>,
): PartyExposure | undefined {
  const claims = listClaims(exposure).filter(({ category }) => categories.includes(category));
  const [first, ...rest] = claims;
  if (!first) return undefined;
  const strongest = rest.reduce((best, claim) => (isStronger(claim, best) ? claim : best), first);
  if (strongest.category === exposure.category) return exposure;
  return { ...exposure, category: strongest.category, party: { ...exposure.party, ...strongest } };
}
