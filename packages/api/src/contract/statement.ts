import { LINE_TYPES } from '@trailmark/core/statement/statement';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { statementAnswer, statementLine, statementRate, statementRequest } from './statement-wire.ts';

const tag = 'Wallet statement';
/** A long history is read from its beginning. */
const STATEMENT_DEADLINE_MS = 120_000;
const MOST_LINES = 500;

export type StatementAnswer = z.output<typeof statementAnswer>;
export type StatementLineAnswer = z.output<typeof statementLine>;

export const runStatement = defineRoute({
  method: 'POST',
  path: '/statements',
  tag,
  summary: 'Statement of a set of addresses over a period',
  description:
    'Opening and closing balance of each asset, exact in the smallest unit, totals, lots by every method, and what is incomplete. The lines are asked page by page with the same request.',
  access: 'allowed',
  audit: 'look-up',
  body: statementRequest,
  output: statementAnswer,
  deadlineMs: STATEMENT_DEADLINE_MS,
});

export const listStatementLines = defineRoute({
  method: 'POST',
  path: '/statements/lines',
  tag,
  summary: 'Lines of a statement, in order',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    request: statementRequest,
    offset: z.number().int().min(0).max(10_000_000).default(0),
    limit: z.number().int().min(1).max(MOST_LINES).default(100),
    /** Only lines that move this asset. */
    asset: z.string().max(120).optional(),
    types: z.array(z.enum(LINE_TYPES)).max(LINE_TYPES.length).optional(),
    direction: z.enum(['in', 'out']).optional(),
    /** Part of an address, of a label or of a transaction id. */
    words: z.string().trim().max(200).optional(),
    /** Only lines with an amount that has no price. */
    unpriced: z.boolean().optional(),
  }),
  output: z.object({
    lines: z.array(statementLine),
    total: z.number().int(),
    /** Behind the values of these lines. */
    rates: z.array(statementRate),
  }),
  deadlineMs: STATEMENT_DEADLINE_MS,
});

export const STATEMENT_FILE_FORMATS = ['csv', 'json', 'koinly', 'koinly-simple', 'pdf', 'xlsx'] as const;
export type StatementFileFormat = (typeof STATEMENT_FILE_FORMATS)[number];

export const exportStatement = defineRoute({
  method: 'POST',
  path: '/statements/files/:format',
  tag,
  summary: 'A statement as a file: CSV, Koinly CSV, JSON without loss, workbook, or tagged archival PDF',
  description:
    'The same request over the same ledger, labels and prices gives the same bytes. Every file says what it rests on and how to make it again; PDF and workbook state the SHA-256 of the JSON file.',
  access: 'allowed',
  audit: 'export',
  caseIn: 'body',
  params: z.object({ format: z.enum(STATEMENT_FILE_FORMATS) }),
  body: z.object({
    request: statementRequest,
    /** Language of the words below the English heads of a PDF; left out: English only. */
    second: z.enum(['de', 'es', 'fr']).optional(),
    /** Whose number and title the cover shows. */
    case: z.uuid().optional(),
  }),
  mediaTypes: [
    'text/csv',
    'application/json',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  deadlineMs: STATEMENT_DEADLINE_MS,
});

export const statementRoutes = { runStatement, listStatementLines, exportStatement };
