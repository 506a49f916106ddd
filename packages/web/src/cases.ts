import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api, type Query } from './api.ts';
import { CURSOR_PAGES } from './requests/cursor-pages.ts';

/** Everything about cases begins with this key. */
export const CASES_KEY = ['cases'] as const;

/** Everything of one case begins with this key: invalidate it after a change in the case. */
export function caseKey(id: string) {
  return [...CASES_KEY, 'case', id] as const;
}

export type CaseListQuery = Query<'listCases'>;
export type CaseFilterQuery = Query<'getCaseFigures'>;

export function caseListQuery(query: CaseListQuery) {
  return queryOptions({
    queryKey: [...CASES_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('listCases', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function caseFiguresQuery(query: CaseFilterQuery) {
  return queryOptions({
    queryKey: [...CASES_KEY, 'figures', query],
    queryFn: ({ signal }) => api.call('getCaseFigures', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What forms and filters offer. */
export function caseChoicesQuery() {
  return queryOptions({
    queryKey: [...CASES_KEY, 'choices'],
    queryFn: ({ signal }) => api.call('getCaseChoices', { signal }),
  });
}

export function caseViewsQuery() {
  return queryOptions({
    queryKey: [...CASES_KEY, 'views'],
    queryFn: ({ signal }) => api.call('listCaseViews', { signal }),
  });
}

/** What remains of purged cases that the reader was a member of. */
export function caseTombstonesQuery() {
  return queryOptions({
    queryKey: [...CASES_KEY, 'tombstones'],
    queryFn: ({ signal }) => api.call('listCaseTombstones', { signal }),
  });
}

/** Emergency accesses whose review is open. */
export function caseEmergenciesQuery() {
  return queryOptions({
    queryKey: [...CASES_KEY, 'emergencies'],
    queryFn: ({ signal }) => api.call('listCaseEmergencies', { signal }),
  });
}

/** The head and the overview of a case. */
export function caseQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'overview'],
    queryFn: ({ signal }) => api.call('getCase', { params: { case: id }, signal }),
  });
}

export function caseMoneyQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'money'],
    queryFn: ({ signal }) => api.call('listCaseMoney', { params: { case: id }, signal }),
  });
}

export function caseMembersQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'members'],
    queryFn: ({ signal }) => api.call('listCaseMembers', { params: { case: id }, signal }),
  });
}

export const CASE_ITEMS_PAGE = 200;

/** What is pinned in a case, on one of its tabs or all of it, the last first. */
export function caseItemsQuery(id: string, tab?: string, words?: string) {
  return infiniteQueryOptions({
    queryKey: [...caseKey(id), 'items', tab ?? 'all', words ?? ''],
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Answer<'listCaseItems'>) => last.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call('listCaseItems', {
        params: { case: id },
        query: { tab, words, before: pageParam, limit: CASE_ITEMS_PAGE },
        signal,
      }),
  });
}

/** One pinned item by its number, which an address may name beyond the first page. */
export function caseItemQuery(id: string, number: number) {
  return queryOptions({
    queryKey: [...caseKey(id), 'items', 'number', number],
    queryFn: async ({ signal }) => {
      const query = { before: number + 1, limit: 1 };
      const { items } = await api.call('listCaseItems', { params: { case: id }, query, signal });
      return items.filter((item) => item.number === `A-${number}`);
    },
  });
}

export const CASE_EVENTS_PAGE = 100;

/** What the log holds of a case, the last first; with `changes` only what changed something. */
export function caseEventsQuery(id: string, changes: boolean) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...caseKey(id), 'events', changes],
    queryFn: ({ pageParam, signal }) =>
      api.call('listCaseEvents', {
        params: { case: id },
        query: { cursor: pageParam, limit: CASE_EVENTS_PAGE, changes: changes ? 'yes' : undefined },
        signal,
      }),
  });
}

export function caseRetentionQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'retention'],
    queryFn: ({ signal }) => api.call('getCaseRetention', { params: { case: id }, signal }),
  });
}

/** People and entities of a case, their links, and its own labels. */
export function casePeopleQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'people'],
    queryFn: ({ signal }) => api.call('listCasePeople', { params: { case: id }, signal }),
  });
}

export function caseAuthoritiesQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'authorities'],
    queryFn: ({ signal }) => api.call('listCaseAuthorities', { params: { case: id }, signal }),
  });
}

export function caseSourcesQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'sources'],
    queryFn: ({ signal }) => api.call('listCaseSources', { params: { case: id }, signal }),
  });
}

export function caseRequestsQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'requests'],
    queryFn: ({ signal }) => api.call('listCaseRequests', { params: { case: id }, signal }),
  });
}

/** Packages of a case that were signed for other agencies. */
export function casePackagesQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'packages'],
    queryFn: ({ signal }) => api.call('listCasePackages', { params: { case: id }, signal }),
  });
}

/** Signed records of a closed case. */
export function caseRecordsQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'records'],
    queryFn: ({ signal }) => api.call('listCaseRecords', { params: { case: id }, signal }),
  });
}

/** What was made of a case to be given to others. */
export function caseReportsQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'reports'],
    queryFn: ({ signal }) => api.call('listCaseReports', { params: { case: id }, signal }),
  });
}
