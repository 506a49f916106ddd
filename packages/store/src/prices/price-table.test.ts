import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeQuotes, encodeQuotes, mergeQuoteFile, readQuoteFiles } from './price-files.ts';
import type { PriceQuote, RateQuote } from './price-quote.ts';
import { PriceTable, quoteKey } from './price-table.ts';

const NANO = 1_000_000_000n;

function quote(day: string, nano: bigint, more: Partial<PriceQuote> = {}): PriceQuote {
  return { day, asset: 'BTC', currency: 'USD', nano, source: 'a', ...more };
}

function rate(day: string, currency: string, nano: bigint): RateQuote {
  return { day, currency, nano, source: 'ecb' };
}

const friday = '2020-01-03';
const saturday = '2020-01-04';
const rates = [rate(friday, 'USD', 1_250_000_000n), rate(friday, 'JPY', 125n * NANO)];

describe('the price table', () => {
  const table = new PriceTable([{ quotes: [quote(friday, 100n * NANO), quote(saturday, 110n * NANO)], rates }]);

  it('offers the dollar, and what reference rates allow', () => {
    expect(table.currencies).toEqual(['USD', 'EUR', 'JPY']);
    expect(new PriceTable([]).currencies).toEqual(['USD']);
    expect(new PriceTable([{ quotes: [], rates: [rate(friday, 'JPY', NANO)] }]).currencies).toEqual(['USD']);
  });

  it('converts at the rates of the same day', () => {
    expect(table.price('BTC', 'EUR', friday)).toEqual({ day: friday, nano: 80n * NANO, source: 'a+ecb' });
    expect(table.price('BTC', 'JPY', friday)?.nano).toBe(10_000n * NANO);
  });

  it('has no price in euro on a day without a rate, such as a Saturday', () => {
    expect(table.price('BTC', 'USD', saturday)?.nano).toBe(110n * NANO);
    expect(table.price('BTC', 'EUR', saturday)).toBeUndefined();
    expect(table.rows('BTC', 'EUR').map(({ day }) => day)).toEqual([friday]);
  });

  it('has no price on days before, between and after its rows, nor of other coins', () => {
    expect(table.price('BTC', 'USD', '2020-01-02')).toBeUndefined();
    expect(table.price('BTC', 'USD', '2020-01-05')).toBeUndefined();
    expect(table.price('LTC', 'USD', friday)).toBeUndefined();
    expect(table.rows('LTC', 'XXX')).toEqual([]);
  });

  it('puts the first set in force and keeps what the others say', () => {
    const both = new PriceTable([
      { quotes: [quote(saturday, 2n)], rates: [] },
      { quotes: [quote(friday, 3n, { source: 'z' }), quote(saturday, 4n, { source: 'z' })], rates: [] },
    ]);
    expect(both.rows('BTC', 'USD').map(({ nano, source }) => [nano, source])).toEqual([
      [3n, 'z'],
      [2n, 'a'],
    ]);
    expect(both.others('BTC', 'USD')).toEqual([{ day: saturday, nano: 4n, source: 'z' }]);
  });

  it('prefers a price stated in a currency to a converted one', () => {
    const quotes = [quote(friday, 100n * NANO), quote(friday, 81n * NANO, { currency: 'EUR', source: 'b' })];
    expect(new PriceTable([{ quotes, rates }]).price('BTC', 'EUR', friday)).toMatchObject({
      nano: 81n * NANO,
      source: 'b',
    });
  });

  it('has a version that any change in force changes, and the order of rows does not', () => {
    const quotes = [quote(friday, 1n), quote(saturday, 2n)];
    const version = (set: readonly PriceQuote[], euros: readonly RateQuote[] = []) =>
      new PriceTable([{ quotes: set, rates: euros }]).version;
    expect(version(quotes)).toMatch(/^[0-9a-f]{16}$/);
    expect(version([...quotes].reverse())).toBe(version(quotes));
    const changed = [version([]), version(quotes, rates), version([quote(friday, 1n), quote(saturday, 3n)])];
    expect(new Set([version(quotes), ...changed]).size).toBe(4);
  });
});

