import { CATEGORIES } from '@trailmark/core/category';
import type { AssetExposure, ExposureWay } from '@trailmark/core/screening/exposure';
import type { ThreatRule } from '@trailmark/core/screening/rule-set';
import { count, daysSince, writeAmount, writeMoney, writeShare } from './figures.ts';
import type { RulePart, RuleSum } from './rule-sum.ts';

const VERBS = {
  direct: { in: 'came from', out: 'was sent to' },
  indirect: { in: 'is traced back to', out: 'is traced to' },
} as const;

function describeParties({ parts }: RuleSum): string {
  const names = [...new Set(parts.map(({ party }) => CATEGORIES[party.category].name))].sort().join(', ');
  if (parts.length !== 1) return `${count(parts.length, 'party').replace('partys', 'parties')} labelled ${names}`;
  const isListed = parts[0]?.party.party.listing !== undefined;
  if (isListed && names === CATEGORIES.sanctioned.name) return 'a sanctioned address';
  if (isListed && names === CATEGORIES.sanctioned_historic.name) return 'a formerly sanctioned address';
  return `a party labelled ${names}`;
}

/** “16 days after it was listed”, of one party whose day is known. */
function describeDays({ party }: RulePart, { listing }: ThreatRule): string {
  const { firstTime, lastTime } = party;
  const from = party.listing?.listedFrom;
  // Days of payments after a removal are none after the listing.
  const isLifted = (party.listing?.lifted ?? 0n) > 0n;
  if (from === undefined || isLifted || !/^\d{4}-\d{2}-\d{2}$/.test(from)) return '';
  const [first, last] = [daysSince(from, firstTime), daysSince(from, lastTime)];
  if (listing === 'after') {
    if (last === 0) return ', on the day it was listed';
    if (first === last) return `, ${count(last, 'day')} after it was listed`;
    return first < 0
      ? `, up to ${count(last, 'day')} after it was listed`
      : `, ${first} to ${count(last, 'day')} after it was listed`;
  }
  if (first === last || last >= 0)
    return `, ${first === last ? '' : 'up to '}${count(-first, 'day')} before it was listed`;
  return `, ${-last} to ${count(-first, 'day')} before it was listed`;
}

function describeListing(rule: ThreatRule, { parts }: RuleSum): string {
  const [first] = parts;
  if (rule.listing === 'undated')
    return parts.every(({ party }) => party.listing === null)
      ? '. The day of listing is not known'
      : '. It may have been listed already: the day of listing is not known exactly';
  if (rule.listing !== 'before' && rule.listing !== 'after') return '';
  const days = parts.length === 1 && first ? describeDays(first, rule) : '';
  return days || (rule.listing === 'after' ? ', on or after the day of listing' : ', before the day of listing');
}

/** The reason of a rule of exposure, with the figures of this case. */
export function describeExposure(
  rule: ThreatRule,
  asset: AssetExposure,
  way: ExposureWay,
  found: RuleSum,
  currency: string,
): string {
  const ring = rule.basis === 'indirect' ? 'indirect' : 'direct';
  const facts = [
    asset.tradedFrom === undefined
      ? `${writeShare(found.sharePpm)} of all it ${way === 'in' ? 'received' : 'sent'}`
      : `${writeShare(found.sharePpm)} of what was traded on the way`,
    // An amount in the currency itself is its own value.
    found.money === null || !found.hasAllPrices || asset.symbol === currency
      ? ''
      : `worth ${writeMoney(found.money, currency)} at the time`,
  ].filter((fact) => fact !== '');
  const amount = `${writeAmount(found.amount, asset)} (${facts.join(', ')})`;
  const hops = found.parts[0]?.party.minHops ?? 0;
  const nearest = found.parts.length === 1 ? '' : 'the nearest ';
  const away = ring === 'indirect' ? `, ${nearest}${count(hops, 'hop')} away` : '';
  const lead = rule.dustOnly ? 'Dust that nobody can refuse: ' : '';
  return `${lead}${amount} ${VERBS[ring][way]} ${describeParties(found)}${away}${describeListing(rule, found)}.`;
}
