import { findHeader } from '@trailmark/analysis/statement/records/guess-mapping';
import { AppError } from '@trailmark/core/errors';
import { readWorkbook, type Workbook } from '@trailmark/documents/reading/read-workbook';
import { readCsvRecords } from '@trailmark/ingest/prices/csv-records';
import { formatCount } from '../answers/format-count.ts';

/** Rows of one file. */
const MOST_ROWS = 50_000;
const LONGEST_CELL = 500;

interface Row {
  readonly line: number;
  readonly cells: string[];
}

/** A file of records as rows of text. */
export interface RecordTable {
  readonly header: string[];
  readonly headerLine: number;
  readonly rows: readonly Row[];
  /** Sheets of a workbook; empty for CSV. */
  readonly sheets: string[];
  readonly sheet: string;
}

interface RecordFile {
  readonly text?: string | undefined;
  /** Base64. */
  readonly workbook?: string | undefined;
  readonly sheet?: string | undefined;
}

function listRows(records: Iterable<{ readonly line: number; readonly cells: readonly string[] }>): Row[] {
  const rows: Row[] = [];
  for (const { line, cells } of records) {
    if (rows.length > MOST_ROWS)
      throw new AppError(
        'invalid',
        `The file has more than ${formatCount(MOST_ROWS)} rows. Split it by year or by asset.`,
      );
    rows.push({ line, cells: cells.map((cell) => cell.slice(0, LONGEST_CELL)) });
  }
  return rows;
}

/** The requested sheet, or the one with the most rows. */
function chooseSheet(workbook: Workbook, asked: string | undefined): { readonly sheet: string; readonly rows: Row[] } {
  if (asked !== undefined) return { sheet: asked, rows: listRows(workbook.rows(asked)) };
  const all = workbook.sheets.map((sheet) => ({ sheet, rows: listRows(workbook.rows(sheet)) }));
  return all.reduce((most, one) => (one.rows.length > most.rows.length ? one : most));
}

function readFile({ text, workbook: encoded, sheet }: RecordFile) {
  if ((text === undefined) === (encoded === undefined))
    throw new AppError('invalid', 'Send either the text of a CSV file or a workbook.');
  if (encoded === undefined) return { sheets: [], sheet: '', rows: listRows(readCsvRecords(text ?? '')) };
  const workbook = readWorkbook(Buffer.from(encoded, 'base64'));
  return { sheets: [...workbook.sheets], ...chooseSheet(workbook, sheet) };
}

/** Reads a file of records. Throws `invalid` for one that has no table, or too many rows. */
export function readRecordTable(file: RecordFile): RecordTable {
  const { rows: all, ...place } = readFile(file);
  const at = findHeader(all.map(({ cells }) => cells));
  const [head, ...rows] = all.slice(at);
  if (!head || rows.length === 0)
    throw new AppError('invalid', 'The file needs a line of column names and at least one row.');
  return { header: head.cells, headerLine: head.line, rows, ...place };
}
