import { createFinding, defineWashRule, pairOf, type WashFinding } from '../wash-rule.ts';

const HOUR = 3_600;

/** The seller pays the price, or nearly all of it, back to the buyer soon after the sale. */
export const instantRefund = defineWashRule({
  id: 'instant-refund',
  version: 1,
  title: 'Instant refund of the price',
  weight: 4,
  needs: 'payments',
  innocent: 'A sale that both sides undo, or a second deal between the same two people.',
  params: ['refundHours', 'refundPercent'],
  find(world): WashFinding[] {
    const { table, payments, params } = world;
    if (!payments) return [];
    const { sales, wallets } = table;
    const found: WashFinding[] = [];
    for (let sale = 0; sale < sales.count; sale++) {
      const pair = pairOf(world, sale);
      if (!pair || (sales.unit[sale] as number) < 0) continue;
      const [seller, buyer] = [wallets[pair.seller] as string, wallets[pair.buyer] as string];
      const time = sales.time[sale] as number;
      const back = payments.between(seller, buyer, time, time + params.refundHours * HOUR);
      const least = (sales.price[sale] as bigint) * BigInt(params.refundPercent);
      if (back.length === 0 || payments.sum(back) * 100n < least) continue;
      found.push(createFinding(this, { sales: [sale], wallets: [pair.seller, pair.buyer], payments: back }));
    }
    return found;
  },
});
