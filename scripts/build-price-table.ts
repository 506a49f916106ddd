import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { assert } from '@trailmark/core/errors';
import { bundledTable } from '../packages/ingest/src/prices/bundled-table.ts';
import { ecbReferenceRates } from '../packages/ingest/src/prices/ecb-reference-rates.ts';
import { encodeQuotes } from '../packages/store/src/prices/price-files.ts';
import type { PriceQuote } from '../packages/store/src/prices/price-quote.ts';
import { type DayPrice, FEED_SOURCE, readFeedAnswers, readMitCloses } from './price-data/published-closes.ts';

// Run by a maintainer: `npm exec -- node scripts/build-price-table.ts SOURCE`, where SOURCE holds daily_usd.csv.gz with
// the columns date, asset, usd and source; yahoo/, ohlcv/ and chainlink/<TICKER>.csv (`price-data/published-closes.ts`);
// and eurofxref-hist.csv as the European Central Bank publishes it. Writes data/prices/daily.csv.gz; the same source gives
// the same bytes. The PROVENANCE.txt next to it is written by hand from what this prints.

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
/** Sources without a clear licence: their rows go where one with a clear licence states the day. */
const REPLACED = ['typedcypher', 'kaggle_cmc', 'binance_djienne'];
const CURRENCIES = ['USD', 'GBP', 'JPY', 'CHF'];
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

function toCsv(prices: readonly DayPrice[]): string {
  return ['date,asset,usd,source', ...prices.map((row) => [row.day, row.asset, row.price, row.source].join(','))].join(
    '\n',
  );
}

function parse(text: string): readonly PriceQuote[] {
  const batch = bundledTable.parse(text, { today: TODAY, mapping: { price: 'usd' } });
  for (const { line, reason } of batch.refused) console.log(`line ${line}: ${reason}`);
  return batch.quotes.filter(({ asset }) => ASSETS.includes(asset));
}

/** Every row of the sources with a clear licence, and of the others what those do not state. */
function choose(old: readonly PriceQuote[], clear: readonly PriceQuote[]): PriceQuote[] {
  const stated = new Set(clear.map(({ asset, day }) => `${asset}/${day}`));
  const market = new Set(
    clear.filter(({ source }) => source !== FEED_SOURCE).map(({ asset, day }) => `${asset}/${day}`),
  );
  return [
    ...old.filter(({ asset, day, source }) => !(REPLACED.includes(source) && stated.has(`${asset}/${day}`))),
    ...clear.filter(({ asset, day, source }) => source !== FEED_SOURCE || !market.has(`${asset}/${day}`)),
  ];
}

function report(quotes: readonly PriceQuote[]): void {
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
}

function build(source: string): void {
  const old = parse(gunzipSync(readFileSync(join(source, 'daily_usd.csv.gz'))).toString('utf8'));
  const quotes = choose(old, parse(toCsv([...readMitCloses(source), ...readFeedAnswers(source)])));
  report(quotes);
  const bank = ecbReferenceRates.parse(readFileSync(join(source, 'eurofxref-hist.csv'), 'utf8'), { today: TODAY });
  const rates = bank.rates.filter(({ currency }) => CURRENCIES.includes(currency));
  const days = rates.map(({ day }) => day).sort();
  console.log(`ecb: ${rates.length} rates, ${days[0]} to ${days.at(-1)}`);
  const packed = encodeQuotes({ quotes, rates });
  mkdirSync(dirname(TARGET), { recursive: true });
  writeFileSync(TARGET, packed);
  console.log(`${TARGET}: ${packed.length} bytes`);
}

const [source] = process.argv.slice(2);
assert(source !== undefined, 'Name the folder that holds daily_usd.csv.gz.');
build(source);
