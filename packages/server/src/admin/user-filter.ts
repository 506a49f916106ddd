import type { adminUserRoutes } from '@trailmark/api/contract/admin-users';
import type { RouteInput } from '@trailmark/api/route';
import type { UserFilter } from '@trailmark/store/cases/admin/user-rows';

/** The filter of a list of accounts, as the store takes it. */
export function toUserFilter(query: RouteInput<(typeof adminUserRoutes)['exportUsers']>['query']): UserFilter {
  const { q, agency, role, allow, status, review, sign } = query;
  return {
    q: q?.trim(),
    agency,
    role,
    status,
    review,
    sign,
    isAllowed: allow === undefined ? undefined : allow === 'Yes',
  };
}
