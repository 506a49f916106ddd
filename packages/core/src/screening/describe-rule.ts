import { CATEGORIES } from '../category.ts';
import type { ThreatRule, ThreatRuleSet } from './rule-set.ts';

/** What each basis of a rule looks at, in the order of a page. */
export const BASIS_TITLES = {
  ownership: 'Labels on the subject itself',
  inherited: 'Labels on another address of its cluster',
  direct: 'Payments with a party',
  indirect: 'Parties found by tracing',
  behaviour: 'Patterns of payments',
} as const;

const LISTINGS = {
  before: 'before the listing',
  after: 'on or after the listing',
  undated: 'day of listing not known',
  former: 'removed from its list',
} as const;

function describeGate({ minSharePpm, minMoney, dustOnly, basis }: ThreatRule, currency: string): string {
  if (dustOnly) return 'dust only';
  const gates = [
    minSharePpm === null ? '' : `${minSharePpm / 10_000} %`,
    minMoney === null ? '' : `${minMoney.toLocaleString('en')} ${currency}`,
  ].filter((gate) => gate !== '');
  if (gates.length > 0) return `at least ${gates.join(' or ')}`;
  return basis === 'direct' || basis === 'indirect' ? 'any above dust' : 'any';
}

function describeHops({ minHops, maxHops }: ThreatRule): string {
  if (minHops === null && maxHops === null) return '';
  return maxHops === null ? `${minHops} hops or more` : `${minHops ?? 0} to ${maxHops} hops`;
}

/** What must hold besides the category: `received or sent; 2 hops or more; at least 10 % or 10,000 USD`. */
export function describeConditions(rule: ThreatRule, currency: string): string {
  const ways = rule.ways.map((way) => (way === 'in' ? 'received' : 'sent')).join(' or ');
  const listing = rule.listing === null ? '' : LISTINGS[rule.listing];
  const conditions = [ways, describeHops(rule), listing, describeGate(rule, currency)];
  return conditions.filter((part) => part !== '').join('; ');
}

/** Names of its categories, or ids of its patterns. */
export function describeSubjects({ categories, patterns }: ThreatRule): string {
  return [...categories.map((id) => CATEGORIES[id].name), ...patterns].join(', ');
}

/** The settings of a set by name, in words. */
export function listSettings(ruleSet: ThreatRuleSet): readonly (readonly [name: string, value: string])[] {
  const { bands, dustMoney, minConfidence, behaviourCap, unreadSharePpm, currency } = ruleSet;
  const thresholds = ruleSet.reportingThresholds.map((one) => `${one.toLocaleString('en')} ${currency}`).join(', ');
  const levels = `Low below ${bands.medium}, Medium from ${bands.medium}, High from ${bands.high}, Severe from ${bands.severe}`;
  return [
    ['Levels', levels],
    ['Dust', `worth less than ${dustMoney} ${currency}; without a price, less than 1/100,000 of a coin`],
    ['Smallest confidence', `${minConfidence}: labels below it give at most ${bands.high - 1}`],
    ['Patterns together', `at most ${behaviourCap}`],
    [
      'Unread share',
      `above ${unreadSharePpm / 10_000} % of a direction the level is Unknown, where it would be below Medium`,
    ],
    ['Reporting thresholds', thresholds === '' ? 'none' : thresholds],
  ];
}
