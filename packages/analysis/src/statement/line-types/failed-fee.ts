import type { LineRule } from './line-rule.ts';

/** A call that failed moved nothing and still cost its fee (Ethereum Yellow Paper, section 6.2). */
export const failedFee: LineRule = {
  id: 'failed-fee/1',
  ofTransaction: ({ isFailed, ins, outs, fee }) =>
    isFailed && ins.length + outs.length === 0 && (fee?.amount ?? 0n) > 0n
      ? { type: 'failed-fee', basis: 'fact' }
      : undefined,
};
