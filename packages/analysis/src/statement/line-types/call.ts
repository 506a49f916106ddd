import type { LineRule } from './line-rule.ts';

/** A call that moved nothing but its fee. */
export const call: LineRule = {
  id: 'call/1',
  ofTransaction: ({ ins, outs, within, fee }) =>
    ins.length + outs.length + within.length === 0 && (fee?.amount ?? 0n) > 0n
      ? { type: 'call', basis: 'fact' }
      : undefined,
};
