/**
 * One cell of a table: text, or a number as the decimal digits it is printed with. Numbers are typed so that a negative
 * one is never taken for text that starts with a minus sign.
 */
export type Cell = string | null | { readonly number: string };

/** A whole or decimal number. Throws nothing: callers print their own digits. */
export function numberCell(value: bigint | number | string): Cell {
  return { number: value.toString() };
}

/** What spreadsheets run as a formula at the start of a cell, full-width forms and leading blanks included. */
const FORMULA_START = /^[\s\0]*[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/;

/** Text that no spreadsheet takes for a formula: a leading `'` marks where one could start (OWASP). */
export function guardText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
