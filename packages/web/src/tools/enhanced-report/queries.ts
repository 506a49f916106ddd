import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const REPORTS_KEY = ['enhanced-reports'] as const;

export interface ReportParams {
  readonly case: string;
  readonly report: string;
}

export function reportsQuery() {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'list'],
    queryFn: ({ signal }) => api.call('listEnhancedReports', { query: {}, signal }),
  });
}

export function reportQuery(params: ReportParams) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'one', params.report],
    queryFn: ({ signal }) => api.call('getEnhancedReport', { params: { ...params }, signal }),
  });
}

/** The report as the draft of that version says it: another version is another preview. */
export function previewQuery(params: ReportParams, version: number) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'preview', params.report, version],
    queryFn: ({ signal }) => api.call('previewEnhancedReport', { params: { ...params }, signal }),
    staleTime: 5 * 60_000,
  });
}

export function changesQuery(params: ReportParams, number: number, other: number | 'today') {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'changes', params.report, number, other],
    queryFn: ({ signal }) =>
      api.call('compareEnhancedReport', { params: { ...params, number }, query: { with: other }, signal }),
    staleTime: 60_000,
  });
}

export function caseItemsQuery(caseId: string) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'items', caseId],
    queryFn: ({ signal }) => api.call('listCaseItems', { params: { case: caseId }, query: { limit: 200 }, signal }),
  });
}

export function declarationsQuery() {
  return queryOptions({
    queryKey: ['report-declarations'],
    queryFn: ({ signal }) => api.call('listReportDeclarations', { signal }),
  });
}

/** Where a file of a version is fetched from. */
export function reportFileUrl({ case: of, report }: ReportParams, number: number, file: string): string {
  return `/api/v1/cases/${encodeURIComponent(of)}/enhanced-reports/${encodeURIComponent(report)}/versions/${number}/files/${file}`;
}
