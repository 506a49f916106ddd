import { AppError } from '@trailmark/core/errors';
import type { QuoteSet } from '@trailmark/store/prices/price-quote';

/** A row that was left out, and why. Lines count from 1, in JSON the entries of the list. */
export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}

/** What a text gave: its good rows, and the others named. */
export interface PriceBatch extends QuoteSet {
  /** The first 1,000. */
  readonly refused: readonly RefusedRow[];
  readonly refusedCount: number;
  /** Rows that say again what an earlier one of the same source says. */
  readonly repeated: number;
}

/** Which columns of a table hold what; names as in its header, or their usual names where absent. */
export interface ColumnMapping {
  readonly date?: string | undefined;
  readonly asset?: string | undefined;
  readonly price?: string | undefined;
  readonly currency?: string | undefined;
  readonly source?: string | undefined;
}

export interface ParseOptions {
  /** The present UTC day, `YYYY-MM-DD`: it has no close yet, nor has any later one. */
  readonly today: string;
  /** What the prices are of, for texts that do not say it themselves. */
  readonly asset?: string | undefined;
  readonly mapping?: ColumnMapping | undefined;
}

/** One request of a refresh, in the order they are sent. */
export interface RefreshRequest {
  readonly url: string;
  /** Ticker the answer is about; undefined where the answer says it. */
  readonly asset: string | undefined;
}

export interface PriceRefresh {
  /** The only host that is queried. */
  readonly host: string;
  /** Assets that are requested one by one; empty where one answer holds everything. */
  readonly assets: readonly string[];
  /** Requests for the days from one to another, inclusive, `YYYY-MM-DD`. */
  readonly listRequests: (asset: string | undefined, fromDay: string, toDay: string) => readonly RefreshRequest[];
  /** First day worth asking for. */
  readonly firstDay: string;
  /** Turns an answer into the text that `parse` reads, where it is packed. */
  readonly unpack?: (body: Uint8Array) => string;
}

/** Where prices come from: one file each, listed in `catalogue.ts` in order of precedence. */
export interface PriceSource {
  /** Lower-case letters, digits and hyphens; also the name of its file of imported rows. */
  readonly id: string;
  readonly name: string;
  /** What a reader of a valuation should know about these figures, one or two sentences. */
  readonly note: string;
  /** Reads a text in the source's documented shape. Throws `invalid` where it is another shape altogether. */
  readonly parse: (text: string, options: ParseOptions) => PriceBatch;
  /** Absent where there is nothing to fetch. */
  readonly refresh?: PriceRefresh;
}

/** Checks what every price source must keep. Throws `internal`. */
export function definePriceSource(source: PriceSource): PriceSource {
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(source.id))
    throw new AppError('internal', `"${source.id}" cannot be the id of a price source.`);
  return source;
}
