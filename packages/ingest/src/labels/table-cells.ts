import { AppError } from '@trailmark/core/errors';
import { type DelimitedRow, openTable } from './delimited-rows.ts';
import type { LabelFeed, SourceFile } from './importer.ts';

/** Text of a cell by column name; empty where the row is shorter. */
export type Cell<Column extends string> = (column: Column) => string;

/**
 * Goes through the rows of a source's table, and refuses those that cannot be read. Throws `invalid` where a column the
 * source always has is missing.
 */
export async function eachRow<Column extends string>(
  file: SourceFile,
  columns: readonly Column[],
  feed: LabelFeed,
  visit: (cell: Cell<Column>, row: DelimitedRow) => void,
): Promise<void> {
  const table = openTable(file.text);
  const missing = columns.filter((column) => !table.columns.includes(column));
  if (missing.length > 0) {
    throw new AppError('invalid', `${file.name} lacks the columns ${missing.join(', ')} of this source.`);
  }
  const places = new Map<string, number>(columns.map((column) => [column, table.columns.indexOf(column)]));
  for (const row of table.rows) {
    await feed.pace();
    if (row.fault) feed.refuse({ line: row.line, text: row.cells[0] ?? '', reason: row.fault });
    else visit((column) => row.cells[places.get(column) ?? -1]?.trim() ?? '', row);
  }
}
