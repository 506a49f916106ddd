import type { AssetId } from '../ledger.ts';
import type { LotMethod } from './statement.ts';

/** Coins that came at one time. A transfer within the set is no acquisition. */
export interface Lot {
  /** `L1` is the first. */
  readonly id: string;
  readonly asset: AssetId;
  readonly time: number;
  /** The line of the period that brought it; undefined: it came before the period. */
  readonly line: number | undefined;
  readonly amount: bigint;
  /** What it was worth when it came, millionths of the currency; undefined: no price. Never zero for unknown. */
  readonly cost: bigint | undefined;
  /** The asset in whose place it came, by a wrap or a bridge transfer: its cost is that of what left, by FIFO. */
  readonly from: AssetId | undefined;
}

/** What left, by one method, of one asset in the period. */
export interface LotResult {
  readonly method: LotMethod;
  readonly asset: AssetId;
  /** Amount of each lot that left in the period, by lot id; empty for `average`, which pools. */
  readonly taken: ReadonlyMap<string, bigint>;
  readonly left: bigint;
  /** Money of the day for what left in the period, fees of the asset included. */
  readonly proceeds: bigint;
  readonly cost: bigint;
  readonly gain: bigint;
  /** Amount that left for which there is no price, or no lot with a known cost: in none of the three sums. */
  readonly unknown: bigint;
  /** Amount that left without being sold, by a wrap, a matched bridge transfer or a validator deposit: in none of the three sums. */
  readonly unsold: bigint;
}

/** Nothing that left has a known price and cost: its sums are not known, which is not zero. */
export function hasNoValue({ unknown, proceeds, cost }: Pick<LotResult, 'unknown' | 'proceeds' | 'cost'>): boolean {
  return unknown > 0n && proceeds === 0n && cost === 0n;
}

/** One line that spent, with the lots that each method takes. */
export interface LotSpend {
  readonly line: number;
  readonly amount: bigint;
  readonly takes: Readonly<Partial<Record<LotMethod, readonly { readonly lot: string; readonly amount: bigint }[]>>>;
  /** Coins spent, as `txid:vout`; a fact. */
  readonly coins: readonly string[];
}

/** Lots of one asset by every method that can be applied to it. */
export interface AssetLots {
  readonly asset: AssetId;
  /** At most 1,000; `lotCount` says how many there are. */
  readonly lots: readonly Lot[];
  readonly lotCount: number;
  readonly results: readonly LotResult[];
  /** At most 1,000. */
  readonly spends: readonly LotSpend[];
  readonly spendCount: number;
  /** Why there are no lots, where there are none. */
  readonly missing: string | undefined;
}
