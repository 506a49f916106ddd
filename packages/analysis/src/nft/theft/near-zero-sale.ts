import type { NftSale } from '@trailmark/core/nft';
import { median } from '../median.ts';
import { defineTheftPattern, type TheftFinding } from './theft-pattern.ts';

/** Sales of the collection that the price is compared with, and how many there must be. */
const LOOK_BACK = 30;
const LEAST = 5;
/** One in a hundred of what was usual. */
const SHARE = 100n;

/** The item was sold for less than a hundredth of what the collection sold for lately: a signature for almost nothing. */
export const nearZeroSale = defineTheftPattern({
  id: 'near-zero-sale',
  version: 1,
  title: 'Sold for almost nothing',
  innocent: 'A gift in the form of a sale, or a token that is worth far less than others of its collection.',
  find({ events, sales, unitOf }): TheftFinding[] {
    const usual = usualPrices(sales, unitOf);
    return events.flatMap((event, i) => {
      const sale = event.sale === undefined ? undefined : sales[event.sale];
      const compared = event.sale === undefined ? undefined : usual[event.sale];
      if (!sale?.price || compared === undefined || sale.itemCount > 1 || sale.seller === '') return [];
      if (sale.price.amount * SHARE > compared) return [];
      const note = `The price is less than a hundredth of the median of the ${LOOK_BACK} sales before it.`;
      return [{ pattern: this.id, event: i, victim: sale.seller, taker: sale.buyer, approval: undefined, note }];
    });
  },
});

/** Median of the sales before each, in the same unit; undefined where there are too few. */
function usualPrices(sales: readonly NftSale[], unitOf: (asset: string) => string): (bigint | undefined)[] {
  const recent = new Map<string, bigint[]>();
  return sales.map(({ price, itemCount }) => {
    if (!price || itemCount > 1) return undefined;
    const unit = unitOf(price.asset);
    const before = recent.get(unit) ?? [];
    const found = before.length < LEAST ? undefined : median(before);
    recent.set(unit, [...before.slice(1 - LOOK_BACK), price.amount]);
    return found;
  });
}
