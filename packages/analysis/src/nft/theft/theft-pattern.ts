import type { AccountKey } from '@trailmark/core/account-block';
import type { ItemApproval, ItemEvent, NftSale } from '@trailmark/core/nft';

/** What theft patterns read: items in chain order, with what labels state about addresses. */
export interface TheftWorld {
  readonly events: readonly ItemEvent[];
  readonly sales: readonly NftSale[];
  readonly approvals: readonly ItemApproval[];
  /** Contracts of known markets and holders: a permission for one of them is ordinary. */
  readonly isMarket: (address: AccountKey) => boolean;
  /** What a label states that marks an address as fraudulent; undefined where none does. */
  readonly fraudLabel: (address: AccountKey) => string | undefined;
  /** By place of a sale, what its collection usually sold for before it. */
  readonly usual: readonly (bigint | undefined)[];
}

/** A transfer that fits a pattern of theft. An inference: consent is not on chain. */
export interface TheftFinding {
  readonly pattern: string;
  /** Place of the transfer in the events. */
  readonly event: number;
  readonly victim: AccountKey;
  readonly taker: AccountKey;
  /** The permission that was used, where one was. */
  readonly approval: ItemApproval | undefined;
  /** What a label states, or the price next to what was usual. */
  readonly note: string;
}

export interface TheftPattern {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** What fits the same facts without any theft. */
  readonly innocent: string;
  find(world: TheftWorld): TheftFinding[];
}

/** Identity with types. */
export function defineTheftPattern(pattern: TheftPattern): TheftPattern {
  return pattern;
}
