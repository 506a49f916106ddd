import { AppError } from '@trailmark/core/errors';
import type { CsvRecord } from './csv-records.ts';
import { quote } from './parse-price.ts';
import type { ColumnMapping } from './price-source.ts';

export type ColumnName = keyof ColumnMapping;

/** Names under which columns are found when no mapping names them. */
const USUAL: Readonly<Record<ColumnName, readonly string[]>> = {
  date: ['date', 'day'],
  asset: ['asset', 'symbol', 'ticker', 'coin'],
  price: ['price', 'close'],
  currency: ['currency', 'quote'],
  source: ['source'],
};

/** Where a wanted column is; undefined where it is absent. */
function findColumn(header: readonly string[], name: ColumnName, asked: string | undefined): number | undefined {
  const wanted = asked === undefined ? USUAL[name] : [asked.toLowerCase()];
  const at = header.findIndex((title) => wanted.includes(title.toLowerCase()));
  if (at >= 0) return at;
  if (asked === undefined) return undefined;
  throw new AppError(
    'invalid',
    `There is no column ${quote(asked)}. Columns: ${header.slice(0, 30).map(quote).join(', ')}.`,
  );
}

/** A cell of a record by column name; empty where the table has no such column. */
export type ReadCell = (record: CsvRecord, name: ColumnName) => string;

/** Finds the columns in a header. Throws `invalid` naming what is missing and what is there. */
export function findColumns(header: CsvRecord, required: readonly ColumnName[], mapping: ColumnMapping = {}): ReadCell {
  const names: readonly ColumnName[] = ['date', 'asset', 'price', 'currency', 'source'];
  const places = new Map(names.map((name) => [name, findColumn(header.cells, name, mapping[name])]));
  const missing = required.filter((name) => places.get(name) === undefined);
  if (missing.length > 0) {
    const shown = header.cells.slice(0, 30).map(quote).join(', ');
    throw new AppError('invalid', `The table has no column for: ${missing.join(', ')}. Columns: ${shown}.`);
  }
  return ({ cells }, name) => {
    const at = places.get(name);
    return at === undefined ? '' : (cells[at] ?? '');
  };
}
