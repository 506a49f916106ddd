import type { Scope, Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';

/** Rules are the agency's: also administrators of the installation read and decide on those of their own agency only. */
export function rulesScope(caller: Caller): Scope {
  const { id, agency } = ownAccount(caller);
  return { kind: 'agency', agency, account: id };
}

export function readRules<T>(
  casework: CaseworkContext,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return casework.store.transact(rulesScope(caller), work);
}
