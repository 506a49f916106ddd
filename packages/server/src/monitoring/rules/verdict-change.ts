import { THREAT_LEVELS, type ThreatLevel } from '@trailmark/core/screening/rule-set';
import { defineWatchRule, type RuleSetting } from './watch-rule.ts';

export const VERDICT_CHANGE = 'verdict-change';
/** Addresses of a watch with this rule: each is screened again and again. */
export const MOST_SCREENED = 100;

const NAMES: Readonly<Record<string, string>> = {
  any: 'To any other verdict',
  higher: 'To a higher one',
  high: 'To High or Severe',
};
const rankOf = (level: string): number => THREAT_LEVELS.indexOf(level as ThreatLevel);
const HIGH = rankOf('high');

/** Whether a rule with this setting asks for a change from one level to another. */
export function asksForChange({ is = 'any' }: RuleSetting, before: string, now: string): boolean {
  if (before === now) return false;
  if (is === 'higher') return rankOf(now) > rankOf(before);
  return is === 'any' || (rankOf(now) >= HIGH && rankOf(before) < HIGH);
}

export const verdictChangeRule = defineWatchRule({
  id: VERDICT_CHANGE,
  name: 'Verdict changed',
  about: `Watched addresses, at most ${MOST_SCREENED}, are screened again by the rules of your agency when they take part in a transaction, when labels or rules change, and once a day. It is met by a verdict and by no transaction, so it is used alone.`,
  version: 1,
  isAlone: true,
  fields: [
    {
      ...{ id: 'is', name: 'What changes', kind: 'choice', default: 'any' },
      choices: Object.entries(NAMES).map(([id, name]) => ({ id, name })),
    },
  ],
  describe: ({ is = 'any' }) =>
    `Verdict changed: ${(NAMES[is] ?? is).toLowerCase().replace('high or severe', 'High or Severe')}`,
  check: () => ({ met: false, mark: 'inference', words: 'only another verdict meets it' }),
});
