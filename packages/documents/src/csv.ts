import { type Cell, guardText } from './cell.ts';
import { rememberShort } from './remember-short.ts';

/** A semicolon, which is the separator for spreadsheets of half of Europe, and after it what could start a formula. */
const FORMULA_WITHIN = /(;[\s\0]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Most cells: nothing to quote, and nothing that could start a formula. */
const PLAIN = /^[\w.:/][\w.:/ -]*$/;

function encodeText(cell: string): string {
  if (PLAIN.test(cell)) return cell;
  const text = guardText(cell).replace(FORMULA_WITHIN, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const encodeWord = rememberShort(encodeText);

function encodeField(cell: Cell | undefined): string {
  if (typeof cell === 'string') return encodeWord(cell);
  return cell ? cell.number : '';
}

/** Fields of the row that is written: joined at once, which makes one text where putting them together makes one for each. */
const fields: string[] = [];

/** One record of RFC 4180 with its CRLF. Text that could start a formula gets a `'` before it; null is an empty field. */
export function encodeCsvRow(cells: readonly Cell[]): string {
  fields.length = cells.length;
  for (let i = 0; i < cells.length; i++) fields[i] = encodeField(cells[i]);
  return `${fields.join(',')}\r\n`;
}
