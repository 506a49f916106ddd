import { findRings, type Ring } from '../find-rings.ts';
import { createFinding, defineWashRule, type WashFinding, type WashWorld } from '../wash-rule.ts';

/** Highest price of a ring in coin; undefined where none of its sales is priced in coin. */
function highestPrice({ table: { sales, units } }: WashWorld, ring: Ring): bigint | undefined {
  const prices = ring.sales.flatMap((sale) =>
    units[sales.unit[sale] as number] === '' ? (sales.price[sale] as bigint) : [],
  );
  return prices.reduce<bigint | undefined>(
    (high, price) => (high === undefined || price > high ? price : high),
    undefined,
  );
}

/** The wallets of a ring also pay each other outside its sales: strangers who trade a token do not. */
export const paidRing = defineWashRule({
  id: 'paid-ring',
  version: 1,
  title: 'Ring with payments among its wallets',
  weight: 2,
  needs: 'payments',
  innocent: 'Friends who trade one token and also pay each other for something else.',
  params: ['longestRing', 'ringDays', 'paymentDays', 'fundingPercent'],
  find(world): WashFinding[] {
    const { payments, params } = world;
    return findRings(world).rings.flatMap((found) => {
      const highest = highestPrice(world, found);
      if (!payments || highest === undefined || found.payments.length === 0) return [];
      const isEnough = payments.sum(found.payments) * 100n >= highest * BigInt(params.fundingPercent);
      return isEnough ? [createFinding(this, found)] : [];
    });
  },
});
