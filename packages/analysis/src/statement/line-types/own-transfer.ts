import type { LineRule } from './line-rule.ts';

/** All that moved stayed in the set; what is left is the fee. */
export const ownTransfer: LineRule = {
  id: 'own-transfer/1',
  ofTransaction: ({ ins, outs, within, isJoint }) =>
    !isJoint && ins.length + outs.length === 0 && within.length > 0
      ? { type: 'own-transfer', basis: 'fact' }
      : undefined,
};
