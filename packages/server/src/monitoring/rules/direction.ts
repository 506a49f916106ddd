import { defineWatchRule, fact } from './watch-rule.ts';

const NAMES: Readonly<Record<string, string>> = { out: 'Out', in: 'In', either: 'In or out' };

export const directionRule = defineWatchRule({
  id: 'direction',
  name: 'Direction',
  about: 'Whether the watched addresses lost or gained in the transaction.',
  version: 1,
  fields: [
    {
      ...{ id: 'is', name: 'Direction', kind: 'choice', default: 'either' },
      choices: Object.entries(NAMES).map(([id, name]) => ({ id, name })),
    },
  ],
  describe: ({ is = 'either' }) => NAMES[is] ?? is,
  check: ({ change: { received, sent } }, { is = 'either' }) => {
    const way = sent > received ? 'out' : 'in';
    const words = sent === received ? 'nothing gained or lost' : way;
    return fact(is === 'either' || (sent !== received && is === way), words);
  },
});
