import { findRings } from '../find-rings.ts';
import { createFinding, defineWashRule, type WashFinding } from '../wash-rule.ts';

/** A token comes back to a wallet after three to eight wallets, in the order of time; gifts count as steps, two sales are needed. */
export const ring = defineWashRule({
  id: 'ring',
  version: 4,
  title: 'Ring of 3 to 8 wallets, same token',
  weight: 1,
  needs: 'sales',
  innocent: 'A token that its seller buys back after it changed hands in the market.',
  params: ['longestRing', 'ringDays', 'paymentDays'],
  find(world): WashFinding[] {
    return findRings(world).rings.map((found) => createFinding(this, found));
  },
});
