import { defineWatchRule, fact } from './watch-rule.ts';

export const assetRule = defineWatchRule({
  id: 'asset',
  name: 'Asset',
  about: 'The coin of the chain, or one token by its contract.',
  version: 1,
  fields: [{ id: 'is', name: 'Asset', kind: 'asset', default: '' }],
  describe: ({ is = '' }) => (is === '' ? 'Any asset' : is),
  check: ({ change }, { is = '' }) => fact(is === '' || change.asset === is, change.asset),
});
