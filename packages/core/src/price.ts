import { AppError } from './errors.ts';

/** The close of one UTC day. A day without a row is missing: never zero, never the day before. */
export interface PriceRow {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Billionths of one unit of the currency for one whole coin: early coins cost fractions of a cent. */
  readonly nano: bigint;
  /** Who stated it. */
  readonly source: string;
}

/** Daily closes by asset and currency. Currencies other than USD come through reference rates of the same day. */
export interface PriceReader {
  /** Hash over the rows in force. */
  readonly version: string;
  readonly assets: readonly string[];
  /** Currencies that can be requested: USD always, others where reference rates are stored. */
  readonly currencies: readonly string[];
  /** `asset` is the ticker, upper case. Undefined where no row is stored for the day. */
  price(asset: string, currency: string, day: string): PriceRow | undefined;
  /** All rows of an asset, ascending. */
  rows(asset: string, currency: string): readonly PriceRow[];
  /** What further sources state for days of which a row above is in force, ascending. Absent: none are kept. */
  others?(asset: string, currency: string): readonly PriceRow[];
}

const DAY_SECONDS = 86_400;
/** The day that was written last: times come in order, many of one day. */
let written: { readonly day: number; readonly text: string } | undefined;

/** UTC day of a time in seconds, `YYYY-MM-DD`. */
export function dayOf(seconds: number): string {
  const day = Math.floor(seconds / DAY_SECONDS);
  if (written?.day !== day) written = { day, text: new Date(seconds * 1000).toISOString().slice(0, 10) };
  return written.text;
}

/** Value of an amount (smallest unit) at a price, in micro-units (one dollar is 1,000,000), rounded half away from zero. */
export function toFiat(amount: bigint, decimals: number, nano: bigint): bigint {
  if (decimals < 0 || decimals > 77) throw new AppError('internal', `An asset has 0 to 77 decimals, not ${decimals}.`);
  const scale = 10n ** BigInt(decimals) * 1_000n;
  const product = amount * nano;
  const half = product < 0n ? -scale / 2n : scale / 2n;
  return (product + half) / scale;
}
