import type { ChainId } from '@trailmark/core/chain';
import type { AssetId } from '@trailmark/core/ledger';
import type { AssetLots } from '@trailmark/core/statement/lots';
import type {
  AssetStatement,
  BalancePoint,
  StatementAsset,
  StatementLine,
  StatementRate,
  StatementRequest,
  StatementTotal,
  TotalKind,
} from '@trailmark/core/statement/statement';

/** The last whole block that a chain of the statement was read at. */
export interface StatementAsOf {
  readonly chain: ChainId;
  /** As people write it: `Bitcoin`. */
  readonly name: string;
  readonly height: number;
  readonly hash: string;
  /** Seconds since 1970 UTC. */
  readonly time: number;
}

/** A name and its value, in the order they are shown. */
export interface StatementFact {
  readonly name: string;
  readonly value: string;
}

/** What a statement says about itself. Nothing in it is a time of the clock, so equal inputs give equal files. */
export interface StatementHead {
  readonly title: string;
  /** The request, with which the statement can be made again. */
  readonly request: StatementRequest;
  /** Undefined where nobody is signed in, as on the command line. */
  readonly agency: string | undefined;
  readonly unit: string | undefined;
  /** A word such as `Restricted`, shown on each page. */
  readonly classification: string | undefined;
  /** Case, authority, who prepared and reviewed it: what the cover lists. */
  readonly particulars: readonly StatementFact[];
  /** What the statement is about, in words; may contain text of strangers. */
  readonly subjects: readonly string[];
  /** Seconds since 1970 UTC: the first second of the period, and the first after it. */
  readonly from: number;
  readonly to: number;
  readonly asOf: readonly StatementAsOf[];
  readonly sources: readonly string[];
  /** Labels, prices, types, rules. */
  readonly versions: readonly StatementFact[];
  /** SHA-256 by what it is of: the request, the tables of prices and labels. */
  readonly hashes: readonly StatementFact[];
  readonly software: string;
  /** Makes the same files again: `trailmark statement …`. */
  readonly command: string;
  readonly lineCount: number;
  /** Lines that move something of which no price is known. */
  readonly unpriced: number;
  /** Sentences: what the statement cannot show. */
  readonly limits: readonly string[];
}

/** Balance of one asset over the period. */
export interface StatementChart {
  readonly asset: AssetId;
  readonly points: readonly BalancePoint[];
}

/** A whole statement but for its lines. */
export interface StatementParts {
  readonly head: StatementHead;
  readonly assets: ReadonlyMap<AssetId, StatementAsset>;
  readonly balances: readonly AssetStatement[];
  readonly totals: Readonly<Record<TotalKind, readonly StatementTotal[]>>;
  readonly lots: readonly AssetLots[];
  /** Behind every value, by asset and day. */
  readonly rates: readonly StatementRate[];
  readonly charts: readonly StatementChart[];
}

/** A statement to be written as a file. Lines come in batches, oldest first, and are read once. */
export interface StatementDocument extends StatementParts {
  readonly lines: AsyncIterable<readonly StatementLine[]>;
}
