import { AppError } from '@trailmark/core/errors';
import type { Caller } from '../casework/caller.ts';
import type { Claimant } from './fair-turns.ts';

/** Account a trace belongs to, and its agency. Throws `forbidden` for callers without one. */
export function ownerOf({ caller }: { readonly caller: Caller }): Claimant {
  if (!caller.account) throw new AppError('forbidden', 'A trace belongs to an account.');
  return { person: caller.account.id, agency: caller.account.agency };
}
