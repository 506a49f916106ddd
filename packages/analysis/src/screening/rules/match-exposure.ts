import type { AssetExposure, ExposureWay, PartyExposure } from '@trailmark/core/screening/exposure';
import type { ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import { sumListing } from '../split-listing.ts';
import { LISTED } from './check-rule.ts';
import { readForRule } from './claim-of-rule.ts';
import { describeExposure } from './describe-exposure.ts';
import { capWeight, type Firing, fullWeight, type Weighing } from './fired.ts';
import type { RulePart, RuleSum } from './rule-sum.ts';

const MICRO = 1_000_000n;
/** Without a price, dust is less than this part of a coin. */
const DUST_PARTS = 100_000n;
const MAX_REFS = 50;

const PART_OF = { before: 'before', undated: 'unclear', after: 'after' } as const;

function cutToListing(party: PartyExposure, { listing }: ThreatRule): RulePart {
  const { amount, money } = party;
  if (listing === null) return { party, amount, money };
  if (listing === 'former') return { party, amount: party.category === 'sanctioned_historic' ? amount : 0n, money };
  if (!LISTED.includes(party.category)) return { party, amount: 0n, money };
  if (party.listing === null) return { party, amount: listing === 'undated' ? amount : 0n, money };
  const part = PART_OF[listing];
  const sum = party.listing[part];
  if (party.listing.money) return { party, amount: sum, money: party.listing.money[part] };
  // Stored before each part had a value of its own.
  const whole = sumListing(party.listing);
  return { party, amount: sum, money: money === null || whole === 0n ? money : (money * sum) / whole };
}

function isDust({ amount, money }: Pick<RulePart, 'amount' | 'money'>, decimals: number, { dustMoney }: ThreatRuleSet) {
  if (money !== null) return money < BigInt(dustMoney) * MICRO;
  return amount * DUST_PARTS < 10n ** BigInt(decimals);
}

function isAtHops({ minHops: hops }: PartyExposure, { minHops, maxHops }: ThreatRule): boolean {
  return hops >= (minHops ?? 0) && hops <= (maxHops ?? Number.POSITIVE_INFINITY);
}

/** The nearest first, of those the largest. */
function byDistance({ party: a, ...x }: RulePart, { party: b, ...y }: RulePart): number {
  if (a.minHops !== b.minHops) return a.minHops - b.minHops;
  if (x.amount !== y.amount) return x.amount > y.amount ? -1 : 1;
  const [one, two] = [`${a.party.key} ${a.address} ${a.category}`, `${b.party.key} ${b.address} ${b.category}`];
  return one < two ? -1 : one > two ? 1 : 0;
}

function sum(parts: readonly RulePart[], asset: AssetExposure, way: ExposureWay): RuleSum {
  const amount = parts.reduce((total, part) => total + part.amount, 0n);
  const whole = asset.sides.find((side) => side.way === way)?.total ?? 0n;
  const priced = parts.filter(({ money }) => money !== null);
  return {
    parts,
    amount,
    sharePpm: whole === 0n ? 0 : Number((amount * MICRO) / whole),
    money: priced.length === 0 ? null : priced.reduce((total, { money }) => total + (money ?? 0n), 0n),
    hasAllPrices: priced.length === parts.length,
  };
}

function isAtGate(
  found: RuleSum,
  rule: ThreatRule,
  { decimals, tradedFrom }: AssetExposure,
  ruleSet: ThreatRuleSet,
): boolean {
  const { amount, sharePpm, money, hasAllPrices } = found;
  const { minSharePpm, minMoney } = rule;
  if (amount === 0n) return false;
  // Many small pieces of one trail are one exposure: only their sum can be dust.
  if (!rule.dustOnly && isDust({ amount, money: hasAllPrices ? money : null }, decimals, ruleSet)) return false;
  if (minSharePpm === null && minMoney === null) return true;
  // Of what trades made only its own share is known, not that of all the subject received or sent.
  if (minSharePpm !== null && tradedFrom === undefined && sharePpm >= minSharePpm) return true;
  return minMoney !== null && money !== null && money >= BigInt(minMoney) * MICRO;
}

function restsOn({ parts }: RuleSum, { basis }: ThreatRule): Firing['rests'] {
  if (basis === 'indirect' || parts.some(({ party }) => party.party.basis === 'inference')) return 'inference';
  return parts.every(({ party }) => party.party.listing !== undefined) ? 'fact' : 'claim';
}

interface Place {
  readonly rule: ThreatRule;
  readonly asset: AssetExposure;
  readonly way: ExposureWay;
}

function toFiring({ rule, asset, way }: Place, found: RuleSum, weighing: Weighing, currency: string): Firing {
  const [nearest] = found.parts;
  const largest = found.parts.toSorted((a, b) =>
    a.amount === b.amount ? byDistance(a, b) : a.amount > b.amount ? -1 : 1,
  );
  const { suffix, ...weight } = weighing;
  return {
    ...{ rule: rule.id, title: rule.title, basis: rule.basis, ...weight, way, asset: asset.asset },
    category: largest[0]?.party.category ?? null,
    ring: rule.basis === 'indirect' ? 'indirect' : 'direct',
    reason: `${describeExposure(rule, asset, way, found, currency)}${suffix}`,
    amount: found.amount,
    sharePpm: found.sharePpm,
    hops: nearest?.party.minHops ?? null,
    rests: restsOn(found, rule),
    labels: [],
    refs: [...new Set(largest.flatMap(({ party }) => party.refs))].slice(0, MAX_REFS),
    party: nearest?.party.party.name ?? null,
    address: nearest?.party.address ?? null,
  };
}

function partsOf({ rule, asset, way }: Place, ruleSet: ThreatRuleSet): readonly RulePart[] {
  return asset.parties
    .filter((party) => party.way === way && party.ring === rule.basis && isAtHops(party, rule))
    .flatMap((party) => readForRule(party, rule) ?? [])
    .map((party) => cutToListing(party, rule))
    .filter((part) => part.amount > 0n)
    .filter((part) =>
      rule.basis === 'direct' || rule.dustOnly ? isDust(part, asset.decimals, ruleSet) === rule.dustOnly : true,
    )
    .toSorted(byDistance);
}

/** What a rule of exposure does with one subject. */
export interface ExposureMatch {
  readonly firings: readonly Firing[];
  /** It has a gate of money that could not be tested, as a day has no price. */
  readonly isUntested: boolean;
}

function matchAt(place: Place, ruleSet: ThreatRuleSet): { firing?: Firing; isUntested: boolean } {
  const { rule, asset, way } = place;
  const parts = partsOf(place, ruleSet);
  const sure = parts.filter(
    ({ party: { party } }) => party.listing !== undefined || party.confidence >= ruleSet.minConfidence,
  );
  const all = sum(parts, asset, way);
  const confident = sum(sure, asset, way);
  const { currency } = ruleSet;
  const capped = capWeight(rule, ruleSet);
  if (capped.isCapped && isAtGate(confident, rule, asset, ruleSet)) {
    return { firing: toFiring(place, confident, fullWeight(rule), currency), isUntested: false };
  }
  if (isAtGate(all, rule, asset, ruleSet)) {
    return { firing: toFiring(place, all, capped, currency), isUntested: capped.isCapped && !all.hasAllPrices };
  }
  return { isUntested: rule.minMoney !== null && !all.hasAllPrices };
}

/** A rule about exposure, in each asset and direction. */
export function matchExposure(
  rule: ThreatRule,
  exposure: readonly AssetExposure[],
  ruleSet: ThreatRuleSet,
): ExposureMatch {
  const matches = exposure.flatMap((asset) => rule.ways.map((way) => matchAt({ rule, asset, way }, ruleSet)));
  return {
    firings: matches.flatMap(({ firing }) => (firing ? [firing] : [])),
    isUntested: matches.some(({ isUntested }) => isUntested),
  };
}
