import type { Cell } from './cell.ts';
import { rememberShort } from './remember-short.ts';
import { streamZip, type ZipEntry } from './zip-stream.ts';

/** Rows a sheet of the format can hold. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Characters a cell of the format can hold. */
const MAX_CELL_CHARACTERS = 32_767;
/** Spreadsheets keep 15 significant digits; longer numbers are written as text so that no digit is lost. */
const MAX_DIGITS = 15;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * A formula of our own making, never text of a stranger's, without the leading `=`. `value` is what it gives, so that readers
 * that do not calculate show the same.
 */
export interface FormulaCell {
  readonly formula: string;
  readonly value: bigint | string | { readonly number: string };
}

export type SheetCell = Cell | FormulaCell;

export interface XlsxSheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  readonly name: string;
  readonly rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>;
  /** Characters that each column is wide; left out: the program that opens it decides. The first row then stays in view. */
  readonly widths?: readonly number[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Nothing to escape: most cells of large sheets. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

/** Text of XML 1.0: characters the standard forbids become U+FFFD. */
function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  const allowed = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return allowed.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function textCell(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_CELL_CHARACTERS))}</t></is></c>`;
}

function formulaCell({ formula, value }: FormulaCell): string {
  const type = typeof value === 'string' ? ' t="str"' : '';
  const shown = typeof value === 'object' ? value.number : String(value);
  return `<c${type}><f>${escapeXml(formula)}</f><v>${escapeXml(shown)}</v></c>`;
}

/** Without zeros before them. */
function countDigits(number: string): number {
  return number.replace(/^-?0*\.?0*/, '').replace('.', '').length;
}

const wordCell = rememberShort(textCell);

/** Text cells are typed as text, so whatever they hold is never a formula. */
function encodeCell(cell: SheetCell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return wordCell(cell);
  if ('formula' in cell) return formulaCell(cell);
  const isNumber =
    /^-?\d+(\.\d+)?$/.test(cell.number) && (cell.number.length <= MAX_DIGITS || countDigits(cell.number) <= MAX_DIGITS);
  return isNumber ? `<c><v>${cell.number}</v></c>` : textCell(cell.number);
}

/** Cells of the row that is written: joined at once, which makes one text where putting them together makes one for each. */
const parts: string[] = [];

function encodeRow(cells: readonly SheetCell[]): string {
  parts.length = cells.length;
  for (let i = 0; i < cells.length; i++) parts[i] = encodeCell(cells[i] ?? null);
  return `<row>${parts.join('')}</row>`;
}

/** The view and the columns of a sheet whose widths are given. */
function layoutXml(widths: readonly number[] = []): string {
  if (widths.length === 0) return '';
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  return `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols>`;
}

async function* sheetXml(rows: AsyncIterable<string>, widths?: readonly number[]): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}">${layoutXml(widths)}<sheetData>`;
  yield* rows;
  yield '</sheetData></worksheet>';
}

/** Characters that are passed on at once: longer texts are kept apart by the collector of garbage, and live longer. */
const CHUNK = 16_384;

/** Deals one run of rows out to as many sheets as it fills. */
class RowFeed {
  readonly #rows: AsyncIterator<readonly SheetCell[]>;
  #next: IteratorResult<readonly SheetCell[]> | undefined;

  constructor(rows: XlsxSheet['rows']) {
    this.#rows = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : toAsync(rows);
  }

  async hasMore(): Promise<boolean> {
    this.#next ??= await this.#rows.next();
    return this.#next.done !== true;
  }

  /** Many rows at a time: passing on each separately costs more than writing it. */
  async *take(limit: number): AsyncGenerator<string> {
    let text = '';
    for (let count = 0; count < limit && (await this.hasMore()); count++) {
      const cells: readonly SheetCell[] = this.#next?.value ?? [];
      this.#next = undefined;
      text += encodeRow(cells);
      if (text.length < CHUNK) continue;
      yield text;
      text = '';
    }
    yield text;
  }
}

async function* toAsync<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="r${i + 1}"/>`);
  // Programs that open it recalculate its formulas instead of trusting the stored values.
  const calculation = '<calcPr calcId="0" fullCalcOnLoad="1"/>';
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.join('')}</sheets>${calculation}</workbook>`;
}

function workbookLinksXml(names: readonly string[]): string {
  const links = names.map(
    (_, i) => `<Relationship Id="r${i + 1}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`;
}

function rootLinksXml(): string {
  const link = `<Relationship Id="r1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/>`;
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${link}</Relationships>`;
}

function contentTypesXml(names: readonly string[]): string {
  const base = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const part = (path: string, type: string) => `<Override PartName="${path}" ContentType="${base}.${type}+xml"/>`;
  const sheets = names.map((_, i) => part(`/xl/worksheets/sheet${i + 1}.xml`, 'worksheet'));
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>';
  const body = defaults + part('/xl/workbook.xml', 'sheet.main') + sheets.join('');
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${body}</Types>`;
}

async function* workbookEntries(sheets: readonly XlsxSheet[], maxRows: number): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const sheet of sheets) {
    const feed = new RowFeed(sheet.rows);
    let part = 0;
    do {
      part++;
      names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, chunks: sheetXml(feed.take(maxRows), sheet.widths) };
    } while (await feed.hasMore());
  }
  yield { name: 'xl/workbook.xml', chunks: [workbookXml(names)] };
  yield { name: 'xl/_rels/workbook.xml.rels', chunks: [workbookLinksXml(names)] };
  yield { name: '_rels/.rels', chunks: [rootLinksXml()] };
  yield { name: '[Content_Types].xml', chunks: [contentTypesXml(names)] };
}

/**
 * A workbook (ECMA-376) as it is read, row by row: typed text and number cells and formulas of our own, no link or macro. Sheets are
 * read in order; one with more rows than a sheet holds continues in the next.
 */
export function streamXlsx(
  sheets: readonly XlsxSheet[],
  options: { readonly maxSheetRows?: number } = {},
): AsyncGenerator<Uint8Array> {
  return streamZip(workbookEntries(sheets, options.maxSheetRows ?? MAX_SHEET_ROWS));
}