describe('price files', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'prices-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('give back what was written, in the same bytes whatever the order', () => {
    const set = { quotes: [quote(saturday, 5n), quote(friday, 4n)], rates };
    const packed = encodeQuotes(set);
    expect(encodeQuotes({ quotes: [...set.quotes].reverse(), rates: [...rates].reverse() })).toEqual(packed);
    const read = decodeQuotes(packed, 'x');
    expect(read.quotes).toHaveLength(2);
    expect(read.quotes).toEqual(expect.arrayContaining(set.quotes));
    expect(read.rates).toEqual(expect.arrayContaining(rates));
  });

  it('add new rows and replace those of the same source and day', () => {
    expect(mergeQuoteFile(directory, 'csv', { quotes: [quote(friday, 1n)], rates })).toEqual({
      added: 3,
      changed: 0,
      total: 3,
    });
    const more = { quotes: [quote(friday, 2n), quote(friday, 9n, { source: 'b' })], rates: [] };
    expect(mergeQuoteFile(directory, 'csv', more)).toEqual({ added: 1, changed: 1, total: 4 });
    const kept = readQuoteFiles(directory).get('csv');
    expect(kept?.quotes.map(({ nano }) => nano).sort()).toEqual([2n, 9n]);
    expect(readdirSync(directory)).toEqual(['csv.csv.gz']);
  });

  it('are none where the folder is absent, and are refused by line when damaged', () => {
    expect(readQuoteFiles(join(directory, 'absent')).size).toBe(0);
    writeFileSync(join(directory, 'csv.csv.gz'), 'no gzip');
    expect(() => readQuoteFiles(directory)).toThrow(/csv\.csv\.gz cannot be unpacked/);
  });
});

describe('the bundled table', () => {
  const file = new URL('../../../../data/prices/daily.csv.gz', import.meta.url);
  const set = decodeQuotes(readFileSync(file), 'daily.csv.gz');
  const table = new PriceTable([set]);

  it('has dollar closes of nine coins and seven tokens, one per day, sorted as it is written', () => {
    expect(Object.fromEntries(table.assets.map((asset) => [asset, table.rows(asset, 'USD').length]))).toEqual({
      AAVE: 2014,
      AVAX: 2027,
      BCH: 3075,
      BNB: 3181,
      BTC: 5873,
      DOGE: 4499,
      ETH: 3899,
      LINK: 3124,
      LTC: 4730,
      POL: 575,
      SHIB: 1797,
      TRX: 3131,
      UNI: 2032,
      USDC: 2253,
      USDT: 3570,
      WBTC: 1901,
    });
    expect(table.assets.flatMap((asset) => table.others(asset, 'USD'))).toEqual([]);
    expect(Buffer.from(encodeQuotes(set)).equals(readFileSync(file))).toBe(true);
  });

  it('has no price before coins were traded, nor while the only exchange had halted', () => {
    expect(table.price('BTC', 'USD', '2009-01-12')).toBeUndefined();
    expect(table.price('BTC', 'USD', '2010-07-17')).toBeUndefined();
    expect(table.price('BTC', 'USD', '2010-07-18')).toMatchObject({ nano: 85_840_000n, source: 'cilphex' });
    expect(table.price('BTC', 'USD', '2011-06-22')).toBeUndefined();
  });

  it('makes up no price of a dollar token on days that no source has', () => {
    expect(table.price('USDC', 'USD', '2021-07-06')?.source).toBe('benjaminpo_yahoo');
    expect(table.price('USDC', 'USD', '2024-04-22')).toBeUndefined();
    expect(table.price('USDT', 'USD', '2025-08-04')).toBeUndefined();
  });

  it('has a price of the dollar tokens on every day of August 2022, as a price feed on the chain stated it', () => {
    const days = Array.from({ length: 31 }, (_, i) => `2022-08-${String(i + 1).padStart(2, '0')}`);
    for (const asset of ['USDC', 'USDT']) {
      for (const day of days) {
        const { nano, source } = table.price(asset, 'USD', day) ?? {};
        expect([source, Number(nano) / 1e9]).toEqual(['chainlink_arbitrum', expect.closeTo(1, 2)]);
      }
    }
  });

  it('converts into euro, pounds, yen and francs by the reference rates of the day, and by none on a weekend', () => {
    expect(table.currencies).toEqual(['USD', 'CHF', 'EUR', 'GBP', 'JPY']);
    for (const currency of table.currencies)
      expect(table.price('BTC', currency, '2022-08-01')?.nano).toBeGreaterThan(0n);
    expect(table.price('BTC', 'EUR', '2022-08-01')?.source).toMatch(/\+ecb$/);
    expect(table.price('BTC', 'EUR', '2022-07-31')).toBeUndefined();
  });

  it('takes no row of a source without a clear licence for a day that one with a clear licence states', () => {
    const unclear = new Set(set.quotes.filter(({ source }) => /typedcypher|kaggle|djienne/.test(source)).map(quoteKey));
    const clear = set.quotes.filter(({ source }) => /benjaminpo|mario|chainlink/.test(source));
    const again = clear.flatMap((quote) =>
      ['typedcypher', 'kaggle_cmc', 'binance_djienne'].map((source) => quoteKey({ ...quote, source })),
    );
    expect(again.filter((key) => unclear.has(key))).toEqual([]);
  });
});
