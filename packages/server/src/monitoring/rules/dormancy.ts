import { defineWatchRule, type RuleAnswer } from './watch-rule.ts';

const DAY = 86_400;

export const dormancyRule = defineWatchRule({
  id: 'dormancy',
  name: 'Dormancy broken',
  about: 'The first transaction after so many days without one.',
  version: 1,
  fields: [{ id: 'days', name: 'Days without a transaction', kind: 'days', default: '90' }],
  describe: ({ days = '90' }) => `First transaction after ${days} days`,
  check: async (hit, { days = '90' }, world): Promise<RuleAnswer> => {
    const lasts = await Promise.all(hit.touched.map((key) => world.lastBefore(key, hit.position)));
    const known = lasts.filter((last) => typeof last === 'number');
    if (lasts.includes(undefined)) {
      return {
        met: 'unknown',
        mark: 'fact',
        words: 'earlier blocks are not indexed, so the last transaction is not known',
      };
    }
    if (known.length === 0) return { met: false, mark: 'fact', words: 'no earlier transaction' };
    const rest = Math.floor((hit.time - Math.max(...known)) / DAY);
    return { met: rest >= Number(days), mark: 'fact', words: `${rest} days since the last transaction` };
  },
});
