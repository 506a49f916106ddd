import { createHandlerCaller } from '../../http/call-handler.ts';
import type { Handlers } from '../../http/mount.ts';
import type { RequestScope } from '../../http/request-scope.ts';
import { toFile } from '../../http/text-file.ts';
import { readDeclarations, saveDeclaration } from '../../reports/declarations/agency-declarations.ts';
import {
  compareReport,
  createReport,
  decideReport,
  freezeReport,
  previewReport,
  readReport,
  readReports,
  readReportVersion,
  saveReport,
} from '../../reports/enhanced-reports.ts';
import type { ReportAsker, ReportDeps } from '../../reports/report-asker.ts';
import { exportReportFile } from '../../reports/report-files.ts';

type ReportHandlers = Pick<
  Handlers,
  | keyof typeof import('@trailmark/api/contract/enhanced-report').enhancedReportRoutes
  | keyof typeof import('@trailmark/api/contract/report-declarations').reportDeclarationRoutes
>;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'report.pdf': 'application/pdf',
  'report.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'report.html': 'text/html; charset=utf-8',
  'report.json': 'application/json',
  'claims.csv': 'text/csv; charset=utf-8',
  'bundle.evb': 'application/zip',
  'copy.evb': 'application/zip',
};

/** Enhanced reports of cases: drafts, versions, review, files. */
export function createReportHandlers(deps: ReportDeps, tools: Partial<Handlers>): ReportHandlers {
  const { casework } = deps;
  const askerOf = (scope: RequestScope): ReportAsker => ({
    deps,
    caller: scope.caller,
    ask: createHandlerCaller(tools, scope),
    read: scope.read,
  });
  return {
    listEnhancedReports: ({ query }, { caller }) => readReports(casework, caller, query.case),
    createEnhancedReport: ({ params, body }, { caller }) => createReport(casework, caller, params.case, body.title),
    getEnhancedReport: ({ params }, { caller }) => readReport(casework, caller, params),
    saveEnhancedReport: ({ params, body }, { caller }) => saveReport(casework, caller, params, body),
    previewEnhancedReport: ({ params }, scope) => previewReport(askerOf(scope), params),
    freezeEnhancedReport: ({ params, body }, scope) => freezeReport(askerOf(scope), params, body.version),
    getEnhancedReportVersion: ({ params }, { caller }) => readReportVersion(casework, caller, params),
    compareEnhancedReport: ({ params, query }, scope) => compareReport(askerOf(scope), params, query.with),
    decideEnhancedReport: ({ params, body }, { caller }) => decideReport(casework, caller, params, body),
    listReportDeclarations: (_, { caller }) => readDeclarations(casework, caller),
    saveReportDeclaration: ({ params, body }, { caller }) =>
      saveDeclaration(casework, caller, params.jurisdiction, body),
    exportEnhancedReport: async ({ params }, { caller }) => {
      const bytes = await exportReportFile(casework, caller, params, params.file);
      return toFile(
        params.file.replace('.', `-v${params.number}.`),
        MEDIA_TYPES[params.file] ?? 'application/octet-stream',
        bytes,
      );
    },
  };
}
