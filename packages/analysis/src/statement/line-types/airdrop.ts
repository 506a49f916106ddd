import type { LineRule } from './line-rule.ts';

/** Fewer receivers than these are payments made together. */
const FEWEST_RECEIVERS = 10;

/** A token that came unasked, in a transaction of somebody else that paid many at once. */
export const airdrop: LineRule = {
  id: 'airdrop/1',
  ofPayment({ kind }, isIn, { isOwnCall, receiverCount }) {
    const isToken = kind === 'token' || kind === 'nft' || kind === 'multi-token' || kind === 'trc10';
    return isIn && isToken && !isOwnCall && receiverCount >= FEWEST_RECEIVERS
      ? { type: 'airdrop', basis: 'inference', note: `One of ${receiverCount} receivers` }
      : undefined;
  },
};
