import { AppError } from '@trailmark/core/errors';
import { binanceKlines } from './binance-klines.ts';
import { BUNDLED_ROW_SOURCES, bundledTable } from './bundled-table.ts';
import { coinbaseCandles } from './coinbase-candles.ts';
import { ecbReferenceRates } from './ecb-reference-rates.ts';
import { plainCsv } from './plain-csv.ts';
import type { PriceSource } from './price-source.ts';

/** In order of precedence: where several state a day, the first of them is in force and the others are kept next to it. */
export const PRICE_SOURCES = [
  plainCsv,
  coinbaseCandles,
  binanceKlines,
  bundledTable,
  ecbReferenceRates,
] as const satisfies readonly PriceSource[];

/** Throws `not-found`, naming the sources that exist. */
export function getPriceSource(id: string): PriceSource {
  const source = PRICE_SOURCES.find((entry) => entry.id === id);
  if (source) return source;
  const known = PRICE_SOURCES.map((entry) => entry.id).join(', ');
  throw new AppError('not-found', `There is no price source "${id.slice(0, 40)}". Price sources: ${known}.`);
}

/** Name and caveat of who stated a price row, for people. A converted price names both of its sources, joined by "+". */
export function describePriceSource(id: string): { readonly name: string; readonly note: string } {
  if (id.includes('+')) return describeConverted(id);
  const known = BUNDLED_ROW_SOURCES[id] ?? PRICE_SOURCES.find((source) => source.id === id);
  if (known) return { name: known.name, note: known.note };
  return { name: id.startsWith('file:') ? `File: ${id.slice(5)}` : plainCsv.name, note: plainCsv.note };
}

function describeConverted(id: string): { readonly name: string; readonly note: string } {
  const at = id.lastIndexOf('+');
  const [price, rate] = [describePriceSource(id.slice(0, at)), describePriceSource(id.slice(at + 1))];
  return { name: `${price.name}; converted by ${rate.name}`, note: `${price.note} ${rate.note}` };
}
