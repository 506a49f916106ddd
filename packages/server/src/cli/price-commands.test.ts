import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPriceTable } from '../knowledge/prices/open-price-table.ts';
import type { Transport } from '../outbound/https-transport.ts';
import { parseCommand } from './parse-command.ts';
import { runPriceCommand } from './price-commands.ts';
import type { PriceOptions } from './price-options.ts';
import { parsePriceOptions } from './price-options.ts';

const now = () => new Date('2020-01-06T09:00:00Z');
const DAY_MS = 86_400_000;

let dataDir: string;
let said: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prices-'));
  said = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function deps(transport?: Transport) {
  return { dataDir, bundledFile: undefined, say: (line: string) => void said.push(line), now, transport };
}

function run(words: string, transport?: Transport): Promise<boolean> {
  const options = parseCommand(['prices', ...words.split(' ')]).options as PriceOptions;
  return runPriceCommand(options, deps(transport));
}

function open() {
  return openPriceTable({ directory: join(dataDir, 'prices'), bundledFile: undefined });
}

function save(name: string, text: string): string {
  const path = join(dataDir, name);
  writeFileSync(path, text);
  return path;
}

describe('prices of a file', () => {
  it('are kept, and what was refused is reported with its line', async () => {
    const file = save('a.csv', 'Tag,Wert\n2020-01-02,7000\n2020-01-03,-1\n2020-01-06,7100\n');
    expect(await run(`import csv ${file} --asset btc --columns date=Tag,price=Wert`)).toBe(true);
    expect(said).toEqual([
      expect.stringMatching(/line 3: 2020-01-03: the price "-1" is negative/),
      expect.stringMatching(/line 4: 2020-01-06 is not over/),
      expect.stringMatching(/1 row added, 0 changed, 2 refused\. 1 held/),
    ]);
    expect(open().current().price('BTC', 'USD', '2020-01-02')).toMatchObject({
      nano: 7_000_000_000_000n,
      source: 'file',
    });
    expect(await run('list')).toBe(false);
    expect(said.join('\n')).toMatch(/BTC: 1 day from 2020-01-02 to 2020-01-02, 0 missing/);
  });

  it('come into force when the table is read again, not before', async () => {
    const tables = open();
    const version = tables.current().version;
    await run(`import csv ${save('a.csv', 'date,asset,price\n2020-01-02,BTC,1\n')}`);
    expect(tables.current().version).toBe(version);
    tables.reload();
    expect(tables.current().version).not.toBe(version);
  });

  it('go before those of exchanges for the same day', async () => {
    await run(`import csv ${save('a.csv', 'date,asset,price\n2020-01-02,BTC,5\n')}`);
    await run(`import binance ${save('b.json', `[[${Date.parse('2020-01-02')},"1","1","1","4"]]`)} --asset BTC`);
    const table = open().current();
    expect(table.rows('BTC', 'USD')).toMatchObject([{ source: 'file', nano: 5_000_000_000n }]);
    expect(table.others('BTC', 'USD')).toMatchObject([{ source: 'binance', nano: 4_000_000_000n }]);
  });

  it('are refused whole where no row is good, and nothing is written', async () => {
    const file = save('a.csv', 'date,asset,price\nnever,BTC,1\n');
    await expect(run(`import csv ${file}`)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(run(`import csv ${join(dataDir, 'absent')}`)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(run(`import bundled ${file}`)).rejects.toThrow(/comes with the software/);
    await expect(run(`import nowhere ${file}`)).rejects.toThrow(/no price source "nowhere"/);
    expect(open().current().assets).toEqual([]);
  });
});

describe('a damaged file', () => {
  it('is left out with a warning at the start, and refused when the table is read again', async () => {
    await run(`import csv ${save('a.csv', 'date,asset,price\n2020-01-02,BTC,5\n')}`);
    const tables = open();
    writeFileSync(join(dataDir, 'prices', 'csv.csv.gz'), 'damaged');
    expect(() => tables.reload()).toThrow(/cannot be unpacked/);
    expect(tables.current().assets).toEqual(['BTC']);
    expect(open().problems).toEqual([expect.stringContaining('csv.csv.gz')]);
    expect(open().current().assets).toEqual([]);
  });
});

describe('prices of a source', () => {
  /** Klines for every requested day, up to the present one. */
  const asked: string[] = [];
  const exchange: Transport = async (url) => {
    asked.push(url.href);
    const from = Number(url.searchParams.get('startTime'));
    const lines: unknown[] = [];
    for (let day = Math.max(from, Date.parse('2020-01-01')); day <= now().getTime(); day += DAY_MS)
      lines.push([day, '1', '1', '1', '2']);
    return { status: 200, location: undefined, body: Buffer.from(JSON.stringify(lines)) };
  };

  it('are not requested unless the source is allowed', async () => {
    asked.length = 0;
    await expect(run('refresh binance', exchange)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(asked).toEqual([]);
  });

  it('are requested from the first day, then only for days that are missing', async () => {
    await run('allow binance');
    expect(said.at(-1)).toBe('Binance daily klines may now be requested at https://data-api.binance.vision.');
    asked.length = 0;
    await run('refresh binance --asset ltc', exchange);
    expect(asked[0]).toContain(`symbol=LTCUSDT&interval=1d&startTime=${Date.parse('2017-08-17')}`);
    expect(
      open()
        .current()
        .rows('LTC', 'USD')
        .map(({ day }) => day),
    ).toEqual(['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04', '2020-01-05']);
    expect(readFileSync(join(dataDir, 'outbound.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2 * asked.length);
    asked.length = 0;
    await run('refresh binance --asset LTC', exchange);
    expect(asked).toEqual([]);
    expect(said.at(-1)).toBe('LTC: nothing is missing up to 2020-01-05.');
    await expect(run('refresh binance --asset XYZ', exchange)).rejects.toThrow(/not used for XYZ/);
    await run('forbid binance');
    await expect(run('refresh binance --asset ETH', exchange)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(run('refresh csv', exchange)).rejects.toThrow(/cannot be requested/);
  });
});

describe('the words of the command', () => {
  const none = { asset: undefined, columns: undefined };

  it.each([
    [['sell'], none, /Prices have no action "sell"/],
    [['list', 'x'], none, /"x" is not understood/],
    [['import'], none, /Which source/],
    [['import', 'csv'], none, /Which file/],
    [['refresh', 'ecb', 'x'], none, /"x" is not understood/],
    [['import', 'csv', 'a', 'b'], none, /one word too many/],
    [['import', 'csv', 'a'], { ...none, columns: 'when=Day' }, /--columns takes/],
    [['import', 'csv', 'a'], { ...none, asset: 'Bitcoin!' }, /--asset takes/],
  ] as const)('%j is refused', (words, given, message) => {
    expect(() => parsePriceOptions(words, given)).toThrow(message);
  });
});
