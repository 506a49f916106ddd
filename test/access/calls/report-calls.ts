import type { Ids } from '../planted.ts';

const report =
  (
    more: {
      readonly params?: object;
      readonly query?: Readonly<Record<string, unknown>>;
      readonly body?: unknown;
    } = {},
  ) =>
  (ids: Ids) => ({ ...more, params: { case: ids.case, report: ids.caseReport, ...more.params } });

const DRAFT = {
  ...{
    title: 'Report',
    instructions: '',
    questions: [],
    items: [],
    audience: 'court',
    jurisdiction: 'none',
    language: 'en',
  },
  ...{ classification: '', hides: [], opinion: '', examiner: { name: '', qualifications: '' } },
  reviewer: { account: '', name: '', qualifications: '' },
};

/** Calls of enhanced reports. */
export const REPORTS = {
  listEnhancedReports: () => ({ query: {} }),
  createEnhancedReport: (ids: Ids) => ({ params: { case: ids.case }, body: { title: 'Report' } }),
  getEnhancedReport: report(),
  saveEnhancedReport: report({ body: { version: 1, draft: DRAFT } }),
  previewEnhancedReport: report(),
  freezeEnhancedReport: report({ body: { version: 1 } }),
  getEnhancedReportVersion: report({ params: { number: 1 } }),
  compareEnhancedReport: report({ params: { number: 1 }, query: { with: 'today' } }),
  decideEnhancedReport: report({ params: { number: 1 }, body: { decision: 'return', why: 'A figure is missing' } }),
  exportEnhancedReport: report({ params: { number: 1, file: 'report.pdf' } }),
  listReportDeclarations: () => ({}),
  saveReportDeclaration: () => ({
    params: { jurisdiction: 'uk' },
    body: { version: 0, wording: { title: 'Declaration', paragraphs: ['Mine alone.'] }, note: 'As counsel has it' },
  }),
} as const;
