import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { binanceKlines } from './binance-klines.ts';
import { describePriceSource, getPriceSource, PRICE_SOURCES } from './catalogue.ts';
import { coinbaseCandles } from './coinbase-candles.ts';
import { ecbReferenceRates } from './ecb-reference-rates.ts';
import { parsePrice } from './parse-price.ts';
import { plainCsv } from './plain-csv.ts';
import { unzipSingle } from './unzip-single.ts';

// Every figure here is invented; only the shapes are the sources'.

const today = '2026-11-21';
const NANO = 1_000_000_000n;

function csv(...rows: string[]): string {
  return ['date,asset,price,currency,source', ...rows].join('\n');
}

describe('a price in text', () => {
  it.each([
    ['1', NANO],
    ['0.0505', 50_500_000n],
    ['8.7e-05', 87_000n],
    ['1.5E3', 1_500n * NANO],
    ['0.0000000014', 1n],
    ['0.0000000015', 2n],
    ['64123.45000000', 64_123_450_000_000n],
  ])('%s is exact in billionths', (text, nano) => {
    expect(parsePrice(text)).toBe(nano);
  });

  it.each([
    ['0', /zero/],
    ['0.000', /zero/],
    ['-5', /negative/],
    ['NaN', /no price/],
    ['', /no price/],
    ['1e-12', /below a billionth/],
    ['1e13', /beyond a trillion/],
    ['1e999', /beyond a trillion/],
    ['1,000.50', /not a price/],
    ['Infinity', /not a price/],
    ['0x10', /not a price/],
    ['1.2.3', /not a price/],
  ])('%s is refused in words', (text, reason) => {
    expect(parsePrice(text)).toMatch(reason);
  });

  it('keeps every place of any decimal of nine places', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), (nano) => {
        const text = `${nano / NANO}.${(nano % NANO).toString().padStart(9, '0')}`;
        expect(parsePrice(text)).toBe(nano);
      }),
    );
  });
});

