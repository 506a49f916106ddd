import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey, AssetId } from '@trailmark/core/ledger';
import type { StatementAsset, StatementParty, StatementRate } from '@trailmark/core/statement/statement';

/** Up to where everything that can change balances of an asset is indexed. */
export interface KnownUntil {
  /** Undefined: nothing is known to be whole. */
  readonly height: number | undefined;
  /** Seconds, of that block. */
  readonly time: number | undefined;
  /** What is missing above it, and what would mend it: a sentence. */
  readonly reason: string;
}

export interface KnownAsset {
  readonly asset: StatementAsset;
  readonly chain: ChainId;
  readonly knownUntil: KnownUntil;
}

/** What a statement needs to know besides the ledger. Everything is in memory: no call waits. */
export interface StatementWorld {
  /** Throws `internal` for an asset that was not loaded. */
  asset(id: AssetId): KnownAsset;
  /** Millionths of the currency with the sign of the amount, at the price of the rule's day; undefined: no price. */
  value(asset: AssetId, amount: bigint, time: number): bigint | undefined;
  /** The prices behind all values that were requested so far, by asset and day. */
  rates(): readonly StatementRate[];
  party(chain: ChainId, key: AddressKey): StatementParty;
  /** Where a chain ends for this statement: the last whole block. */
  end(chain: ChainId): { readonly height: number; readonly time: number } | undefined;
}
