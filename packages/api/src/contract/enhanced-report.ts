import {
  REPORT_AUDIENCES,
  REPORT_HIDES,
  REPORT_JURISDICTIONS,
  REPORT_QUESTIONS,
  type ReportDocument,
} from '@trailmark/core/report/report-document';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';
import { caseParams, version } from './case.ts';

/** Under what reports are listed in the OpenAPI document. */
export const REPORTS_TAG = 'Enhanced report';
const tag = REPORTS_TAG;
const id = z.uuid();
const reportParams = caseParams.extend({ report: id });
const number = z.coerce.number().int().min(1).max(100_000);
const versionParams = reportParams.extend({ number });
const text = (most: number) => writtenText(most).trim();
const person = { name: text(200), qualifications: text(4_000) };

const reportDraft = z.object({
  title: text(200).min(1),
  instructions: text(8_000),
  questions: z.array(z.object({ kind: z.enum(REPORT_QUESTIONS), text: text(400).min(1) })).max(20),
  items: z.array(id).max(100),
  audience: z.enum(REPORT_AUDIENCES),
  jurisdiction: z.enum(REPORT_JURISDICTIONS),
  /** Whose wording of the declaration: the agency's by default. */
  wording: z.enum(['agency', 'shipped']).optional(),
  language: z.enum(['en', 'de', 'es', 'fr']),
  classification: text(60),
  hides: z.array(z.enum(REPORT_HIDES)).max(REPORT_HIDES.length),
  examiner: z.object(person),
  reviewer: z.object({ ...person, account: z.union([z.uuid(), z.literal('')]) }),
  /** Why the tracing rules of the material were chosen. */
  methodReason: text(4_000).optional(),
  /** Claims are named in square brackets. */
  opinion: text(20_000),
});

const state = z.enum(['review', 'signed', 'returned']);
const reportVersion = z.object({
  number: z.number().int(),
  state,
  coreDigest: hash,
  claims: z.number().int(),
  madeAt: unixSeconds,
  madeBy: z.string(),
  decided: z.object({ at: unixSeconds, by: z.string(), why: z.string() }).nullable(),
  files: z.array(z.object({ name: z.string(), sha256: hash, size: z.number().int() })),
});
export type EnhancedReportVersion = z.output<typeof reportVersion>;

const reportHead = z.object({
  id,
  case: id,
  caseNumber: z.string(),
  caseTitle: z.string(),
  title: z.string(),
  /** State of the last version; null before the first. */
  state: state.nullable(),
  versions: z.number().int(),
  changedAt: unixSeconds,
  changedBy: z.string(),
});
export type EnhancedReportHead = z.output<typeof reportHead>;

const report = reportHead.extend({
  draft: reportDraft,
  /** Counted up with every save; a save names the one it was made from. */
  version,
  list: z.array(reportVersion),
  /** Who may be named as reviewer. */
  colleagues: z.array(z.object({ id, name: z.string() })),
  /** What the reader may do here. */
  rights: z.array(z.string()),
});
export type EnhancedReport = z.output<typeof report>;

const mark = z.enum(['fact', 'inference', 'claim']);
const check = z.object({
  state: z.enum(['passed', 'stops', 'note']),
  sentence: z.string(),
  step: z.string().nullable(),
});
export type ReportCheckRow = z.output<typeof check>;
const claim = z.object({ id: z.string(), mark, sentence: z.string(), rule: z.string() });
export type ReportClaimRow = z.output<typeof claim>;

/** The document is typed by core and written by the server alone. */
const reportDocument = z.custom<ReportDocument>((value) => typeof value === 'object' && value !== null);

const preview = z.object({
  document: reportDocument,
  claims: z.array(claim),
  checks: z.array(check),
  /** Claims that each pinned result brings. */
  perItem: z.array(z.object({ item: id, claims: z.number().int() })),
});
export type ReportPreview = z.output<typeof preview>;

