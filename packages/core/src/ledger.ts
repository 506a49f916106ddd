import type { MoveKind } from './account-block.ts';
import { type AssetKey, formatAssetId, NATIVE_ASSET, parseAssetId } from './asset.ts';
import type { ChainId } from './chain.ts';
import type { Position } from './position.ts';
import type { ReadOptions } from './read-options.ts';

/** The canonical text of an asset, the same everywhere: `btc`, `eth`, `eth:0xa0b8…`, `trx:trc10:1000001`. See asset.ts. */
export type AssetId = string;

/**
 * An address within its chain as lower-case hexadecimal text: on chains of outputs the `ownerId`, on account chains the
 * 20 bytes. Never shown to people: the chain formats it.
 */
export type AddressKey = string;

/** The asset every chain has. */
export function coinOf(chain: ChainId): AssetId {
  return formatAssetId(chain, NATIVE_ASSET);
}

/** The asset's key within a chain; undefined for an asset of another chain. Throws `invalid` for text that is no asset. */
export function findAssetKey(chain: ChainId, asset: AssetId): AssetKey | undefined {
  const isOwn = asset === chain || asset.startsWith(`${chain}:`);
  return isOwn ? parseAssetId(chain, asset) : undefined;
}

/** The kinds of account chains serve both families: on chains of outputs `native`, `reward`, `fee` and `destroyed` occur. */
export type TransferKind = MoveKind;

/** Place of a transfer in its chain, for order and paging: `slot` counts within the transaction. */
export interface TransferPlace {
  readonly position: Position;
  readonly slot: number;
}

/**
 * One payment of one asset. On account chains: one movement. On chains of outputs: one output, paid by everybody who funded
 * the transaction together, because whose coins went where is not known; its fee is a transfer to nobody.
 */
export interface Transfer extends TransferPlace {
  readonly chain: ChainId;
  readonly asset: AssetId;
  /** Smallest unit of the asset. */
  readonly amount: bigint;
  /** Who paid: nobody for what is created, several where payers cannot be distinguished. */
  readonly from: readonly AddressKey[];
  /** False where the index lacks some of the payers. */
  readonly payersKnown: boolean;
  /** Undefined for fees, destroyed coins and outputs that nobody can spend. */
  readonly to: AddressKey | undefined;
  readonly kind: TransferKind;
  /** `stated`: a table says so and no ledger shows the payment itself. Never added to balances. */
  readonly basis: 'fact' | 'stated';
  /** Of an NFT or multi-token. */
  readonly tokenId: bigint | undefined;
}

export interface TransferFilter {
  readonly direction?: 'in' | 'out' | 'self' | undefined;
  readonly asset?: AssetId | undefined;
  readonly kinds?: readonly TransferKind[] | undefined;
  /** Inclusive heights. */
  readonly fromHeight?: number | undefined;
  readonly toHeight?: number | undefined;
  /** Inclusive block times, seconds. */
  readonly fromTime?: number | undefined;
  readonly toTime?: number | undefined;
  /** Only transactions, or movements, in which this address takes part too. */
  readonly counterparty?: AddressKey | undefined;
  readonly order: 'newest' | 'oldest';
}

/** What one transaction changed for an address, by asset, in the order of the transaction. `received - sent` is the net. */
export interface AssetChange {
  readonly asset: AssetId;
  readonly received: bigint;
  readonly sent: bigint;
}

export interface LedgerHistoryEntry {
  readonly position: Position;
  readonly changes: readonly AssetChange[];
  /** More moved in this transaction than was read: the changes are not its whole effect. */
  readonly isCut: boolean;
}

/**
 * Sums of an asset over everything the index contains of an address. `received - sent` is a balance only where the coverage
 * says that nothing can be missing.
 */
export interface AssetBalance extends AssetChange {
  /** Outputs received and spent on chains of outputs, movements on account chains. */
  readonly count: number;
  readonly firstPosition: Position;
  readonly lastPosition: Position;
  /** Spends whose funding the index does not contain: above 0 the sums say nothing about a balance. */
  readonly unfundedSpends: number;
}

export interface LedgerCounterparty {
  readonly address: AddressKey;
  readonly asset: AssetId;
  readonly sentTo: bigint;
  readonly receivedFrom: bigint;
  /** Transactions on chains of outputs, movements on account chains. */
  readonly count: number;
  readonly firstPosition: Position;
  readonly lastPosition: Position;
}

export interface LedgerActivity {
  /** `time` is the start of the period, seconds UTC; ascending. */
  readonly points: readonly {
    readonly time: number;
    readonly received: bigint;
    readonly sent: bigint;
    readonly count: number;
  }[];
  /** Counts by hour of the week: Monday first, UTC. */
  readonly weekdayHours: readonly (readonly number[])[];
}

