import { listCategories } from '@trailmark/analysis/screening/rules/claim-of-rule';
import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import type { ExposureRing, ExposureWay, PartyExposure } from '@trailmark/core/screening/exposure';
import type { ThreatLevel, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { Screening } from '@trailmark/core/screening/screening';

/** Exposure of one category over all assets. Money in millionths; null where any part has no price: missing is not zero. */
export interface CategoryExposure {
  readonly category: CategoryId;
  readonly ring: ExposureRing;
  readonly money: Readonly<Record<ExposureWay, bigint | null>>;
  readonly ways: readonly ExposureWay[];
}

/** Parties of all assets by category and ring, in the order of the answer: each once, by the category its shares count under. */
export function sumByCategory({ exposure }: Screening): CategoryExposure[] {
  return sumParties(exposure.flatMap(({ parties }) => parties));
}

/** The same with a party in every category that a label gives it: what a rule may have read. */
export function sumByClaim({ exposure }: Screening): CategoryExposure[] {
  const parties = exposure.flatMap((one) => one.parties);
  return sumParties(parties.flatMap((party) => listCategories(party).map((category) => ({ ...party, category }))));
}

function sumParties(parties: readonly PartyExposure[]): CategoryExposure[] {
  const found = new Map<string, CategoryExposure>();
  for (const { category, ring, way, money } of parties) {
    const key = `${ring} ${category}`;
    const before = found.get(key) ?? { category, ring, money: { in: 0n, out: 0n }, ways: [] };
    const sum = before.money[way];
    const after = money === null || sum === null ? null : sum + money;
    found.set(key, { ...before, money: { ...before.money, [way]: after }, ways: [...new Set([...before.ways, way])] });
  }
  return [...found.values()];
}

/** Level of a weight in the bands of the rules in force. */
export function levelOfWeight(weight: number, { bands }: ThreatRuleSet): Exclude<ThreatLevel, 'unknown'> {
  if (weight >= bands.severe) return 'severe';
  if (weight >= bands.high) return 'high';
  return weight >= bands.medium ? 'medium' : 'low';
}

/** Weight of the heaviest rule that fired on a category, alone or with others that the rule names; 0 where none did. */
export function weightOf(
  { verdict }: Screening,
  { rules }: ThreatRuleSet,
  { category, ring }: { readonly category: CategoryId; readonly ring: ExposureRing | null },
): number {
  const isAbout = (id: string) => rules.find((one) => one.id === id)?.categories.includes(category) ?? false;
  return verdict.fired
    .filter((one) => one.ring === ring && (one.category === category || isAbout(one.rule)))
    .reduce((most, { weight }) => Math.max(most, weight), 0);
}

export function nameOf(category: CategoryId): string {
  return CATEGORIES[category].name;
}
