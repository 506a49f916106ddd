import { type Cell, guardText } from './cell.ts';

/** A semicolon, which is the separator for spreadsheets of half of Europe, and after it what could start a formula. */
const FORMULA_WITHIN = /(;[\s\0]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Most cells: nothing to quote, and nothing that could start a formula. */
const PLAIN = /^[\w.:/][\w.:/ ]*$/;

function encodeText(cell: string): string {
  if (PLAIN.test(cell)) return cell;
  const text = guardText(cell).replace(FORMULA_WITHIN, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record of RFC 4180 with its CRLF. Text that could start a formula gets a `'` before it; null is an empty field. */
export function encodeCsvRow(cells: readonly Cell[]): string {
  let row = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (i > 0) row += ',';
    if (typeof cell === 'string') row += encodeText(cell);
    else if (cell) row += cell.number;
  }
  return `${row}\r\n`;
}
