import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { AppError } from '@trailmark/core/errors';
import type { PriceQuote, QuoteSet, RateQuote } from './price-quote.ts';
import { quoteKey } from './price-table.ts';

const HEADER = 'day,asset,currency,nano,source';
/** Rows whose asset is the euro are reference rates: what one euro costs. */
const EURO = 'EUR';
const LONGEST = 256 * 2 ** 20;
const NAME = /^([a-z0-9-]{1,40})\.csv\.gz$/;
const LINE = /^(\d{4}-\d{2}-\d{2}),([A-Z0-9]{2,10}),([A-Z]{3}),(\d{1,30}),([^,\r\n]{1,60})$/;

/** Gzip CSV of a set, sorted: the same rows give the same bytes. */
export function encodeQuotes({ quotes, rates }: QuoteSet): Uint8Array {
  const keys = [
    ...quotes.map((q) => `${q.asset},${q.currency},${q.day},${q.nano},${q.source}`),
    ...rates.map((r) => `${EURO},${r.currency},${r.day},${r.nano},${r.source}`),
  ].sort();
  const lines = keys.map((key) => key.replace(/^([^,]+,[^,]+),([^,]+),/, '$2,$1,'));
  const packed = gzipSync(`${[HEADER, ...lines].join('\n')}\n`, { level: 9 });
  // The operating system's number: not a fact about the prices.
  packed[9] = 255;
  return packed;
}

/** Reads what `encodeQuotes` wrote. Throws `inconsistent` naming the first line that is not a row. */
export function decodeQuotes(packed: Uint8Array, name: string): QuoteSet {
  const quotes: PriceQuote[] = [];
  const rates: RateQuote[] = [];
  const [header, ...lines] = gunzip(packed, name).split('\n');
  if (header !== HEADER) throw new AppError('inconsistent', `The price file ${name} does not begin with "${HEADER}".`);
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const [, day, asset, currency, nano, source] = LINE.exec(line) ?? [];
    if (!day || !asset || !currency || !nano || !source) {
      throw new AppError('inconsistent', `Line ${index + 2} of the price file ${name} is not a row. Import it again.`);
    }
    if (asset === EURO) rates.push({ day, currency, nano: BigInt(nano), source });
    else quotes.push({ day, asset, currency, nano: BigInt(nano), source });
  }
  return { quotes, rates };
}

function gunzip(packed: Uint8Array, name: string): string {
  try {
    return gunzipSync(packed, { maxOutputLength: LONGEST }).toString('utf8');
  } catch (cause) {
    throw new AppError('inconsistent', `The price file ${name} cannot be unpacked. Import it again.`, { cause });
  }
}

/**
 * Sets of a folder by the id of the importer that wrote them; none where the folder is absent. A damaged file throws
 * `inconsistent`, unless `onDamage` takes it: then it is left out.
 */
export function readQuoteFiles(directory: string, onDamage?: (error: AppError) => void): ReadonlyMap<string, QuoteSet> {
  const found = new Map<string, QuoteSet>();
  for (const file of listFiles(directory)) {
    const id = NAME.exec(file)?.[1];
    if (id === undefined) continue;
    try {
      found.set(id, decodeQuotes(readFileSync(join(directory, file)), file));
    } catch (error) {
      if (!onDamage || !AppError.is(error, 'inconsistent')) throw error;
      onDamage(error);
    }
  }
  return found;
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}

export interface MergeCounts {
  readonly added: number;
  /** Rows of the same source and day that now have another value. */
  readonly changed: number;
  readonly total: number;
}

/** Adds rows to an importer's file, which is replaced whole: a crash leaves the old one. */
export function mergeQuoteFile(directory: string, id: string, more: QuoteSet): MergeCounts {
  const before = readQuoteFiles(directory).get(id) ?? { quotes: [], rates: [] };
  const quotes = new Map(before.quotes.map((quote) => [quoteKey(quote), quote]));
  const rates = new Map(before.rates.map((rate) => [`${rate.day}/${rate.currency}`, rate]));
  const counts = { added: 0, changed: 0 };
  mergeInto(quotes, more.quotes, quoteKey, counts);
  mergeInto(rates, more.rates, ({ day, currency }) => `${day}/${currency}`, counts);
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${id}.csv.gz`);
  writeFileSync(`${path}.new`, encodeQuotes({ quotes: [...quotes.values()], rates: [...rates.values()] }));
  renameSync(`${path}.new`, path);
  return { ...counts, total: quotes.size + rates.size };
}

function mergeInto<T extends { readonly nano: bigint }>(
  known: Map<string, T>,
  more: readonly T[],
  toKey: (row: T) => string,
  counts: { added: number; changed: number },
): void {
  for (const row of more) {
    const key = toKey(row);
    const old = known.get(key);
    if (!old) counts.added++;
    else if (old.nano !== row.nano) counts.changed++;
    known.set(key, row);
  }
}