describe('a table of prices', () => {
  it('reads rows in any order, and takes dollars and its own name where columns are absent', () => {
    const { quotes, refusedCount } = plainCsv.parse('price,asset,date\n2,btc,2020-01-02\n1,BTC,2020-01-01\n', {
      today,
    });
    expect(refusedCount).toBe(0);
    expect(quotes).toEqual([
      { day: '2020-01-01', asset: 'BTC', currency: 'USD', nano: NANO, source: 'file' },
      { day: '2020-01-02', asset: 'BTC', currency: 'USD', nano: 2n * NANO, source: 'file' },
    ]);
  });

  it('reads columns under the given names', () => {
    const text = '"Day";"Settlement, EUR";"Service"\n2020-01-01;7.5;north\n';
    const mapping = { date: 'day', price: 'Settlement, EUR', source: 'Service' };
    const { quotes } = plainCsv.parse(text, { today, asset: 'LTC', mapping });
    expect(quotes).toMatchObject([{ asset: 'LTC', nano: 7_500_000_000n, source: 'file:north' }]);
    expect(() => plainCsv.parse(text, { today, mapping: { date: 'When' } })).toThrow(/no column "When"/);
    expect(() => plainCsv.parse(text, { today })).toThrow(/no column for: asset, price/);
    expect(() => plainCsv.parse('', { today })).toThrow(/empty/);
  });

  it.each([
    ['2020-02-30,BTC,1,USD,x', /"2020-02-30" is not a day/],
    ['01.02.2020,BTC,1,USD,x', /is not a day/],
    ['2026-11-21,BTC,1,USD,x', /is not over/],
    ['2008-12-31,BTC,1,USD,x', /before the first block/],
    ['2020-01-01,BTC,-1,USD,x', /negative/],
    ['2020-01-01,BTC,0,USD,x', /zero/],
    ['2020-01-01,BTC,NaN,USD,x', /no price/],
    ['2020-01-01,B,1,USD,x', /not a ticker/],
    ['2020-01-01,EUR,1,USD,x', /a currency, not a coin/],
    ['2020-01-01,BTC,1,dollars,x', /not a currency code/],
    ['2020-01-01,BTC,1,USD', /4 columns where the header has 5/],
    [`2020-01-01,BTC,1,USD,${'x'.repeat(99)}`, /not 1 to 60 characters/],
  ])('refuses %s by its line', (row, reason) => {
    const { quotes, refused } = plainCsv.parse(csv('2019-12-31,BTC,1,USD,x', row), { today });
    expect(quotes).toHaveLength(1);
    expect(refused).toEqual([{ line: 3, reason: expect.stringMatching(reason) }]);
  });

  it('keeps the first of two prices of one source for one day, and both of two sources', () => {
    const rows = [
      '2020-01-01,BTC,1,USD,x',
      '2020-01-01,BTC,2,USD,x',
      '2020-01-01,BTC,1.0,USD,x',
      '2020-01-01,BTC,3,USD,y',
    ];
    const { quotes, refused, repeated } = plainCsv.parse(csv(...rows), { today });
    expect(quotes.map(({ nano, source }) => [nano, source])).toEqual([
      [NANO, 'file:x'],
      [3n * NANO, 'file:y'],
    ]);
    expect(refused).toEqual([{ line: 3, reason: expect.stringContaining('line 2 states another price of BTC') }]);
    expect(repeated).toBe(1);
  });

  it('refuses a slip of the decimal point, and follows a true rise', () => {
    const days = [100, 110, 12_000_000, 105, 120, 300, 900, 2_700, 8_100, 24_300];
    const rows = days.map((price, i) => `2020-01-${String(i + 1).padStart(2, '0')},BTC,${price},USD,x`);
    const { quotes, refused } = plainCsv.parse(csv(...rows), { today });
    expect(quotes).toHaveLength(9);
    expect(refused).toEqual([{ line: 4, reason: expect.stringMatching(/2020-01-03.*hundred times/) }]);
  });

  it('lists a thousand refusals and counts the rest', () => {
    const rows = Array.from({ length: 1_500 }, () => 'never,BTC,1,USD,x');
    const { refused, refusedCount } = plainCsv.parse(csv(...rows), { today });
    expect([refused.length, refusedCount]).toEqual([1_000, 1_500]);
  });
});

describe('euro reference rates', () => {
  const text =
    'Date,USD,JPY,CYP,\n2020-01-03,1.1147,120.5,N/A,\n2020-01-02,1.1193,121.75,N/A,\n1999-01-04,1.17,133.7,0.58,\n';

  it('reads what one euro costs, and passes over years before there were coins', () => {
    const { rates, quotes, refusedCount } = ecbReferenceRates.parse(text, { today });
    expect(quotes).toEqual([]);
    expect(refusedCount).toBe(0);
    expect(rates).toHaveLength(4);
    expect(rates[0]).toEqual({ day: '2020-01-03', currency: 'USD', nano: 1_114_700_000n, source: 'ecb' });
  });

  it('refuses a table of another shape, and a rate that is none', () => {
    expect(() => ecbReferenceRates.parse('Date,Dollar\n2020-01-02,1\n', { today })).toThrow(
      /"Dollar" is not a currency/,
    );
    expect(() => ecbReferenceRates.parse('<html>', { today })).toThrow(/euro reference rates/);
    const { refused } = ecbReferenceRates.parse('Date,USD\n2020-01-02,-1\n', { today });
    expect(refused).toEqual([{ line: 2, reason: expect.stringMatching(/USD.*negative/) }]);
  });
});

