import { defineWashRule, findPaidShare, findPairs, type WashFinding } from '../wash-rule.ts';

const HOUR = 3_600;

/** The seller pays the price, or nearly all of it, back to the buyer soon after the sale. */
export const instantRefund = defineWashRule({
  id: 'instant-refund',
  version: 3,
  title: 'Instant refund of the price',
  weight: 4,
  needs: 'payments',
  innocent: 'A sale that both sides undo, or a second deal between the same two people.',
  params: ['refundHours', 'refundPercent'],
  find(world): WashFinding[] {
    const { table, params } = world;
    return findPairs(this, world, ({ sale, seller, buyer }) => {
      const since = table.sales.time[sale] as number;
      const until = since + params.refundHours * HOUR;
      return findPaidShare(world, { sale, from: seller, to: buyer, since, until, percent: params.refundPercent });
    });
  },
});
