/** A close that one source stated: billionths of the currency for one whole coin at the end of a UTC day. */
export interface PriceQuote {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Ticker, upper case. */
  readonly asset: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly nano: bigint;
  /** Id of who stated it, at most 60 characters. */
  readonly source: string;
}

/** A reference rate of one day: billionths of the currency for one euro. */
export interface RateQuote {
  readonly day: string;
  readonly currency: string;
  readonly nano: bigint;
  readonly source: string;
}

/** Rows that came together, such as from one file. */
export interface QuoteSet {
  readonly quotes: readonly PriceQuote[];
  readonly rates: readonly RateQuote[];
}