describe('candles of exchanges', () => {
  it('takes the close of daily klines, exactly as it is written', () => {
    const kline = (day: string, close: string) =>
      `[${Date.parse(`${day}T00:00:00Z`)},"1.0","9.0","0.5","${close}","10",${Date.parse(`${day}T23:59:59.999Z`)},"1",5,"1","1","0"]`;
    const text = `[${kline('2020-01-01', '7200.85000000')},${kline('2026-11-21', '5.0')}]`;
    const { quotes, refused } = binanceKlines.parse(text, { today, asset: 'BTC' });
    expect(quotes).toEqual([
      { day: '2020-01-01', asset: 'BTC', currency: 'USD', nano: 7_200_850_000_000n, source: 'binance' },
    ]);
    expect(refused).toEqual([{ line: 2, reason: '2026-11-21 is not over, so it has no close.' }]);
  });

  it('takes the close of candles written as numbers, without a float between', () => {
    const start = Date.parse('2020-01-02T00:00:00Z') / 1000;
    const text = `[[${start},6900,7200,7174.33,6955.123456789012345,20000.5],[${start - 86_400},1,2,1,2.5,0]]`;
    const { quotes } = coinbaseCandles.parse(text, { today, asset: 'BTC' });
    expect(quotes.map(({ day, nano }) => [day, nano])).toEqual([
      ['2020-01-01', 2_500_000_000n],
      ['2020-01-02', 6_955_123_456_789n],
    ]);
  });

  it.each([binanceKlines, coinbaseCandles])('refuses what is no list of candles ($id)', (source) => {
    expect(() => source.parse('<html>', { today, asset: 'BTC' })).toThrow(/not JSON/);
    expect(() => source.parse('{"code":-1121}', { today, asset: 'BTC' })).toThrow(/list is expected/);
    expect(() => source.parse('[]', { today })).toThrow(/name it/);
    const { refused } = source.parse('[null,[1,2],[1577880000,1,1,1,1,1],["x","1","1","1","1"]]', {
      today,
      asset: 'BTC',
    });
    expect(refused.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });

  it.each([binanceKlines, coinbaseCandles])('asks one host for all days without a gap ($id)', ({ refresh }) => {
    const requests = refresh!.listRequests('BTC', '2018-01-01', '2026-11-20');
    expect(requests.length).toBeGreaterThan(3);
    for (const { url, asset } of requests) {
      expect(new URL(url).host).toBe(refresh!.host);
      expect(asset).toBe('BTC');
    }
    expect(refresh!.listRequests('BTC', '2026-11-21', '2026-11-20')).toEqual([]);
  });
});

describe('a packed table', () => {
  function zip(name: string, text: string, count = 1): Uint8Array {
    const packed = deflateRawSync(text);
    const local = Buffer.alloc(30 + name.length);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    local.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.write(name, 46);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(local.length + packed.length, 16);
    return Buffer.concat([local, packed, entry, end]);
  }

  it('is the one file of its archive', () => {
    expect(unzipSingle(zip('rates.csv', 'Date,USD\n'))).toBe('Date,USD\n');
  });

  it('is refused when it is damaged, or another archive', () => {
    const good = zip('rates.csv', 'Date,USD\n');
    expect(() => unzipSingle(zip('rates.csv', 'Date,USD\n', 2))).toThrow(/not a ZIP archive/);
    for (let length = 0; length < good.length; length++)
      expect(() => unzipSingle(good.subarray(0, length))).toThrow(/ZIP/);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void expect(() => unzipSingle(bytes)).toThrow(/ZIP/)),
    );
  });
});

test('a price source is found by its id, and a row names who stated it', () => {
  expect(getPriceSource('ecb')).toBe(ecbReferenceRates);
  expect(() => getPriceSource('nowhere')).toThrow(/Price sources: csv, coinbase, binance, bundled, ecb/);
  expect(new Set(PRICE_SOURCES.map(({ id }) => id)).size).toBe(PRICE_SOURCES.length);
  expect(describePriceSource('file:desk').name).toBe('File: desk');
  expect(describePriceSource('typedcypher+ecb').name).toMatch(/Bitstamp.*converted by Euro foreign exchange/);
});

test('no text makes a parser fail in another way than refusing', () => {
  const sources = PRICE_SOURCES.filter(({ id }) => id !== 'bundled');
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.constantFrom(...sources), (text, source) => {
      try {
        const { quotes, rates } = source.parse(text, { today, asset: 'BTC' });
        expect([...quotes, ...rates].every(({ nano }) => nano > 0n)).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ kind: 'invalid' });
      }
    }),
  );
});
