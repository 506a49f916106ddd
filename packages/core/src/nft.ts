import type { AccountKey } from './account-block.ts';
import type { AssetKey } from './asset.ts';
import type { Position } from './position.ts';
import type { ActionAmount, SaleCost } from './protocol-action.ts';

/** What happened to an item in one transfer. `transfer`: it moved and nothing shows that anything was paid. */
export const ITEM_EVENT_KINDS = [
  'mint',
  'transfer',
  'sale',
  'loan',
  'loan-end',
  'wrap',
  'unwrap',
  'bridge',
  'burn',
] as const;
export type ItemEventKind = (typeof ITEM_EVENT_KINDS)[number];

/** A sale as the event of a market, or a table, states it. */
export interface NftSale {
  readonly position: Position;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly contract: AssetKey;
  /** Items of this contract in the sale. */
  readonly items: readonly { readonly tokenId: bigint; readonly amount: bigint }[];
  /** Items of all contracts: above one the price is that of the bundle and belongs to none of them alone. */
  readonly itemCount: number;
  readonly market: string;
  readonly rule: string;
  /** Empty where not known. */
  readonly seller: AccountKey;
  readonly buyer: AccountKey;
  /** The party that is a pool of the market; empty where none is. */
  readonly pool: AccountKey;
  /** In the one asset paid; 0 where the event states that nothing was, undefined where it states none or several assets. */
  readonly price: ActionAmount | undefined;
  /** Undefined where the event states none. */
  readonly costs: readonly SaleCost[] | undefined;
  /** `stated`: a table says so, without the payment. */
  readonly basis: 'fact' | 'stated';
  /** The buyer's money came and went back within the transaction; undefined where its calls are not indexed. */
  readonly isFlashLoan: boolean | undefined;
  /** Log indexes. */
  readonly evidence: readonly number[];
  readonly note: string;
}

/** One transfer of one item, in chain order. */
export interface ItemEvent {
  readonly position: Position;
  readonly slot: number;
  readonly time: number;
  readonly contract: AssetKey;
  readonly tokenId: bigint;
  readonly amount: bigint;
  /** Moved under the standard for several pieces of one number, even where this transfer is of one. */
  readonly isMulti: boolean;
  /** Empty for a mint, or where the source does not name who gave. */
  readonly from: AccountKey;
  /** Empty for a burn, or where the source does not name who received. */
  readonly to: AccountKey;
  readonly kind: ItemEventKind;
  /** Place in the list of sales; undefined where it is none. */
  readonly sale: number | undefined;
  /** Who sent the transaction; empty where not indexed. */
  readonly sender: AccountKey;
  /** Who was called; empty where not indexed. */
  readonly called: AccountKey;
}

/** A permission to move items: of one token, or of all of a collection. */
export interface ItemApproval {
  readonly position: Position;
  readonly time: number;
  readonly contract: AssetKey;
  readonly owner: AccountKey;
  readonly spender: AccountKey;
  /** Undefined: all of the collection. */
  readonly tokenId: bigint | undefined;
  readonly isRevoked: boolean;
}

/** A payment of coin, or of its wrapped form, between two wallets of a collection, outside its sales. */
export interface WalletPayment {
  readonly position: Position;
  readonly time: number;
  readonly from: AccountKey;
  readonly to: AccountKey;
  readonly amount: bigint;
}

/** Who first paid coin into a wallet. */
export interface FirstFunding {
  readonly funder: AccountKey;
  readonly position: Position;
  readonly time: number;
  readonly amount: bigint;
}
