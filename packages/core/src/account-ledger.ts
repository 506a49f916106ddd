import type {
  AccountKey,
  AccountLog,
  AccountTransaction,
  AddressCoverage,
  MoveKind,
  ValueMove,
} from './account-block.ts';
import type { AssetKey, TokenMetadata } from './asset.ts';
import type { Position } from './position.ts';
import type { ReadOptions } from './read-options.ts';

/** A block of an account chain as it is indexed. */
export interface AccountBlockRecord {
  readonly height: number;
  /** Empty where the source did not say. */
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
  readonly producer: AccountKey;
  /** BLOCK_ bits of account-block.ts. */
  readonly holds: number;
  /** Indexed transactions, and how many the block has; undefined where not known. */
  readonly transactionCount: number;
  readonly transactionTotal: number | undefined;
  readonly source: string;
}

/** A run of consecutive heights of one source that hold the same things. */
export interface AccountRange {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly blocks: number;
  readonly source: string;
  readonly holds: number;
}

/** A transaction without its moves and logs. */
export interface AccountTransactionRecord extends Omit<AccountTransaction, 'index' | 'moves' | 'logs' | 'mentions'> {
  readonly position: Position;
}

/** A move with its place: `slot` counts within the transaction, in the declared order. */
export interface StoredMove extends ValueMove {
  readonly position: Position;
  readonly slot: number;
}

/** Kinds of moves that pay an address its coin, rather than for what it did. */
export const FUNDING_KINDS: readonly MoveKind[] = ['native', 'internal', 'genesis', 'withdrawal'];

export interface AssetTotals {
  readonly asset: AssetKey;
  readonly received: bigint;
  readonly sent: bigint;
  readonly moves: number;
  readonly firstPosition: Position;
  readonly lastPosition: Position;
}

/** Counted facts about one address over all indexed blocks. */
export interface AccountTotals {
  readonly transactionCount: number;
  /** Blocks that paid it themselves: rewards, withdrawals, genesis. They are no transactions. */
  readonly blockPaymentCount: number;
  readonly moveCount: number;
  readonly firstPosition: Position;
  readonly lastPosition: Position;
  /** Transactions it sent itself. */
  readonly sentCount: number;
  /** The transaction that created it and succeeded, where it is indexed: it is a contract. */
  readonly createdAt: Position | undefined;
  /** Code ran at it: it emitted a log, or made an internal transfer. `natureOf` states what follows. */
  readonly actsAsContract: boolean;
  /** A transaction carried data to it. That is no sign of a contract: anybody can send any bytes to any address. */
  readonly wasCalledWithData: boolean;
  /** The chain's own coin. */
  readonly native: AssetTotals | undefined;
  /** Tokens of every kind it has a transfer of. */
  readonly assetCount: number;
}

export interface AccountHistoryFilter {
  readonly direction?: 'in' | 'out' | 'self' | undefined;
  readonly asset?: AssetKey | undefined;
  readonly kinds?: readonly MoveKind[] | undefined;
  readonly fromHeight?: number | undefined;
  readonly toHeight?: number | undefined;
  readonly fromTime?: number | undefined;
  readonly toTime?: number | undefined;
  /** Inclusive bounds on one move's amount. They need `asset`. */
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  readonly counterparty?: AccountKey | undefined;
  /** Leaves out moves of nothing: zero-value token transfers. Calls stay. */
  readonly withoutZero?: boolean | undefined;
  readonly order: 'newest' | 'oldest';
}

/** One transaction of an address's history: its own moves in it, at most the requested number, and how many there are. */
export interface AccountHistoryEntry {
  readonly position: Position;
  readonly moves: readonly StoredMove[];
  readonly moveCount: number;
}

/** A contract with items. */
export interface ItemCollection {
  readonly contract: AccountKey;
  /** Transfers of its items, and how many items moved, in the index. */
  readonly moves: number;
  readonly items: number;
  readonly lastPosition: Position;
}

/** Place of a move, for paging. */
export interface MovePlace {
  readonly position: Position;
  readonly slot: number;
}

/** An account's moves of one asset that are requested: from a place on, up to one, or all; both ends inclusive. */
export interface AccountSpan {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly from?: MovePlace | undefined;
  readonly until?: MovePlace | undefined;
}

/** Key of an account and asset in maps. */
export function accountAssetKey(address: AccountKey, asset: AssetKey): string {
  return `${address}:${asset}`;
}

export interface AccountCounterparty {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly sentTo: bigint;
  readonly receivedFrom: bigint;
  readonly moves: number;
  readonly firstPosition: Position;
  readonly lastPosition: Position;
}

/**
 * Reading one account chain's facts. Queries take batches; nothing here may be called once per row or hop. Fees and tips
 * are moves like others. All methods reject with AppError `unavailable` (limit, cancelled) or `inconsistent`.
 */