/** What every block record says, whatever its family. */
export interface LedgerBlock {
  readonly height: number;
  /** Display order. Empty where the source did not say. */
  readonly hash: string;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly source: string;
  /** Transactions in the index. */
  readonly transactionCount: number;
}

/** Consecutive heights from one source. */
export interface LedgerCoverage {
  readonly fromHeight: number;
  readonly toHeight: number;
  /** Indexed blocks among these heights. */
  readonly blocks: number;
  readonly source: string;
  /** Every height is indexed, with every kind of payment, at heights that are facts. */
  readonly isWhole: boolean;
}

/** Last height of the run of whole blocks that starts at height 0: up to there sums are exact. Undefined where there is none. */
export function gaplessUntil(coverage: readonly LedgerCoverage[]): number | undefined {
  let end = -1;
  for (const { fromHeight, toHeight, isWhole } of coverage) {
    if (fromHeight > end + 1 || !isWhole) break;
    end = Math.max(end, toHeight);
  }
  return end < 0 ? undefined : end;
}

/** What was fetched of one address on demand. */
export interface FetchedRange {
  readonly source: string;
  /** Seconds since 1970 UTC. */
  readonly fetchedAt: number;
  readonly fromHeight: number;
  readonly toHeight: number;
  /** The source reported no more than what the index now contains. */
  readonly isComplete: boolean;
}

export type CounterpartySort = 'sent' | 'received' | 'count' | 'last';

/**
 * Reads one chain's payments, the same way for every chain: what a tool asks that does not depend on how a chain keeps its
 * books. Coins and scripts are read through OutputLedger, calls, logs and tokens through AccountLedger. Searches take
 * batches; nothing here may be called once per row or hop. Methods reject with AppError `unavailable` (limit, cancelled),
 * `invalid` (an asset or address that is not of this form) or `inconsistent`.
 */
export interface LedgerReader {
  readonly chain: ChainId;
  /** Highest indexed block; undefined while there is none. */
  tip(): LedgerBlock | undefined;
  block(height: number): LedgerBlock | undefined;
  transactionCount(): number;
  /** Indexed heights, ascending. */
  coverage(): readonly LedgerCoverage[];
  /** The same value as long as no block came or went. */
  revision(): unknown;
  /** Calls after every commit and removal of blocks, before the writer continues. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Transaction ids in display order by position, in the order requested; undefined where not indexed. */
  transactionIds(positions: readonly Position[], options?: ReadOptions): Promise<(string | undefined)[]>;
  /** Transfers of whole transactions in their order, at most `limitEach` of each; absent where not indexed. */
  transfersAt(
    positions: readonly Position[],
    limitEach: number,
    options?: ReadOptions,
  ): Promise<Map<Position, Transfer[]>>;
  /** Every transfer of a block, in its order, with those the block itself makes. Empty where the height is not indexed. */
  transfersIn(height: number, options?: ReadOptions): Promise<Transfer[]>;
  /** Transfers to or from an address, strictly after `after` in the requested order. */
  transfers(
    address: AddressKey,
    filter: TransferFilter,
    page: { after?: TransferPlace | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<Transfer[]>;
  /** Transactions of an address strictly after `after` in the requested order, each with what it changed. */
  history(
    address: AddressKey,
    filter: TransferFilter,
    page: { after?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<LedgerHistoryEntry[]>;
  /** Positions of the transactions of an address, ascending, strictly after `after`. */
  positions(
    address: AddressKey,
    page: { after?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<readonly Position[]>;
  /** Sums of each asset of an address: the coin first, then by number of movements, most first. */
  balances(
    address: AddressKey,
    page: { offset: number; limit: number },
    options?: ReadOptions,
  ): Promise<{ items: AssetBalance[]; total: number }>;
  /** Sums of the chain's coin for a batch; addresses that never moved any are absent. */
  coinBalances(addresses: readonly AddressKey[], options?: ReadOptions): Promise<Map<AddressKey, AssetBalance>>;
  counterparties(
    address: AddressKey,
    page: { asset?: AssetId | undefined; sort: CounterpartySort; offset: number; limit: number },
    options?: ReadOptions,
  ): Promise<{ items: LedgerCounterparty[]; total: number }>;
  /** Transfers between two addresses, newest first, strictly below `before`. */
  links(
    a: AddressKey,
    b: AddressKey,
    page: { before?: TransferPlace | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<Transfer[]>;
  /** Sums of one asset per period of `seconds` or calendar month (UTC). */
  activity(
    address: AddressKey,
    asset: AssetId,
    period: number | 'month',
    options?: ReadOptions,
  ): Promise<LedgerActivity>;
  /** What was fetched of an address on demand, newest first. */
  fetched(address: AddressKey, options?: ReadOptions): Promise<readonly FetchedRange[]>;
}
