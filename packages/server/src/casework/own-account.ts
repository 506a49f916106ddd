import { AppError } from '@trailmark/core/errors';
import type { Caller, CallerAccount } from './caller.ts';

/** The account of a caller whom the route's access has let in. Throws `unauthorised` for visitors. */
export function ownAccount(caller: Caller): CallerAccount {
  if (!caller.account) {
    throw new AppError('unauthorised', 'Sign in to do this.', { context: { reason: 'sign-in' } });
  }
  return caller.account;
}
