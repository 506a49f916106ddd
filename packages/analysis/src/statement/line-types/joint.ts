import type { LineRule } from './line-rule.ts';

/** Others funded the transaction together with the set: only its change is known, whether a mix or a payment made together. */
export const joint: LineRule = {
  id: 'joint/1',
  ofTransaction: ({ isJoint, mix }) =>
    isJoint
      ? { type: 'joint', basis: mix === undefined ? 'fact' : 'inference', note: mix && `CoinJoin: ${mix}` }
      : undefined,
};
