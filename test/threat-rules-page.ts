import {
  BASIS_TITLES,
  describeConditions,
  describeSubjects,
  listSettings,
} from '@trailmark/core/screening/describe-rule';
import { RULE_BASES, type RuleBasis, type ThreatRule, type ThreatRuleSet } from '@trailmark/core/screening/rule-set';

function writeRow(rule: ThreatRule, currency: string): string {
  const conditions = describeConditions(rule, currency);
  const cells = [rule.id, rule.title, describeSubjects(rule), conditions, String(rule.weight), rule.source];
  return `| ${cells.join(' | ')} |`;
}

function writeTable(ruleSet: ThreatRuleSet, basis: RuleBasis): string {
  const rows = ruleSet.rules.filter((rule) => rule.basis === basis).map((rule) => writeRow(rule, ruleSet.currency));
  return `## ${BASIS_TITLES[basis]}

| rule | title | category or pattern | fires on | weight | why |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** The page of a rule set, rule by rule, as Markdown. */
export function writeRulesPage(ruleSet: ThreatRuleSet, { head, foot }: { head: string; foot: string }): string {
  const settings = `## Settings of the set

| setting | value |
|---|---|
${listSettings(ruleSet)
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n')}
`;
  return [head, settings, ...RULE_BASES.map((basis) => writeTable(ruleSet, basis)), foot].join('\n');
}
