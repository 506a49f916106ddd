import type { LineRule } from './line-rule.ts';

/** Nothing moved but the fee, and a token's log says that somebody may now spend from an address of the set (EIP-20). */
export const approval: LineRule = {
  id: 'approval/1',
  ofTransaction: ({ actions, ins, outs, isOwnCall }) =>
    isOwnCall && ins.length + outs.length === 0 && actions.some(({ kind }) => kind === 'approval')
      ? { type: 'approval', basis: 'fact' }
      : undefined,
};
