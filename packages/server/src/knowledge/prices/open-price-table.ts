import { readFileSync } from 'node:fs';
import type { AppError } from '@trailmark/core/errors';
import { PRICE_SOURCES } from '@trailmark/ingest/prices/catalogue';
import { decodeQuotes, readQuoteFiles } from '@trailmark/store/prices/price-files';
import type { QuoteSet } from '@trailmark/store/prices/price-quote';
import { PriceTable } from '@trailmark/store/prices/price-table';

export interface PriceTableFiles {
  /** Folder of imported prices, `<dataDir>/prices`; it may be absent. */
  readonly directory: string;
  /** The table that comes with the software; undefined: none. */
  readonly bundledFile: string | undefined;
}

/** The table in force, and reading it again after an import. */
export interface PriceTables {
  readonly current: () => PriceTable;
  /** Throws `inconsistent` where a file is damaged; the table in force then stays. */
  readonly reload: () => void;
  /** One sentence for each damaged file that was left out when the table was opened. */
  readonly problems: readonly string[];
}

function readSets(
  { directory, bundledFile }: PriceTableFiles,
  onDamage?: (error: AppError) => void,
): readonly QuoteSet[] {
  const files = new Map(readQuoteFiles(directory, onDamage));
  if (bundledFile !== undefined) files.set('bundled', decodeQuotes(readFileSync(bundledFile), bundledFile));
  return PRICE_SOURCES.flatMap(({ id }) => files.get(id) ?? []);
}

/**
 * Opens the daily prices of an installation: imported files in the order of the sources, and the bundled table. A damaged
 * file does not keep a server from starting: its rows are absent, which the version shows and a problem says.
 */
export function openPriceTable(files: PriceTableFiles): PriceTables {
  const problems: string[] = [];
  let table = new PriceTable(readSets(files, ({ message }) => void problems.push(message)));
  return {
    problems,
    current: () => table,
    reload: () => {
      table = new PriceTable(readSets(files));
    },
  };
}
