import { AppError } from '@trailmark/core/errors';

/** One record of a CSV text with the line it begins on, counted from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t'] as const;
const LONGEST_RECORD = 100_000;

function chooseSeparator(firstLine: string): string {
  const counts = SEPARATORS.map((separator) => firstLine.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Records of a CSV text (RFC 4180; separated by comma, semicolon or tab as its first line is). Empty lines are passed over.
 * Throws `invalid` where a quoted field does not end.
 */
export function* readCsvRecords(text: string): Generator<CsvRecord> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const separator = chooseSeparator(source.slice(0, source.search(/\r|\n|$/)));
  const lines = source.split(/\r\n|\n|\r/);
  let i = 0;
  while (i < lines.length) {
    const line = i + 1;
    let record = lines[i++] ?? '';
    while (isOpen(record)) {
      if (i >= lines.length || record.length > LONGEST_RECORD)
        throw new AppError('invalid', `The quoted field that begins on line ${line} does not end.`);
      record += `\n${lines[i++] ?? ''}`;
    }
    if (record.trim() !== '') yield { line, cells: splitRecord(record, separator) };
  }
}

/** An odd number of quotes: the record continues after the line break. */
function isOpen(record: string): boolean {
  let isOdd = false;
  for (let at = record.indexOf('"'); at >= 0; at = record.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

function splitRecord(record: string, separator: string): string[] {
  if (!record.includes('"')) return record.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < record.length; i++) {
    const sign = record[i] ?? '';
    if (sign === '"' && isQuoted && record[i + 1] === '"') cell += record[++i] ?? '';
    else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}
