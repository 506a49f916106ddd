import { createHash } from 'node:crypto';
import type { Cell } from '@trailmark/documents/cell';
import { encodeCsvRow } from '@trailmark/documents/csv';
import { streamXlsx } from '@trailmark/documents/xlsx';

/** The rows of an export, page by page, how they are written, and what the file says about itself. */
export interface ExportSource<Row> {
  /** Name of the first sheet of a workbook; `History` unless given. */
  readonly sheet?: string;
  /** Facts for people, in order: query, as-of, coverage. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The same facts for programs. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly pages: () => AsyncIterable<readonly Row[]>;
  readonly columns: readonly string[];
  /** The cells of a row, in the order of `columns`. */
  readonly toCells: (row: Row) => readonly Cell[];
  /** A row as the API writes it. */
  readonly encode: (row: Row) => unknown;
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

function encodeFacts(facts: ExportSource<unknown>['facts']): string {
  return facts.map(([name, value]) => encodeCsvRow([name, value])).join('');
}

/** Facts, column names, rows and a trailer: one CSV record each, a page of them a chunk. */
export async function* streamCsv<Row>({
  facts,
  pages,
  columns,
  toCells,
}: ExportSource<Row>): AsyncGenerator<Uint8Array> {
  const tally = new RowTally();
  yield Buffer.from(encodeFacts(facts) + encodeCsvRow([...columns]));
  for await (const rows of pages()) {
    yield Buffer.from(rows.map((row) => tally.add(toCells(row))).join(''));
  }
  yield Buffer.from(encodeFacts(tally.facts()));
}

/** One JSON object: `about`, `rows` as the API writes them, then `rowCount` and `sha256OfRows`. */
export async function* streamJson<Row>({
  about,
  pages,
  toCells,
  encode,
}: ExportSource<Row>): AsyncGenerator<Uint8Array> {
  const tally = new RowTally();
  yield Buffer.from(`{"about":${JSON.stringify(about)},"rows":[`);
  for await (const rows of pages()) {
    const before = tally.count;
    for (const row of rows) tally.add(toCells(row));
    const text = rows.map((row) => JSON.stringify(encode(row))).join(',\n');
    if (text !== '') yield Buffer.from(before === 0 ? `\n${text}` : `,\n${text}`);
  }
  const [[, rowCount], [, digest]] = tally.facts() as [[string, string], [string, string]];
  yield Buffer.from(`\n],"rowCount":${rowCount},"sha256OfRows":"${digest}"}\n`);
}

async function* rowCells<Row>(
  { pages, columns, toCells }: ExportSource<Row>,
  tally: RowTally,
): AsyncGenerator<readonly Cell[]> {
  yield [...columns];
  for await (const rows of pages()) {
    for (const row of rows) {
      const cells = toCells(row);
      tally.add(cells);
      yield cells;
    }
  }
}

function* factCells(facts: ExportSource<unknown>['facts'], tally: RowTally): Generator<readonly Cell[]> {
  // Read after the rows, whose count and digest it states.
  for (const [name, value] of [...facts, ...tally.facts()]) yield [name, value];
}

/** A workbook with the rows on one sheet and what the file says about itself on the next. */
export function streamWorkbook<Row>(source: ExportSource<Row>): AsyncGenerator<Uint8Array> {
  const tally = new RowTally();
  return streamXlsx([
    { name: source.sheet ?? 'History', rows: rowCells(source, tally) },
    { name: 'About', rows: factCells(source.facts, tally) },
  ]);
}

/** How each format of an export is written. */
export const EXPORT_FORMATS = {
  csv: { mediaType: 'text/csv; charset=utf-8', stream: streamCsv },
  json: { mediaType: 'application/json', stream: streamJson },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', stream: streamWorkbook },
} as const satisfies Record<
  string,
  { mediaType: string; stream: <Row>(source: ExportSource<Row>) => AsyncGenerator<Uint8Array> }
>;

/** The request, as the query of its URL, without the format. */
export function describeExport(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([name, value]) => name !== 'format' && value !== undefined);
  return given.map(([name, value]) => `${name}=${String(value)}`).join('&');
}