export interface AccountLedger {
  /** Calls after every commit and removal of blocks. Absent on ledgers that never change. Returns what ends it. */
  onChange?(listener: () => void): () => void;
  /** Highest indexed block: undefined while nothing is indexed. */
  tip(): AccountBlockRecord | undefined;
  transactionCount(): number;
  heightRanges(): readonly AccountRange[];
  block(height: number): AccountBlockRecord | undefined;
  blockByHash(hash: string): AccountBlockRecord | undefined;
  /** Blocks below `before` (exclusive), highest first. */
  blocksBefore(before: number | undefined, limit: number): readonly AccountBlockRecord[];
  /** Positions of the indexed transactions of a block, ascending; the block's own moves are not among them. */
  blockPositions(height: number, options?: ReadOptions): Promise<Position[]>;
  /** By position, in the requested order; undefined where none is indexed. */
  transactions(
    positions: readonly Position[],
    options?: ReadOptions,
  ): Promise<(AccountTransactionRecord | undefined)[]>;
  /** Hashes by position, in the requested order; undefined where none is indexed. Far cheaper than transactions. */
  hashes(positions: readonly Position[], options?: ReadOptions): Promise<(string | undefined)[]>;
  /** Moves of each transaction in the declared order, at most `limitEach`. */
  movesOf(
    positions: readonly Position[],
    limitEach: number,
    options?: ReadOptions,
  ): Promise<Map<Position, StoredMove[]>>;
  logsOf(positions: readonly Position[], options?: ReadOptions): Promise<Map<Position, AccountLog[]>>;
  positionsOf(hashes: readonly string[], options?: ReadOptions): Promise<Map<string, Position>>;
  hashesByPrefix(prefix: string, limit: number, options?: ReadOptions): Promise<{ hash: string; position: Position }[]>;
  /** Addresses that begin with the hex digits (without 0x), with how many moves they have. */
  addressesByPrefix(
    prefix: string,
    limit: number,
    options?: ReadOptions,
  ): Promise<{ address: AccountKey; moveCount: number }[]>;
  /** Addresses never seen are absent. */
  totals(addresses: readonly AccountKey[], options?: ReadOptions): Promise<Map<AccountKey, AccountTotals>>;
  /** Sums by asset: the coin first, then by number of moves, most first. */
  assetsOf(
    address: AccountKey,
    page: { offset: number; limit: number },
    options?: ReadOptions,
  ): Promise<{ items: AssetTotals[]; total: number }>;
  /** Base transactions strictly after `after` in the requested order; a filter hides transactions without a match, and transfers that do not match. */
  history(
    address: AccountKey,
    filter: AccountHistoryFilter,
    page: { after?: Position | undefined; limit: number; movesEach: number },
    options?: ReadOptions,
  ): Promise<AccountHistoryEntry[]>;
  /** Single moves strictly after `after` in the requested order. */
  moves(
    address: AccountKey,
    filter: AccountHistoryFilter,
    page: { after?: MovePlace | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<StoredMove[]>;
  /** Received minus sent of one asset at or below a position (inclusive). */
  balanceAt(address: AccountKey, asset: AssetKey, position: Position, options?: ReadOptions): Promise<bigint>;
  /**
   * Moves of many accounts in the declared order, by `accountAssetKey`: at most `limitEach` each, from the side that `order`
   * says; `isCut` where there are more. One query for the batch, however many accounts.
   */
  spans(
    spans: readonly AccountSpan[],
    page: { order: 'oldest' | 'newest'; limitEach: number },
    options?: ReadOptions,
  ): Promise<Map<string, { readonly moves: readonly StoredMove[]; readonly isCut: boolean }>>;
  /** Received minus sent strictly before a place, coins at stake included, by `accountAssetKey`: what the accounts owned when a span begins. */
  openings(
    places: readonly { readonly address: AccountKey; readonly asset: AssetKey; readonly before: MovePlace }[],
    options?: ReadOptions,
  ): Promise<Map<string, bigint>>;
  /** By counterparty and asset. Fees and tips are not counterparties' moves. */
  counterparties(
    address: AccountKey,
    page: { asset?: AssetKey | undefined; sort: 'sent' | 'received' | 'count' | 'last'; offset: number; limit: number },
    options?: ReadOptions,
  ): Promise<{ items: AccountCounterparty[]; total: number }>;
  /** Sums of one asset per period of `seconds` (or calendar month), ascending, and hour-by-weekday counts (Monday first, UTC). */
  activity(
    address: AccountKey,
    asset: AssetKey,
    period: number | 'month',
    options?: ReadOptions,
  ): Promise<{
    points: { time: number; received: bigint; sent: bigint; moves: number }[];
    weekdayHours: number[][];
  }>;
  /**
   * Earliest move of the chain's own coin into each address that funded it: a payment, a call inside one, a withdrawal or the
   * first block. Fees, tips, rewards and stakes given back fund nobody.
   */
  firstFunders(addresses: readonly AccountKey[], options?: ReadOptions): Promise<Map<AccountKey, StoredMove>>;
  /** Logs that speak of an address without moving anything, newest first. */
  mentions(
    address: AccountKey,
    page: { before?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<{ position: Position; log: AccountLog }[]>;
  /** Contracts whose items moved, by number of transfers, most first: tokens with a number, ERC-721, ERC-1155 and older ones. */
  collections(limit: number, options?: ReadOptions): Promise<ItemCollection[]>;
  /** Positions in which an item of a contract moved, ascending. */
  itemPositions(contract: AccountKey, tokenId: bigint, limit: number, options?: ReadOptions): Promise<Position[]>;
  /** Positions in which a contract wrote a log or its tokens moved, ascending, after one of them. */
  contractPositions(
    contract: AccountKey,
    page: { after?: Position | undefined; limit: number },
    options?: ReadOptions,
  ): Promise<Position[]>;
  /** Transfers of some assets between addresses of a set, in chain order: both sides are of the set, and differ. */
  transfersAmong(
    addresses: readonly AccountKey[],
    assets: readonly AssetKey[],
    limit: number,
    options?: ReadOptions,
  ): Promise<StoredMove[]>;
  tokens(contracts: readonly string[], options?: ReadOptions): Promise<Map<string, TokenMetadata>>;
  /** What was fetched on demand of an address, newest first. */
  addressCoverage(address: AccountKey, options?: ReadOptions): Promise<readonly AddressCoverage[]>;
  /** The same of many addresses; those of which nothing was fetched are absent. */
  addressCoverages(
    addresses: readonly AccountKey[],
    options?: ReadOptions,
  ): Promise<Map<AccountKey, readonly AddressCoverage[]>>;
}
