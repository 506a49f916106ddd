import { AppError } from '@trailmark/core/errors';
import type { Scope, Transaction } from '@trailmark/store/cases/casework';
import type { Caller, CallerAccount } from './caller.ts';
import type { CaseworkContext } from './casework-context.ts';

/** The account of a caller whom the route's access has let in. Throws `unauthorised` for visitors. */
export function ownAccount(caller: Caller): CallerAccount {
  if (!caller.account) {
    throw new AppError('unauthorised', 'Sign in to do this.', { context: { reason: 'sign-in' } });
  }
  return caller.account;
}

/** Rows of the caller's own agency alone: administrators of the installation read no other agency's investigations by that. */
export function ownAgencyScope(caller: Caller): Scope {
  const { id, agency } = ownAccount(caller);
  return { kind: 'agency', agency, account: id };
}

/** Reads under the caller's own agency. */
export function readOwn<T>(
  casework: CaseworkContext,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return casework.store.transact(ownAgencyScope(caller), work);
}
