import type { DayPrice, FiatValue } from '@trailmark/api/contract/price';
import { AppError } from '@trailmark/core/errors';
import { dayOf, type PriceReader, toFiat } from '@trailmark/core/price';

/** When a block was made, as the index knows it. */
export interface BlockMoment {
  /** Seconds; null where the block has no time, or there is no block yet. */
  readonly time: number | null;
  readonly timeEstimated: boolean;
}

/** The coin whose amounts are priced: a chain of any family. */
export interface PricedCoin {
  /** Ticker, upper case. */
  readonly symbol: string;
  readonly decimals: number;
  readonly network: string;
}

/** Values of one chain's amounts in one currency, for one answer: the table does not change under it. */
export interface Pricer {
  /** Version of the price table. */
  readonly version: string;
  readonly currency: string;
  /** Close of the day of a block; null where none is known. */
  dayPrice(moment: BlockMoment): DayPrice | null;
  /** Value of an amount at the close of the day of a block; null where no price is known. */
  value(amount: bigint, moment: BlockMoment): FiatValue | null;
  /** Value of an amount at the latest known close, for what has no day of its own; null where no price is known at all. */
  lastValue(amount: bigint): FiatValue | null;
}

/** Throws `invalid` for a currency that cannot be requested. Coins of test networks have no price. */
export function createPricer(prices: PriceReader, { symbol, decimals, network }: PricedCoin, currency: string): Pricer {
  if (!prices.currencies.includes(currency)) {
    const known = prices.currencies.join(', ');
    throw new AppError('invalid', `This server has no values in ${currency}. Currencies it has: ${known}.`);
  }
  function dayPrice({ time, timeEstimated }: BlockMoment): DayPrice | null {
    if (time === null || network !== 'main') return null;
    const row = prices.price(symbol, currency, dayOf(time));
    if (!row) return null;
    const price = { currency, day: row.day, priceNano: row.nano, source: row.source };
    return timeEstimated ? { ...price, dayEstimated: true } : price;
  }
  function value(amount: bigint, moment: BlockMoment): FiatValue | null {
    const price = dayPrice(moment);
    return price && { ...price, micro: toFiat(amount, decimals, price.priceNano) };
  }
  function lastValue(amount: bigint): FiatValue | null {
    const row = network === 'main' ? prices.rows(symbol, currency).at(-1) : undefined;
    if (!row) return null;
    return {
      currency,
      day: row.day,
      priceNano: row.nano,
      source: row.source,
      micro: toFiat(amount, decimals, row.nano),
    };
  }
  return { version: prices.version, currency, dayPrice, value, lastValue };
}
