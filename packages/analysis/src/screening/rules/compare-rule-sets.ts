import { describeConditions, describeSubjects, listSettings } from '@trailmark/core/screening/describe-rule';
import type { ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';

/** One difference in words; null where one side has no such thing. */
export interface RuleChange {
  /** Id of the rule; null for a setting of the set. */
  readonly rule: string | null;
  /** `Weight`, `Fires on`, or the whole rule. */
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

const FACETS: readonly (readonly [name: string, read: (rule: ThreatRule, currency: string) => string])[] = [
  ['Title', ({ title }) => title],
  ['Looks at', ({ basis }) => basis],
  ['Category or pattern', describeSubjects],
  ['Fires on', describeConditions],
  ['Weight', ({ weight }) => String(weight)],
  ['Why', ({ source }) => source],
];

function describeWhole(rule: ThreatRule, currency: string): string {
  return `${rule.title} (${describeSubjects(rule)}; ${describeConditions(rule, currency)}), weight ${rule.weight}`;
}

interface Pair {
  readonly from: ThreatRule | undefined;
  readonly to: ThreatRule | undefined;
}

function compareRules(id: string, { from, to }: Pair, currencies: readonly [string, string]): RuleChange[] {
  const [before, after] = currencies;
  if (!from || !to) {
    const what = to ? 'New rule' : 'Rule removed';
    return [
      { rule: id, what, from: from ? describeWhole(from, before) : null, to: to ? describeWhole(to, after) : null },
    ];
  }
  return FACETS.map(([what, read]) => ({ rule: id, what, from: read(from, before), to: read(to, after) })).filter(
    (change) => change.from !== change.to,
  );
}

/** What two sets differ in: settings first, then rules by id. Empty for sets that judge alike and are called alike. */
export function compareRuleSets(from: ThreatRuleSet, to: ThreatRuleSet): readonly RuleChange[] {
  const old = new Map(from.rules.map((rule) => [rule.id, rule]));
  const now = new Map(to.rules.map((rule) => [rule.id, rule]));
  const before = new Map([['Name', from.name], ['Currency', from.currency], ...listSettings(from)]);
  const settings = [['Name', to.name] as const, ['Currency', to.currency] as const, ...listSettings(to)]
    .map(([what, value]) => ({ rule: null, what, from: before.get(what) ?? null, to: value }))
    .filter((change) => change.from !== change.to);
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort();
  const rules = ids.flatMap((id) =>
    compareRules(id, { from: old.get(id), to: now.get(id) }, [from.currency, to.currency]),
  );
  return [...settings, ...rules];
}
