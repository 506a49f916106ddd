import { queryOptions } from '@tanstack/react-query';
import { profileRoutes } from '@trailmark/api/contract/profile';
import { callRoute } from '../api.ts';

/** The own profile. */
export function profileQuery() {
  return queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => callRoute(profileRoutes.getProfile, { signal }),
  });
}
