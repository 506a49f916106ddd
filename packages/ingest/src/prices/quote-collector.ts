import type { PriceQuote, RateQuote } from '@trailmark/store/prices/price-quote';
import { parseDay, parsePrice, quote } from './parse-price.ts';
import type { PriceBatch, RefusedRow } from './price-source.ts';

const REFUSALS_LISTED = 1_000;
/** No coin had a price before the first block. */
const FIRST_DAY = '2009-01-03';
/** How far a close may be from its neighbours before it counts as a slip of the decimal point. */
const OUTLIER_FACTOR = 100n;
const NEIGHBOURS = 2;

/** A row as a source spells it. */
export interface StatedPrice {
  readonly line: number;
  readonly day: string;
  readonly asset: string;
  readonly currency: string;
  readonly price: string;
  readonly source: string;
}

/** What one euro costs, as a source spells it; its day was checked. */
export interface StatedRate {
  readonly day: string;
  readonly currency: string;
  readonly price: string;
  readonly source: string;
}

interface Kept extends PriceQuote {
  readonly line: number;
}

function isNear(a: bigint, b: bigint): boolean {
  return a <= b * OUTLIER_FACTOR && b <= a * OUTLIER_FACTOR;
}

/** Whether a row is alone among the rows around it, which agree with each other more than with it. */
function isOutlier(sorted: readonly Kept[], at: number): boolean {
  const from = Math.max(0, Math.min(at - NEIGHBOURS, sorted.length - 2 * NEIGHBOURS - 1));
  const around = sorted.slice(from, from + 2 * NEIGHBOURS + 1);
  const near = around.filter(({ nano }) => isNear(nano, sorted[at]?.nano ?? 0n)).length;
  return around.length > NEIGHBOURS && near * 2 < around.length;
}

/** Gathers rows one by one and refuses what cannot be a daily close, with its line. */
export class QuoteCollector {
  readonly #today: string;
  readonly #kept = new Map<string, Kept>();
  readonly #rates = new Map<string, RateQuote>();
  readonly #refused: RefusedRow[] = [];
  #refusedCount = 0;
  #repeated = 0;

  constructor(today: string) {
    this.#today = today;
  }

  refuse(line: number, reason: string): void {
    this.#refusedCount++;
    if (this.#refused.length < REFUSALS_LISTED) this.#refused.push({ line, reason: `${reason}.` });
  }

  /** Takes a price, or refuses it. */
  add(row: StatedPrice): void {
    const day = this.checkDay(row.line, row.day);
    if (day === undefined) return;
    const nano = parsePrice(row.price);
    const problem = typeof nano === 'string' ? nano : checkNames(row);
    if (typeof nano === 'string' || problem !== undefined) {
      this.refuse(row.line, `${day}: ${problem}`);
      return;
    }
    const { line, asset, currency, source } = row;
    const key = `${asset}/${currency}/${source}/${day}`;
    const known = this.#kept.get(key);
    if (!known) this.#kept.set(key, { line, day, asset, currency, nano, source });
    else if (known.nano === nano) this.#repeated++;
    else
      this.refuse(line, `${day}: line ${known.line} states another price of ${asset} for this day; the first is kept`);
  }

  /** Takes what one euro costs, or refuses it. */
  addRate(line: number, { day, currency, price, source }: StatedRate): void {
    const nano = parsePrice(price);
    if (typeof nano === 'string') {
      this.refuse(line, `${day}, ${currency}: ${nano}`);
      return;
    }
    const key = `${currency}/${day}`;
    const known = this.#rates.get(key);
    if (!known) this.#rates.set(key, { day, currency, nano, source });
    else if (known.nano === nano) this.#repeated++;
    else this.refuse(line, `${day}: an earlier line states another ${currency} rate for this day; the first is kept`);
  }

  /** A day that is over, or undefined and a refusal. */
  checkDay(line: number, text: string): string | undefined {
    const day = parseDay(text);
    if (day === undefined) this.refuse(line, `${quote(text)} is not a day such as 2026-08-21`);
    else if (day >= this.#today) this.refuse(line, `${day} is not over, so it has no close`);
    else if (day < FIRST_DAY) this.refuse(line, `${day} lies before the first block of Bitcoin`);
    else return day;
    return undefined;
  }

  /** What was gathered, ascending by day. Closes a hundred times off their neighbours are refused now. */
  finish(): PriceBatch {
    const series = Map.groupBy(this.#kept.values(), ({ asset, currency, source }) => `${asset}/${currency}/${source}`);
    const quotes = [...series.values()].flatMap((rows) => this.#dropOutliers(rows));
    return {
      quotes,
      rates: [...this.#rates.values()],
      refused: this.#refused.toSorted((a, b) => a.line - b.line),
      refusedCount: this.#refusedCount,
      repeated: this.#repeated,
    };
  }

  #dropOutliers(rows: readonly Kept[]): PriceQuote[] {
    const sorted = rows.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    return sorted.flatMap(({ line, ...row }, i) => {
      if (!isOutlier(sorted, i)) return [row];
      this.refuse(line, `${row.day}: the price is more than a hundred times off the days beside it`);
      return [];
    });
  }
}

function checkNames({ asset, currency, source }: StatedPrice): string | undefined {
  if (!/^[A-Z0-9]{2,10}$/.test(asset)) return `${quote(asset)} is not a ticker such as BTC`;
  if (!/^[A-Z]{3}$/.test(currency)) return `${quote(currency)} is not a currency code such as USD`;
  if (asset === currency || asset === 'EUR' || asset === 'USD') return `${asset} is a currency, not a coin`;
  if (!/^[^,+\r\n]{1,60}$/.test(source))
    return `the source ${quote(source)} is not 1 to 60 characters without comma or plus`;
  return undefined;
}
