import type { ChainId } from '../chain.ts';
import type { AddressKey } from '../ledger.ts';

/** What a branch of a wallet is for: addresses given to payers, change of its own payments, or not stated by the key. */
export const BRANCH_ROLES = ['receive', 'change', 'addresses'] as const;
export type BranchRole = (typeof BRANCH_ROLES)[number];

/** An address of a wallet with the steps to its key. */
export interface DerivedAddress {
  /** Steps from the key that was entered: `0/5`, or `m/84'/0'/0'/0/5` from a seed. */
  readonly path: string;
  readonly key: AddressKey;
  readonly address: string;
}

/** Addresses of one form of a wallet that follow each other by index. */
export interface KeyBranch {
  readonly chain: ChainId;
  /** `p2wpkh`, `account`, or `descriptor` where the descriptor states it. */
  readonly form: string;
  readonly role: BranchRole;
  /** Steps with `*` for the index. */
  readonly path: string;
  /** Which standard or wallet uses such a branch, for people; absent where a key or descriptor states the branch. */
  readonly wallet?: string | undefined;
  /** False: every index gives the same addresses. */
  readonly isRanged: boolean;
  /** Addresses of an index below 2^31: mostly one. */
  readonly derive: (index: number) => readonly DerivedAddress[];
}

/** How far an unused run may go before the search of a branch ends (BIP 44). */
export const DEFAULT_GAP_LIMIT = 20;
/** Above it nothing is found that a list of addresses would not give sooner. */
export const LARGEST_GAP_LIMIT = 1_000;