const head = { tag, access: 'allowed' } as const;
const view = { ...head, method: 'GET', audit: 'view', subject: 'case' } as const;
const act = { ...head, method: 'POST', audit: 'act' } as const;
const WORK_MS = 120_000;
const PATH = '/cases/:case/enhanced-reports';

export const listEnhancedReports = defineRoute({
  ...head,
  method: 'GET',
  audit: 'view',
  caseIn: 'query',
  path: '/enhanced-reports',
  summary: 'Enhanced reports of the cases that the reader sees, the last changed first',
  query: z.object({ case: id.optional() }),
  output: z.object({ items: z.array(reportHead) }),
});

export const createEnhancedReport = defineRoute({
  ...act,
  path: PATH,
  summary: 'Begin an enhanced report of a case, with every pinned result that says something',
  params: caseParams,
  body: z.object({ title: text(200).min(1) }),
  output: report,
});

export const getEnhancedReport = defineRoute({
  ...view,
  path: `${PATH}/:report`,
  summary: 'An enhanced report: its draft, its versions and their files',
  params: reportParams,
  output: report,
});

export const saveEnhancedReport = defineRoute({
  ...act,
  path: `${PATH}/:report/draft`,
  summary: 'Save the draft over the version it was made from',
  params: reportParams,
  body: z.object({ version, draft: reportDraft }),
  maxBodyBytes: 2 ** 17,
  output: report,
});

export const previewEnhancedReport = defineRoute({
  ...view,
  path: `${PATH}/:report/preview`,
  summary: 'The report as its saved draft says it, with its claims and what has to be mended before it is signed',
  params: reportParams,
  deadlineMs: WORK_MS,
  output: preview,
});

export const freezeEnhancedReport = defineRoute({
  ...act,
  path: `${PATH}/:report/versions`,
  summary: 'Make a version of the report, signed by its examiner, for review by a second person',
  params: reportParams,
  body: z.object({ version }),
  deadlineMs: WORK_MS,
  output: report,
});

export const getEnhancedReportVersion = defineRoute({
  ...view,
  path: `${PATH}/:report/versions/:number`,
  summary: 'A version as it was frozen, with its claims',
  params: versionParams,
  output: z.object({ document: reportDocument, claims: z.array(claim) }),
});

const change = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  claim: z.string(),
});
export type ReportChange = z.output<typeof change>;

export const compareEnhancedReport = defineRoute({
  ...view,
  path: `${PATH}/:report/versions/:number/changes`,
  summary: 'What differs from another version, or from what the ledger and the labels say today',
  params: versionParams,
  query: z.object({ with: z.union([z.literal('today'), number]) }),
  deadlineMs: WORK_MS,
  output: z.object({ items: z.array(change), same: z.number().int(), asOf: z.array(z.string()) }),
});

export const decideEnhancedReport = defineRoute({
  ...act,
  path: `${PATH}/:report/versions/:number/decision`,
  stepUp: true,
  summary: 'Sign a version as its reviewer, or return it with the reason',
  params: versionParams,
  body: z.object({ decision: z.enum(['sign', 'return']), why: text(1_000).default('') }),
  deadlineMs: WORK_MS,
  output: report,
});

export const exportEnhancedReport = defineRoute({
  ...head,
  method: 'GET',
  audit: 'export',
  subject: 'case',
  path: `${PATH}/:report/versions/:number/files/:file`,
  summary: 'A file of a version: PDF, DOCX, HTML, JSON, CSV, the evidence bundle, or the copy for the other side',
  params: versionParams.extend({
    file: z.enum(['report.pdf', 'report.docx', 'report.html', 'report.json', 'claims.csv', 'bundle.evb', 'copy.evb']),
  }),
  mediaTypes: [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/html',
    'application/json',
    'text/csv',
    'application/zip',
  ],
});

export const enhancedReportRoutes = {
  compareEnhancedReport,
  createEnhancedReport,
  decideEnhancedReport,
  exportEnhancedReport,
  freezeEnhancedReport,
  getEnhancedReport,
  getEnhancedReportVersion,
  listEnhancedReports,
  previewEnhancedReport,
  saveEnhancedReport,
};
