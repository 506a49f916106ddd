import { defineWatchRule } from './watch-rule.ts';

const ANY = 'any';
const NAMES: Readonly<Record<string, string>> = {
  [ANY]: 'any named stop',
  service: 'a service',
  mixer: 'a mixer',
  bridge: 'a bridge',
  contract: 'a contract that pools funds',
  sanctioned: 'a sanctioned address',
};

export const arrivalRule = defineWatchRule({
  id: 'arrival',
  name: 'Stops at',
  about:
    'For the frontier of a trace: the money reaches a party that ends the trail. Hops before that are followed and not alerted.',
  version: 1,
  fields: [
    {
      ...{ id: 'at', name: 'Reaches', kind: 'choice', default: 'service' },
      choices: Object.entries(NAMES).map(([id, name]) => ({ id, name })),
    },
  ],
  describe: ({ at = 'service' }) => `Reaches ${NAMES[at] ?? at}`,
  check: ({ arrivals }, { at = 'service' }) => {
    if (arrivals === undefined)
      return { met: 'unknown', mark: 'inference', words: 'only a frontier knows where money stops' };
    const found = arrivals.filter(({ kind }) => at === ANY || kind === at);
    const words = found.slice(0, 3).map(({ name }) => `“${name}”`);
    return { met: found.length > 0, mark: 'claim', words: words.join(', ') || 'no stop in this transaction' };
  },
});
