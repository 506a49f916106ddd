import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AgencyStatement } from '@trailmark/api/contract/agency-statement';
import type { AgencyLabel, scamReportRoutes } from '@trailmark/api/contract/scam-report';
import type { CallInput } from '@trailmark/api/route-call';
import { api } from './api.ts';
import { stringifySearch } from './search-params.ts';
import { PATHS } from './url.ts';

export const SCAMS_KEY = ['scams'] as const;
/** The public pages: the form of an agency, and what became of a report. */
export const REPORT_PATH = '/report-scam';

export type ScamListQuery = NonNullable<CallInput<(typeof scamReportRoutes)['listScamReports']>['query']>;

export function scamListQuery(query: ScamListQuery) {
  return queryOptions({
    queryKey: [...SCAMS_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('listScamReports', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function scamReportQuery(report: string) {
  return queryOptions({
    queryKey: [...SCAMS_KEY, 'report', report],
    queryFn: ({ signal }) => api.call('getScamReport', { params: { report }, signal }),
  });
}

export function agencyLabelsQuery() {
  return queryOptions({
    queryKey: [...SCAMS_KEY, 'labels'],
    queryFn: ({ signal }) => api.call('listAgencyLabels', { query: {}, signal }),
  });
}

export function scamIntakeQuery() {
  return queryOptions({
    queryKey: [...SCAMS_KEY, 'intake'],
    queryFn: ({ signal }) => api.call('getOwnScamIntake', { signal }),
  });
}

/** What reviewers of the agency state of one address. */
export function agencyStatementsQuery(chain: AgencyLabel['chain'], address: string) {
  return queryOptions({
    queryKey: [...SCAMS_KEY, 'labels', chain, address],
    queryFn: ({ signal }) => api.call('listAgencyLabels', { query: { chain, address }, signal }),
    select: ({ items }): AgencyStatement[] =>
      items.flatMap(({ state, madeBy: by, madeAt: at, ...rest }) =>
        state === 'withdrawn' ? [] : [{ ...rest, state, by, at }],
      ),
  });
}

/** The queue, or one report of it. */
export function scamUrl(search: object = {}): string {
  return `${PATHS.scamSubmission}${stringifySearch(search)}`;
}

export function newScamReportUrl(): string {
  return `${PATHS.scamSubmission}/new`;
}

/** What became of a report. The code is behind the hash: no server and no log ever gets it from the address. */
export function scamStatusUrl(reference: string, secret: string): string {
  return `${REPORT_PATH}/status#${reference}.${secret}`;
}
