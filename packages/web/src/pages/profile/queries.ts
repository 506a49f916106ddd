import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** The own profile. */
export function profileQuery() {
  return queryOptions({ queryKey: ['profile'], queryFn: ({ signal }) => api.call('getProfile', { signal }) });
}

/** Own tokens for programs. */
export function apiTokensQuery() {
  return queryOptions({ queryKey: ['api-tokens'], queryFn: ({ signal }) => api.call('listApiTokens', { signal }) });
}
