import type { StatementFileFormat } from '@trailmark/api/contract/statement';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { StatementRequest } from '@trailmark/core/statement/statement';
import { streamKoinlyCsv, streamKoinlySimpleCsv } from '@trailmark/documents/statement/koinly-csv';
import { streamStatementPdf } from '@trailmark/documents/statement/pdf/statement-pdf';
import type { SecondLanguage } from '@trailmark/documents/statement/pdf/words';
import { streamStatementCsv } from '@trailmark/documents/statement/statement-csv';
import type { StatementDocument } from '@trailmark/documents/statement/statement-document';
import { streamStatementJson } from '@trailmark/documents/statement/statement-json';
import type { StatementRows } from '@trailmark/documents/statement/statement-rows';
import { streamStatementXlsx } from '@trailmark/documents/statement/statement-xlsx';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { KeptStatements } from './kept-statements.ts';
import type { StatementLetterhead } from './letterhead.ts';
import { readStatementRows } from './read-statement-rows.ts';
import { toStatementDocument } from './statement-document.ts';

type SecondOption = { readonly second: SecondLanguage | undefined };

interface FileKind {
  readonly extension: string;
  readonly mediaType: string;
  /** Of files that need sums before their lines; absent where `ofRows` writes them. */
  readonly ofDocument?: (document: StatementDocument, options: SecondOption) => AsyncGenerator<Uint8Array>;
  /** Of files of lines alone, which are written while the ledger is read once. */
  readonly ofRows?: (rows: StatementRows) => AsyncGenerator<Uint8Array>;
}

const CSV = 'text/csv; charset=utf-8';

/** How each format of a statement is written. */
export const STATEMENT_FILES = {
  json: { extension: 'json', mediaType: 'application/json', ofDocument: streamStatementJson },
  csv: { extension: 'csv', mediaType: CSV, ofRows: streamStatementCsv },
  koinly: { extension: 'koinly.csv', mediaType: CSV, ofRows: streamKoinlyCsv },
  'koinly-simple': { extension: 'koinly-simple.csv', mediaType: CSV, ofRows: streamKoinlySimpleCsv },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ofDocument: streamStatementXlsx,
  },
  pdf: { extension: 'pdf', mediaType: 'application/pdf', ofDocument: streamStatementPdf },
} as const satisfies Readonly<Record<StatementFileFormat, FileKind>>;

export interface StatementFileAsk {
  readonly request: StatementRequest;
  readonly format: StatementFileFormat;
  /** Language of the words below the English heads of a PDF. */
  readonly second: SecondLanguage | undefined;
  readonly letterhead: StatementLetterhead;
}

interface FileReads {
  /** Of the work before the first byte. */
  readonly read: ReadOptions;
  /** Of reading lines while the file is taken. */
  readonly writing: ReadOptions;
}

export interface StatementFile {
  readonly name: string;
  readonly mediaType: string;
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** Opens a statement as a file: the same bytes for the same request over the same ledger, labels and prices. */
export async function openStatementFile(
  deps: TraceDeps,
  statements: KeptStatements,
  { request, format, second, letterhead }: StatementFileAsk,
  { read, writing }: FileReads,
): Promise<StatementFile> {
  const { extension, mediaType, ofRows, ofDocument }: FileKind = STATEMENT_FILES[format];
  const named = (hash: string) => `wallet-statement-${hash.slice(0, 12)}.${extension}`;
  if (ofRows) {
    const opened = await statements.open(request, writing);
    const rows = await readStatementRows(deps, opened, letterhead);
    return { name: named(opened.key), mediaType, chunks: ofRows(rows) };
  }
  const found = await statements.get(request, read);
  const document = toStatementDocument(deps, found, letterhead, writing);
  if (!ofDocument) throw new AppError('internal', `Nothing writes files of the format ${format}.`);
  return { name: named(found.answer.hash), mediaType, chunks: ofDocument(document, { second }) };
}
