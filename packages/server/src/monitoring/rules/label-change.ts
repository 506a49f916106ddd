import { defineWatchRule } from './watch-rule.ts';

export const LABEL_CHANGE = 'label-change';

const NAMES: Readonly<Record<string, string>> = { any: 'Any label', sanctioned: 'An entry of a sanctions list' };

export const labelChangeRule = defineWatchRule({
  id: LABEL_CHANGE,
  name: 'Label or sanction changed',
  about:
    'A label pack states something else of a watched address than before. It is met by labels and by no transaction, so it is used alone.',
  version: 1,
  isAlone: true,
  fields: [
    {
      ...{ id: 'is', name: 'What changes', kind: 'choice', default: 'any' },
      choices: Object.entries(NAMES).map(([id, name]) => ({ id, name })),
    },
  ],
  describe: ({ is = 'any' }) => (is === 'sanctioned' ? 'Sanction changed' : 'Label or sanction changed'),
  check: () => ({ met: false, mark: 'claim', words: 'only a change of labels meets it' }),
});
