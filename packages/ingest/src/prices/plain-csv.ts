import { AppError } from '@trailmark/core/errors';
import { findColumns } from './column-finder.ts';
import { readCsvRecords } from './csv-records.ts';
import { definePriceSource, type ParseOptions, type PriceBatch } from './price-source.ts';
import { QuoteCollector } from './quote-collector.ts';

const MOST_ROWS = 2_000_000;

/** Rows of a table with a header. The source of a row is its own column, or the word "file"; both are marked as a file's. */
export function parsePlainCsv(text: string, { today, asset, mapping }: ParseOptions): PriceBatch {
  const records = readCsvRecords(text);
  const header = records.next().value;
  if (!header) throw new AppError('invalid', 'The table is empty: a header with date, asset and price is expected.');
  const read = findColumns(header, asset === undefined ? ['date', 'asset', 'price'] : ['date', 'price'], mapping);
  const collector = new QuoteCollector(today);
  let count = 0;
  for (const record of records) {
    if (++count > MOST_ROWS) throw new AppError('invalid', 'The table has more than 2,000,000 rows.');
    const { line, cells } = record;
    if (cells.length !== header.cells.length) {
      collector.refuse(line, `It has ${cells.length} columns where the header has ${header.cells.length}`);
      continue;
    }
    collector.add({
      line,
      day: read(record, 'date'),
      asset: (read(record, 'asset') || (asset ?? '')).toUpperCase(),
      currency: (read(record, 'currency') || 'USD').toUpperCase(),
      price: read(record, 'price'),
      source: read(record, 'source') === '' ? 'file' : `file:${read(record, 'source')}`,
    });
  }
  return collector.finish();
}

/** A table of the installation's own: `date,asset,price[,currency][,source]`, columns in any order and under any name. */
export const plainCsv = definePriceSource({
  id: 'csv',
  name: 'Table imported by this installation',
  note: 'Imported by whoever runs this server; where its figures come from is for them to say.',
  parse: parsePlainCsv,
});
