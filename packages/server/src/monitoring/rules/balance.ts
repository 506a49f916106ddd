import { parseDecimal } from '../decimal-text.ts';
import { defineWatchRule, type RuleAnswer } from './watch-rule.ts';

const WAYS: Readonly<Record<string, string>> = { below: 'falls below', above: 'rises to' };

export const balanceRule = defineWatchRule({
  id: 'balance',
  name: 'Balance crossed',
  about: 'The balance of a watched address crosses an amount in this transaction. It needs complete blocks.',
  version: 2,
  fields: [
    {
      ...{ id: 'way', name: 'The balance', kind: 'choice', default: 'below' },
      choices: Object.entries(WAYS).map(([id, name]) => ({ id, name })),
    },
    { id: 'amount', name: 'Amount', kind: 'amount', default: '1' },
  ],
  describe: ({ way = 'below', amount = '1' }) => `Balance ${WAYS[way] ?? way} ${amount}`,
  check: async (hit, { way = 'below', amount = '1' }, world): Promise<RuleAnswer> => {
    const { asset, received, sent } = hit.change;
    const places = world.decimals(asset);
    const [key, ...others] = hit.touched;
    if (key === undefined || others.length > 0) {
      return {
        met: 'unknown',
        mark: 'fact',
        words: 'several watched addresses take part, so no single balance changes',
      };
    }
    const indexed = places === undefined ? undefined : await world.balanceAfter(key, asset, hit.position);
    if (indexed === undefined || places === undefined) {
      return { met: 'unknown', mark: 'fact', words: 'the balance is not known: blocks are missing' };
    }
    // What no block contains is in no balance of the index.
    const after = hit.isUnconfirmed ? indexed + received - sent : indexed;
    const [before, line] = [after - received + sent, parseDecimal(amount, places)];
    const met = way === 'below' ? before >= line && after < line : before < line && after >= line;
    return {
      met,
      mark: hit.isUnconfirmed ? 'inference' : 'fact',
      words: `balance ${world.format(before, asset)} before, ${world.format(after, asset)} after${hit.isUnconfirmed ? ', if no other unconfirmed payment comes first' : ''}`,
    };
  },
});
