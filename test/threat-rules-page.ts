import { CATEGORIES } from '@trailmark/core/category';
import type { ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';

const LISTINGS = {
  before: 'before the listing',
  after: 'on or after the listing',
  undated: 'day of listing not known',
  former: 'removed from its list',
} as const;

const BASES = [
  ['ownership', 'Labels on the subject itself'],
  ['inherited', 'Labels on another address of its cluster'],
  ['direct', 'Payments with a party'],
  ['indirect', 'Parties found by tracing'],
  ['behaviour', 'Patterns of payments'],
] as const;

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

function writeRow(rule: ThreatRule, currency: string): string {
  const subjects = [...rule.categories.map((id) => CATEGORIES[id].name), ...rule.patterns.map((id) => `\`${id}\``)];
  const ways = rule.ways.map((way) => (way === 'in' ? 'received' : 'sent')).join(' or ');
  const listing = rule.listing === null ? '' : LISTINGS[rule.listing];
  const conditions = [ways, describeHops(rule), listing, describeGate(rule, currency)].filter((part) => part !== '');
  const cells = [rule.id, rule.title, subjects.join(', '), conditions.join('; '), String(rule.weight), rule.source];
  return `| ${cells.join(' | ')} |`;
}

function writeTable(ruleSet: ThreatRuleSet, [basis, title]: (typeof BASES)[number]): string {
  const rows = ruleSet.rules.filter((rule) => rule.basis === basis).map((rule) => writeRow(rule, ruleSet.currency));
  return `## ${title}

| rule | title | category or pattern | fires on | weight | why |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** The page of a rule set, rule by rule, as Markdown. */
export function writeRulesPage(ruleSet: ThreatRuleSet, { head, foot }: { head: string; foot: string }): string {
  const { bands, dustMoney, minConfidence, behaviourCap, unreadSharePpm, currency } = ruleSet;
  const settings = `## Settings of the set

| setting | value |
|---|---|
| levels | Low below ${bands.medium}, Medium from ${bands.medium}, High from ${bands.high}, Severe from ${bands.severe} |
| dust | worth less than ${dustMoney} ${currency}; without a price, less than 1/100,000 of a coin |
| smallest confidence | ${minConfidence}: labels below it give at most ${bands.high - 1} |
| patterns together | at most ${behaviourCap} |
| unread share | above ${unreadSharePpm / 10_000} % of a direction the level is Unknown, where no rule of weight fired |
| reporting thresholds | ${ruleSet.reportingThresholds.map((one) => `${one.toLocaleString('en')} ${currency}`).join(', ')} |
`;
  return [head, settings, ...BASES.map((basis) => writeTable(ruleSet, basis)), foot].join('\n');
}
