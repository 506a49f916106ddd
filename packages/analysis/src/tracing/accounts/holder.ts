import type { MovePlace } from '@trailmark/core/account-ledger';
import type { AccountBook } from './account-apportioning.ts';
import type { LoadedAccount } from './loaded-accounts.ts';

/** Traced money in one account during a pass. */
export interface Holder {
  readonly account: LoadedAccount;
  readonly book: AccountBook;
  /** Null where the index makes it negative. */
  readonly opening: bigint | null;
  hop: number;
  last: MovePlace;
  lastTime: number;
  taintedIn: bigint;
  taintedOut: bigint;
  released: bigint;
  /** It paid more than it had in indexed data. */
  isShort: boolean;
  /** It has payments beyond the time window. */
  goesOn: boolean;
}
