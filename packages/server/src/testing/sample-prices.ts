import { PriceTable } from '@trailmark/store/prices/price-table';

/** The day on which every block of the sample ledger was made. */
export const SAMPLE_DAY = '2009-01-03';

/** An invented price for that day, 0.50 dollars, and a rate of 1.25 dollars for one euro. */
export const SAMPLE_PRICES = new PriceTable([
  {
    quotes: [{ day: SAMPLE_DAY, asset: 'BTC', currency: 'USD', nano: 500_000_000n, source: 'invented' }],
    rates: [{ day: SAMPLE_DAY, currency: 'USD', nano: 1_250_000_000n, source: 'ecb' }],
  },
]);
