import { createHash } from 'node:crypto';
import type { HistoryRow } from '@trailmark/api/contract/address';
import { historyRow } from '@trailmark/api/contract/address';
import { compileEncoder } from '@trailmark/api/encoder';
import type { Cell } from '@trailmark/documents/cell';
import { encodeCsvRow } from '@trailmark/documents/csv';
import { streamXlsx } from '@trailmark/documents/xlsx';
import { EXPORT_COLUMNS, toExportCells } from './export-columns.ts';

/** The rows of an export, page by page, and what the file says about itself. */
export interface ExportSource {
  /** Facts for people, in order: query, as-of, coverage. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The same facts for programs. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly pages: () => AsyncIterable<readonly HistoryRow[]>;
  readonly decimals: number;
}

/** Counts rows and hashes them as RFC 4180 records, so that every format of the same rows states the same digest. */
class RowTally {
  readonly #hash = createHash('sha256');
  count = 0;

  /** The record of the row. */
  add(cells: readonly Cell[]): string {
    const record = encodeCsvRow(cells);
    this.#hash.update(record);
    this.count++;
    return record;
  }

  /** Call once, after the last row. */
  facts(): readonly (readonly [string, string])[] {
    return [
      ['rows', String(this.count)],
      ['sha256_of_rows', this.#hash.digest('hex')],
    ];
  }
}

function encodeFacts(facts: ExportSource['facts']): string {
  return facts.map(([name, value]) => encodeCsvRow([name, value])).join('');
}

/** Facts, column names, rows and a trailer: one CSV record each, a page of them a chunk. */
export async function* streamCsv({ facts, pages, decimals }: ExportSource): AsyncGenerator<Uint8Array> {
  const tally = new RowTally();
  yield Buffer.from(encodeFacts(facts) + encodeCsvRow([...EXPORT_COLUMNS]));
  for await (const rows of pages()) {
    yield Buffer.from(rows.map((row) => tally.add(toExportCells(row, decimals))).join(''));
  }
  yield Buffer.from(encodeFacts(tally.facts()));
}

/** One JSON object: `about`, `rows` as the API writes them, then `rowCount` and `sha256OfRows`. */
export async function* streamJson({ about, pages, decimals }: ExportSource): AsyncGenerator<Uint8Array> {
  const encode = compileEncoder(historyRow);
  const tally = new RowTally();
  yield Buffer.from(`{"about":${JSON.stringify(about)},"rows":[`);
  for await (const rows of pages()) {
    const before = tally.count;
    for (const row of rows) tally.add(toExportCells(row, decimals));
    const text = rows.map((row) => JSON.stringify(encode(row))).join(',\n');
    if (text !== '') yield Buffer.from(before === 0 ? `\n${text}` : `,\n${text}`);
  }
  const [[, rowCount], [, digest]] = tally.facts() as [[string, string], [string, string]];
  yield Buffer.from(`\n],"rowCount":${rowCount},"sha256OfRows":"${digest}"}\n`);
}

async function* historyCells({ pages, decimals }: ExportSource, tally: RowTally): AsyncGenerator<readonly Cell[]> {
  yield [...EXPORT_COLUMNS];
  for await (const rows of pages()) {
    for (const row of rows) {
      const cells = toExportCells(row, decimals);
      tally.add(cells);
      yield cells;
    }
  }
}

function* factCells(facts: ExportSource['facts'], tally: RowTally): Generator<readonly Cell[]> {
  // Read after the rows, whose count and digest it states.
  for (const [name, value] of [...facts, ...tally.facts()]) yield [name, value];
}

/** A workbook with the rows on one sheet and what the file says about itself on the next. */
export function streamWorkbook(source: ExportSource): AsyncGenerator<Uint8Array> {
  const tally = new RowTally();
  return streamXlsx([
    { name: 'History', rows: historyCells(source, tally) },
    { name: 'About', rows: factCells(source.facts, tally) },
  ]);
}
