import { type Cell, guardText } from './cell.ts';

/** A semicolon, which is the separator for spreadsheets of half of Europe, and after it what could start a formula. */
const FORMULA_WITHIN = /(;[\s\0]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Most cells: nothing to quote, and nothing that could start a formula. */
const PLAIN = /^[\w.:/][\w.:/ -]*$/;

function encodeText(cell: string): string {
  if (PLAIN.test(cell)) return cell;
  const text = guardText(cell).replace(FORMULA_WITHIN, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Short words come again on every row: they are looked at once. */
const LONGEST_WORD = 10;
const MOST_WORDS = 4_000;
const words = new Map<string, string>();

function encodeWord(cell: string): string {
  const known = words.get(cell);
  if (known !== undefined) return known;
  if (words.size >= MOST_WORDS) words.clear();
  const text = encodeText(cell);
  words.set(cell, text);
  return text;
}

function encodeField(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell.length <= LONGEST_WORD ? encodeWord(cell) : encodeText(cell);
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
