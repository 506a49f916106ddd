import { AppError } from '@trailmark/core/errors';
import type { RequestScope } from '../../http/request-scope.ts';

/** Account a trace belongs to. Throws `forbidden` for callers without one. */
export function ownerOf({ caller }: Pick<RequestScope, 'caller'>): string {
  if (!caller.account) throw new AppError('forbidden', 'A trace belongs to an account.');
  return caller.account.id;
}
