import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { day, units } from '../wire.ts';

export const asset = z.string().regex(/^[A-Z0-9]{2,10}$/);
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: 'ISO 4217, such as USD or EUR.' });

/** Which price table an answer was computed with. */
export const pricesAsOf = z.object({ version: z.string() });

/** Currency in which an answer states values. Others than USD need reference rates: see `GET /prices`. */
export const valueCurrency = { currency: currency.default('USD') };

/** The close of one UTC day in one currency. */
export const dayPrice = z.object({
  currency,
  day,
  /** Billionths of the currency for one whole coin. */
  priceNano: units,
  source: z.string(),
  /** The time of the block is an estimate, so the day may be another one. Absent where it is not. */
  dayEstimated: z.boolean().optional(),
});
export type DayPrice = z.output<typeof dayPrice>;

/** An amount in fiat at the close of the UTC day of its block. `micro` counts millionths of the currency. */
export const fiatValue = z.object({ ...dayPrice.shape, micro: units });
export type FiatValue = z.output<typeof fiatValue>;

export const listPrices = defineRoute({
  method: 'GET',
  path: '/prices',
  tag: 'Prices',
  summary: 'Assets and currencies with daily prices, their span, sources and missing days',
  access: 'public',
  audit: 'none',
  output: z.object({
    prices: pricesAsOf,
    currencies: z.array(currency),
    assets: z.array(
      z.object({
        asset,
        fromDay: day,
        toDay: day,
        days: z.number().int(),
        missingDays: z.number().int(),
        sources: z.array(z.object({ id: z.string(), name: z.string(), days: z.number().int() })),
      }),
    ),
  }),
});

export const getDailyPrices = defineRoute({
  method: 'GET',
  path: '/prices/:asset',
  tag: 'Prices',
  summary: 'Daily closes of an asset; a day without a row is missing',
  access: 'public',
  audit: 'none',
  params: z.object({ asset }),
  query: z.object({ currency: currency.default('USD'), fromDay: day.optional(), toDay: day.optional() }),
  output: z.object({
    prices: pricesAsOf,
    asset,
    currency,
    sources: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
    /** `[day, price in billionths of the currency for one coin, index into sources]`, ascending. */
    rows: z.array(z.tuple([day, units, z.number().int()])),
    /** The same for what other sources stated for days of which a source before them is in force. */
    others: z.array(z.tuple([day, units, z.number().int()])),
  }),
});

export const priceRoutes = { listPrices, getDailyPrices };
