import { type Cell, guardText } from './cell.ts';

function encodeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.number;
  const text = guardText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record of RFC 4180 with its CRLF. Text that could start a formula gets a leading `'`; null is an empty field. */
export function encodeCsvRow(cells: readonly Cell[]): string {
  return `${cells.map(encodeCell).join(',')}\r\n`;
}
