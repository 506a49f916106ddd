import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const DECONFLICTION_KEY = ['deconfliction'] as const;
const KINDS = ['list-change', 'scam-report'] as const;

/** Alerts of changed lists and verified reports, the newest first: those that touch what the reader’s cases name. */
export function touchingAlertsQuery() {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'alerts'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        KINDS.map((kind) => api.call('listAlerts', { query: { view: 'all', kind, limit: 100 }, signal })),
      );
      return pages.flatMap(({ items }) => items).sort((a, b) => b.raisedAt - a.raisedAt);
    },
  });
}

export function alertQuery(alert: string) {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'alert', alert],
    queryFn: ({ signal }) => api.call('getAlert', { params: { alert }, signal }),
  });
}

export function listsQuery() {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'lists'],
    queryFn: ({ signal }) => api.call('listWatchedLists', { signal }),
  });
}

export function differenceQuery(pack: string, from: string, to: string) {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'difference', pack, from, to],
    queryFn: ({ signal }) => api.call('compareListCopies', { params: { pack }, query: { from, to }, signal }),
  });
}

export function interestsQuery() {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'interests'],
    queryFn: ({ signal }) => api.call('listInterests', { signal }),
  });
}

const WAITING_MS = 4_000;

export function interestQuery(interest: string) {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'interest', interest],
    queryFn: ({ signal }) => api.call('getInterest', { params: { interest }, signal }),
    // Partners answer within seconds of a filing.
    refetchInterval: ({ state }) =>
      state.data?.checks.some(({ state: of, isByFile }) => of === 'waiting' && !isByFile) ? WAITING_MS : false,
  });
}

export function partnersQuery() {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'partners'],
    queryFn: ({ signal }) => api.call('listPartners', { signal }),
  });
}

export function partnerLogQuery(partner: string) {
  return queryOptions({
    queryKey: [...DECONFLICTION_KEY, 'partner-log', partner],
    queryFn: ({ signal }) => api.call('listPartnerLog', { params: { partner }, signal }),
  });
}
