const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A row that runs on over more than this is an unclosed quotation mark, not a row. */
const LONGEST_ROW = 20_000;
const MOST_CELLS = 500;

export interface DelimitedRow {
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it could not be read; its cells are then the text of the line. */
  readonly fault: string | undefined;
}

/** The character that separates the columns of a header line. A comma where none is seen. */
export function detectDelimiter(header: string): string {
  const count = (mark: string): number => header.split(mark).length;
  return DELIMITERS.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

interface Cut {
  readonly cells: string[];
  /** Index after the row's line end. */
  readonly next: number;
}

/** The end of a quoted cell that begins at `start`, and what it says; undefined where it never closes. */
function readQuoted(text: string, start: number, limit: number): { value: string; next: number } | undefined {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0 || quote > limit) return undefined;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, next: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function stripReturn(cell: string): string {
  return cell.endsWith('\r') ? cell.slice(0, -1) : cell;
}

function readPlain(text: string, start: number, end: number, delimiter: string): { value: string; next: number } {
  const cell = text.slice(start, end);
  const mark = cell.indexOf(delimiter);
  return mark < 0 ? { value: cell, next: end } : { value: cell.slice(0, mark), next: start + mark };
}

/** A row with quoted cells (RFC 4180), which may hold delimiters and line ends. */
function cutQuoted(text: string, start: number, delimiter: string): Cut | undefined {
  const limit = start + LONGEST_ROW;
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const end = lineEnd(text, at);
    const cell = text[at] === '"' ? readQuoted(text, at, limit) : readPlain(text, at, end, delimiter);
    if (!cell || cells.length >= MOST_CELLS) return undefined;
    cells.push(stripReturn(cell.value));
    at = text[cell.next] === '\r' ? cell.next + 1 : cell.next;
    if (at >= text.length) return { cells, next: text.length };
    if (text[at] === '\n') return { cells, next: at + 1 };
    if (text[at] !== delimiter) return undefined;
    at += 1;
  }
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** A line without quotation marks, cut; undefined for one that is too long to be a row. */
function cutPlain(text: string, start: number, end: number, delimiter: string): Cut | undefined {
  if (end - start > LONGEST_ROW) return undefined;
  return { cells: stripReturn(text.slice(start, end)).split(delimiter, MOST_CELLS), next: end + 1 };
}

function cutRow(text: string, start: number, isQuoted: boolean, delimiter: string): Cut | undefined {
  return isQuoted ? cutQuoted(text, start, delimiter) : cutPlain(text, start, lineEnd(text, start), delimiter);
}

function toRow(text: string, start: number, line: number, isQuoted: boolean, cut: Cut | undefined): DelimitedRow {
  if (cut) return { line, cells: cut.cells, fault: undefined };
  const fault = isQuoted ? 'a quotation mark is not closed or stands in the wrong place' : 'the row is too long';
  return { line, cells: [text.slice(start, Math.min(lineEnd(text, start), start + 200))], fault };
}

function isEmpty({ cells, fault }: DelimitedRow): boolean {
  return fault === undefined && cells.length === 1 && cells[0]?.trim() === '';
}

/**
 * Rows of delimited text one at a time (RFC 4180: quoted cells, doubled quotation marks, line ends inside them; CR LF
 * or LF). Empty lines are left out. A row that cannot be read has a fault, and reading continues at the next line.
 */
export function* readDelimited(text: string, delimiter: string): Generator<DelimitedRow> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  let mark = text.indexOf('"');
  while (at < text.length) {
    const end = lineEnd(text, at);
    // Looked for once and then passed: searching again on every line would read the rest of the file each time.
    if (mark >= 0 && mark < at) mark = text.indexOf('"', at);
    const isQuoted = mark >= 0 && mark < end;
    const cut = cutRow(text, at, isQuoted, delimiter);
    const row = toRow(text, at, line, isQuoted, cut);
    if (!isEmpty(row)) yield row;
    const next = cut?.next ?? end + 1;
    line += isQuoted && cut ? countLines(text, at, next) : 1;
    at = next;
  }
}

export interface Table {
  readonly columns: readonly string[];
  /** Rows after the header, as read one by one. */
  readonly rows: Iterable<DelimitedRow>;
}

/** Columns of the first row and the rows after it. The delimiter is found from the first line where none is given. */
export function openTable(text: string, delimiter?: string): Table {
  const mark = delimiter ?? detectDelimiter(text.slice(0, lineEnd(text, 0)));
  const rows = readDelimited(text, mark);
  const first = rows.next();
  const columns = first.done === true ? [] : first.value.cells.map((cell) => cell.trim());
  return { columns, rows };
}
