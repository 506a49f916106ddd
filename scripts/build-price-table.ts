import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { assert } from '@trailmark/core/errors';
import { bundledTable } from '../packages/ingest/src/prices/bundled-table.ts';
import { encodeQuotes } from '../packages/store/src/prices/price-files.ts';

// Run by a maintainer: `npm exec -- node scripts/build-price-table.ts SOURCE`, where SOURCE holds daily_usd.csv.gz with
// the columns date, asset, usd and source. Writes data/prices/daily.csv.gz; the same source gives the same bytes.
// The PROVENANCE.txt beside it is written by hand from what this prints.

const TARGET = resolve(dirname(fileURLToPath(import.meta.url)), '../data/prices/daily.csv.gz');
/** Coins of the chains that are read, and tokens that the lists of known tokens say are worth one of a coin. */
const ASSETS = [
  'BTC',
  'LTC',
  'BCH',
  'DOGE',
  'ETH',
  'TRX',
  'BNB',
  'AVAX',
  'POL',
  'USDT',
  'USDC',
  'WBTC',
  'LINK',
  'UNI',
  'AAVE',
  'SHIB',
];
/** After every day of the source: all of them are over. */
const TODAY = '9999-12-31';
const DAY_MS = 86_400_000;

function listMissing(days: ReadonlySet<string>): string[] {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0] ?? '', sorted.at(-1) ?? ''];
  const missing: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (!days.has(day)) missing.push(day);
  }
  return missing;
}

function build(source: string): void {
  const text = gunzipSync(readFileSync(join(source, 'daily_usd.csv.gz'))).toString('utf8');
  const batch = bundledTable.parse(text, { today: TODAY, mapping: { price: 'usd' } });
  const quotes = batch.quotes.filter(({ asset }) => ASSETS.includes(asset));
  for (const { line, reason } of batch.refused) console.log(`line ${line}: ${reason}`);
  for (const asset of ASSETS) {
    const rows = quotes.filter((row) => row.asset === asset);
    const missing = listMissing(new Set(rows.map(({ day }) => day)));
    assert(rows.length > 0, `The source has no price of ${asset}.`);
    console.log(`${asset}: ${rows.length} rows, ${missing.length} days missing: ${missing.join(' ')}`);
    for (const [id, part] of Map.groupBy(rows, (row) => row.source)) {
      const days = part.map(({ day }) => day).sort();
      console.log(`  ${id}: ${part.length} rows, ${days[0]} to ${days.at(-1)}`);
    }
  }
  const packed = encodeQuotes({ quotes, rates: [] });
  mkdirSync(dirname(TARGET), { recursive: true });
  writeFileSync(TARGET, packed);
  console.log(`${TARGET}: ${packed.length} bytes`);
}

const [source] = process.argv.slice(2);
assert(source !== undefined, 'Name the folder that holds daily_usd.csv.gz.');
build(source);
