import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { CURSOR_PAGES } from '../../requests/cursor-pages.ts';
import { type AuditSearch, toAuditQuery } from './search.ts';

export const AUDIT_PAGE = 50;

/** Events a page at a time, newest first. Reading is itself in the log, so nothing is asked again by itself. */
export function auditEventsQuery(search: AuditSearch) {
  const query = { ...toAuditQuery(search), limit: AUDIT_PAGE };
  return infiniteQueryOptions({
    queryKey: ['audit', 'events', query],
    queryFn: ({ pageParam, signal }) => api.call('listAuditEvents', { query: { ...query, cursor: pageParam }, signal }),
    ...CURSOR_PAGES,
    placeholderData: keepPreviousData,
  });
}

export function auditStatusQuery() {
  return queryOptions({
    queryKey: ['audit', 'status'],
    queryFn: ({ signal }) => api.call('getAuditStatus', { signal }),
  });
}

export function auditReviewQuery() {
  return queryOptions({
    queryKey: ['audit', 'review'],
    queryFn: ({ signal }) => api.call('getAuditReview', { query: { days: 7 }, signal }),
  });
}

/** Never refetched: a proof is checked as it was given. */
export function auditProofQuery(id: string) {
  return queryOptions({
    queryKey: ['audit', 'proof', id],
    queryFn: ({ signal }) => api.call('getAuditProof', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
