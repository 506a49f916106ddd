import type { LineRule } from './line-rule.ts';

/** What nobody paid and nobody got: block rewards, tokens that a contract creates or destroys. */
export const created: LineRule = {
  id: 'created/1',
  ofPayment({ others, kind }, isIn) {
    if (isIn && (kind === 'reward' || kind === 'tip')) return { type: 'mining', basis: 'fact' };
    if (isIn && kind === 'genesis') return { type: 'deposit', basis: 'fact', note: 'Given by the first block' };
    if (others.length > 0) return undefined;
    if (!isIn) return { type: 'burn', basis: 'fact' };
    return kind === 'native' || kind === 'internal' || kind === 'withdrawal'
      ? undefined
      : { type: 'mint', basis: 'fact' };
  },
};
