import { parseDecimal } from '../decimal-text.ts';
import { defineWatchRule, fact, netOf } from './watch-rule.ts';

export const amountRule = defineWatchRule({
  id: 'amount',
  name: 'Amount',
  about: 'What the watched addresses gained or lost, in units of the asset.',
  version: 1,
  fields: [
    { id: 'from', name: 'At least', kind: 'amount', default: '' },
    { id: 'to', name: 'At most', kind: 'amount', default: '' },
  ],
  describe: ({ from = '', to = '' }) => {
    if (from !== '' && to !== '') return `${from} to ${to}`;
    if (to !== '') return `${to} or less`;
    return from === '' ? 'Any amount' : `${from} or more`;
  },
  check: (hit, { from = '', to = '' }, { decimals, format }) => {
    const { asset } = hit.change;
    const [net, places] = [netOf(hit), decimals(asset)];
    if (places === undefined && (from !== '' || to !== '')) {
      return { met: 'unknown', mark: 'fact', words: `the decimals of ${asset} are not known` };
    }
    const isEnough = from === '' || net >= parseDecimal(from, places ?? 0);
    const isNotTooMuch = to === '' || net <= parseDecimal(to, places ?? 0);
    return fact(isEnough && isNotTooMuch, format(net, asset));
  },
});
