import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { CURSOR_PAGES } from '../../requests/cursor-pages.ts';
import { type AuditSearch, toAuditQuery } from './search.ts';

export const AUDIT_PAGE = 50;

/** How often the status is requested while a full check is running. */
const CHECKING_MS = 3_000;

/** Events of all or of the own agency, a page at a time, newest first. Reading is itself in the log, so nothing is requested again automatically. */
export function auditEventsQuery(search: AuditSearch, isOfAgency: boolean) {
  const query = { ...toAuditQuery(search), limit: AUDIT_PAGE };
  const route = isOfAgency ? 'listAgencyAuditEvents' : 'listAuditEvents';
  return infiniteQueryOptions({
    queryKey: ['audit', 'events', route, query],
    queryFn: ({ pageParam, signal }) => api.call(route, { query: { ...query, cursor: pageParam }, signal }),
    ...CURSOR_PAGES,
    placeholderData: keepPreviousData,
  });
}

export function auditStatusQuery() {
  return queryOptions({
    queryKey: ['audit', 'status'],
    queryFn: ({ signal }) => api.call('getAuditStatus', { signal }),
    refetchInterval: ({ state }) => (state.data?.isVerifying ? CHECKING_MS : false),
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
