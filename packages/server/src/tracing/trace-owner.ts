import { AppError } from '@trailmark/core/errors';
import type { Caller } from '../casework/caller.ts';

/** Account a trace belongs to. Throws `forbidden` for callers without one. */
export function ownerOf({ caller }: { readonly caller: Caller }): string {
  if (!caller.account) throw new AppError('forbidden', 'A trace belongs to an account.');
  return caller.account.id;
}
