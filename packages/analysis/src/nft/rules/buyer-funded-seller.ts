import { defineWashRule, type WashFinding } from '../wash-rule.ts';
import { findFundedBefore } from './funded-before.ts';

/** The buyer paid the seller a share of the price before the sale. */
export const buyerFundedSeller = defineWashRule({
  id: 'buyer-funded-seller',
  version: 3,
  title: 'Buyer funded the seller',
  weight: 1,
  needs: 'payments',
  innocent: 'A deposit, or an earlier deal between the same two people.',
  params: ['fundingDays', 'fundingPercent'],
  find(world): WashFinding[] {
    return findFundedBefore(this, world, 'buyer');
  },
});
