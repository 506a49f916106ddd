import { defineTheftPattern, type TheftFinding } from './theft-pattern.ts';
import { isNearZero, LOOK_BACK } from './usual-prices.ts';

/** The item was sold for nothing, or for less than a hundredth of what its collection sold for lately: a signature for almost nothing. */
export const nearZeroSale = defineTheftPattern({
  id: 'near-zero-sale',
  version: 2,
  title: 'Sold for almost nothing',
  innocent: 'A gift in the form of a sale, or a token that is worth far less than others of its collection.',
  find({ events, sales, usual }): TheftFinding[] {
    return events.flatMap((event, i) => {
      const place = event.sale ?? -1;
      const sale = sales[place];
      if (!sale?.price || sale.seller === '' || sale.seller === sale.buyer) return [];
      const isFree = sale.price.amount === 0n;
      if (!isFree && !isNearZero(sale.price.amount, usual[place])) return [];
      const note = isFree
        ? 'The price is 0.'
        : `The price is less than a hundredth of the median of the ${LOOK_BACK} sales of its collection before it.`;
      return [{ pattern: this.id, event: i, victim: sale.seller, taker: sale.buyer, approval: undefined, note }];
    });
  },
});
