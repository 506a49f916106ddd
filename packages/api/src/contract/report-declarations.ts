import { REPORT_JURISDICTIONS } from '@trailmark/core/report/report-document';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';

const tag = 'Declarations of reports';
const PATH = '/report-declarations';
const text = (most: number) => writtenText(most).trim().min(1);

const wording = z.object({ title: text(200), paragraphs: z.array(text(3_000)).min(1).max(12) });
const jurisdiction = z.enum(REPORT_JURISDICTIONS);
/** Words that stayed, that the version took away, and that it added. */
const run = z.object({ kind: z.enum(['same', 'gone', 'new']), text: z.string() });
export type WordingRun = z.output<typeof run>;

const declarationVersion = z.object({
  number: z.number().int(),
  /** False: a return to the wording the software comes with. */
  isOwn: z.boolean(),
  sha256: hash,
  savedAt: unixSeconds,
  savedBy: z.string(),
  note: z.string(),
  /** Against the wording the software comes with: title first, then the paragraphs. */
  difference: z.array(z.array(run)),
});

const declaration = z.object({
  jurisdiction,
  /** What the software comes with. */
  shipped: wording,
  /** What a report uses unless it asks for the wording of the software. */
  inForce: wording,
  /** Number of the last version; 0 without one. */
  version: z.number().int(),
  isOwn: z.boolean(),
  /** Newest first. */
  versions: z.array(declarationVersion),
});
export type ReportDeclaration = z.output<typeof declaration>;

export const listReportDeclarations = defineRoute({
  method: 'GET',
  path: PATH,
  tag,
  summary: 'The wording of the declarations of reports, as the agency has it and as the software comes with it',
  access: 'allowed',
  audit: 'view',
  output: z.object({
    /** What a wording may name in braces, and what a report prints there. */
    placeholders: z.array(z.object({ name: z.string(), about: z.string() })),
    items: z.array(declaration),
  }),
});
export type ReportDeclarations = z.output<typeof listReportDeclarations.output>;

export const saveReportDeclaration = defineRoute({
  method: 'POST',
  path: `${PATH}/:jurisdiction`,
  tag,
  summary: 'Save the next version of the wording of a declaration; null for the wording the software comes with',
  access: 'admin',
  audit: 'act',
  params: z.object({ jurisdiction }),
  body: z.object({
    /** The version it was made from. */
    version: z.number().int().min(0).max(1_000_000),
    wording: wording.nullable(),
    note: writtenText(1_000).trim().min(3),
  }),
  maxBodyBytes: 2 ** 17,
  output: declaration,
});

export const reportDeclarationRoutes = { listReportDeclarations, saveReportDeclaration };
