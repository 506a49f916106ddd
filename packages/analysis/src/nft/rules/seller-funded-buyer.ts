import { defineWashRule, type WashFinding } from '../wash-rule.ts';
import { findFundedBefore } from './funded-before.ts';

/** Self-financing: the seller paid the buyer a share of the price before the sale. */
export const sellerFundedBuyer = defineWashRule({
  id: 'seller-funded-buyer',
  version: 3,
  title: 'Seller funded the buyer (self-financing)',
  weight: 1,
  needs: 'payments',
  innocent: 'A debt repaid before the sale, or an earlier deal between the same two people.',
  params: ['fundingDays', 'fundingPercent'],
  find(world): WashFinding[] {
    return findFundedBefore(this, world, 'seller');
  },
});
