import type { StatementFileFormat } from '@trailmark/api/contract/statement';
import { streamKoinlyCsv } from '@trailmark/documents/statement/koinly-csv';
import { streamStatementPdf } from '@trailmark/documents/statement/pdf/statement-pdf';
import type { SecondLanguage } from '@trailmark/documents/statement/pdf/words';
import { streamStatementCsv } from '@trailmark/documents/statement/statement-csv';
import type { StatementDocument } from '@trailmark/documents/statement/statement-document';
import { streamStatementJson } from '@trailmark/documents/statement/statement-json';
import { streamStatementXlsx } from '@trailmark/documents/statement/statement-xlsx';

export interface StatementFileOptions {
  /** Language of the words below the English heads of a PDF. */
  readonly second: SecondLanguage | undefined;
}

interface StatementFile {
  readonly extension: string;
  readonly mediaType: string;
  readonly stream: (document: StatementDocument, options: StatementFileOptions) => AsyncGenerator<Uint8Array>;
}

const CSV = 'text/csv; charset=utf-8';

/** How each format of a statement is written. */
export const STATEMENT_FILES: Readonly<Record<StatementFileFormat, StatementFile>> = {
  json: { extension: 'json', mediaType: 'application/json', stream: streamStatementJson },
  csv: { extension: 'csv', mediaType: CSV, stream: streamStatementCsv },
  koinly: { extension: 'koinly.csv', mediaType: CSV, stream: streamKoinlyCsv },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: streamStatementXlsx,
  },
  pdf: { extension: 'pdf', mediaType: 'application/pdf', stream: streamStatementPdf },
};
