import { createHash } from 'node:crypto';
import type { PriceReader, PriceRow } from '@trailmark/core/price';
import type { PriceQuote, QuoteSet, RateQuote } from './price-quote.ts';

/** All rows of one asset in one currency: one per day is in force, those of later sources are kept next to it. */
interface Series {
  readonly byDay: Map<string, PriceRow>;
  readonly others: PriceRow[];
}

type Rates = ReadonlyMap<string, ReadonlyMap<string, RateQuote>>;

const EURO = 'EUR';
const ONE_EURO = 1_000_000_000n;

function byDay(a: PriceRow, b: PriceRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return a.source < b.source ? -1 : a.source > b.source ? 1 : 0;
}

/** Later sets, and within a set sources later in the alphabet, only fill days that are still empty. */
function collectSeries(sets: readonly QuoteSet[]): Map<string, Series> {
  const found = new Map<string, Series>();
  for (const { quotes } of sets) {
    const sorted = [...quotes].sort(byDay);
    for (const { asset, currency, day, nano, source } of sorted) addRow(found, asset, currency, { day, nano, source });
  }
  return found;
}

function addRow(found: Map<string, Series>, asset: string, currency: string, row: PriceRow): void {
  const key = `${asset}/${currency}`;
  const series: Series = found.get(key) ?? { byDay: new Map(), others: [] };
  found.set(key, series);
  if (series.byDay.has(row.day)) series.others.push(row);
  else series.byDay.set(row.day, row);
}

function collectRates(sets: readonly QuoteSet[]): Rates {
  const found = new Map<string, Map<string, RateQuote>>();
  for (const { rates } of sets) {
    for (const rate of rates) {
      const days = found.get(rate.currency) ?? new Map<string, RateQuote>();
      found.set(rate.currency, days);
      if (!days.has(rate.day)) days.set(rate.day, rate);
    }
  }
  return found;
}

function listCurrencies(series: ReadonlyMap<string, Series>, rates: Rates): string[] {
  const found = new Set<string>();
  for (const key of series.keys()) found.add(key.slice(key.indexOf('/') + 1));
  if (rates.has('USD')) for (const currency of [EURO, ...rates.keys()]) found.add(currency);
  found.delete('USD');
  return ['USD', ...[...found].sort()];
}

function digest(series: ReadonlyMap<string, Series>, rates: Rates): string {
  const hash = createHash('sha256');
  for (const key of [...series.keys()].sort()) {
    hash.update(`${key}\n`);
    for (const row of [...(series.get(key)?.byDay.values() ?? [])].sort(byDay))
      hash.update(`${row.day},${row.nano},${row.source}\n`);
  }
  for (const currency of [...rates.keys()].sort()) {
    hash.update(`${EURO}/${currency}\n`);
    const days = [...(rates.get(currency)?.values() ?? [])].sort((a, b) => (a.day < b.day ? -1 : 1));
    for (const rate of days) hash.update(`${rate.day},${rate.nano},${rate.source}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Daily closes in memory. Where several sources state a day, the set that comes first wins and the others stay readable.
 * Other currencies follow from the dollar close and the euro reference rates of the same day; a day that lacks one of
 * them has no price, and no day borrows from its neighbours.
 */
export class PriceTable implements PriceReader {
  readonly version: string;
  readonly assets: readonly string[];
  readonly currencies: readonly string[];
  readonly #series: ReadonlyMap<string, Series>;
  readonly #rates: Rates;
  readonly #sorted = new Map<string, readonly PriceRow[]>();

  /** Sets in order of precedence, the first before all others. */
  constructor(sets: readonly QuoteSet[]) {
    this.#series = collectSeries(sets);
    this.#rates = collectRates(sets);
    this.assets = [...new Set([...this.#series.keys()].map((key) => key.slice(0, key.indexOf('/'))))].sort();
    this.currencies = listCurrencies(this.#series, this.#rates);
    this.version = digest(this.#series, this.#rates);
  }

  price(asset: string, currency: string, day: string): PriceRow | undefined {
    const stated = this.#series.get(`${asset}/${currency}`)?.byDay.get(day);
    if (stated || currency === 'USD') return stated;
    const dollars = this.#series.get(`${asset}/USD`)?.byDay.get(day);
    return dollars && this.#convert(dollars, currency);
  }

  rows(asset: string, currency: string): readonly PriceRow[] {
    const key = `${asset}/${currency}`;
    const known = this.#sorted.get(key);
    if (known) return known;
    const days = new Set([
      ...(this.#series.get(key)?.byDay.keys() ?? []),
      ...(this.#series.get(`${asset}/USD`)?.byDay.keys() ?? []),
    ]);
    const rows = [...days].sort().flatMap((day) => this.price(asset, currency, day) ?? []);
    if (this.currencies.includes(currency)) this.#sorted.set(key, rows);
    return rows;
  }

  /** What sources without precedence stated for days that another one covers, ascending. */
  others(asset: string, currency: string): readonly PriceRow[] {
    return [...(this.#series.get(`${asset}/${currency}`)?.others ?? [])].sort(byDay);
  }

  #convert(dollars: PriceRow, currency: string): PriceRow | undefined {
    const usd = this.#rates.get('USD')?.get(dollars.day);
    const wanted = currency === EURO ? ONE_EURO : this.#rates.get(currency)?.get(dollars.day)?.nano;
    if (usd === undefined || wanted === undefined) return undefined;
    const nano = (dollars.nano * wanted + usd.nano / 2n) / usd.nano;
    return { day: dollars.day, nano, source: `${dollars.source}+${usd.source}` };
  }
}

/** What a quote is about: a later statement of the same source about it replaces the earlier one. */
export function quoteKey({ day, asset, currency, source }: PriceQuote): string {
  return `${day}/${asset}/${currency}/${source}`;
}
