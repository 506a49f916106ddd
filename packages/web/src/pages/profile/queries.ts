import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { CURSOR_PAGES } from '../../requests/cursor-pages.ts';

export const ACTIVITY_PAGE = 10;

/** What the audit log holds of the own account, newest first. */
export function ownEventsQuery() {
  return infiniteQueryOptions({
    queryKey: ['own-events'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listOwnAuditEvents', { query: { limit: ACTIVITY_PAGE, cursor: pageParam }, signal }),
    ...CURSOR_PAGES,
  });
}

/** Own tokens for programs. */
export function apiTokensQuery() {
  return queryOptions({ queryKey: ['api-tokens'], queryFn: ({ signal }) => api.call('listApiTokens', { signal }) });
}
