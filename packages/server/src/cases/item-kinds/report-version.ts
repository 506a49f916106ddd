import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** A version of an enhanced report: what it says, with its claims. Its files are with the version. */
export const reportVersionItem = defineItemKind({
  id: 'report-version',
  name: 'Report',
  tab: 'evidence',
  route: 'getEnhancedReportVersion',
  describe: ({ params: { number = '' } }, answer) => ({
    title: `${textAt(answer, 'document.title')}, version ${number}`.slice(0, 300),
    identifiers: [],
    method: 'report/1',
  }),
  page: ({ params }) => pagePath('enhanced-report', params.case, params.report),
});
