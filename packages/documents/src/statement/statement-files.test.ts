import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { StatementTemplate } from '@trailmark/core/statement/statement';
import { expect, test } from 'vitest';
import { encodeCsvRow } from '../csv.ts';
import { readWorkbook, WorkbookEvaluator } from '../testing/evaluate-workbook.ts';
import { sampleStatement } from '../testing/sample-statement.ts';
import { KOINLY_COLUMNS, KOINLY_SIMPLE_COLUMNS, streamKoinlyCsv, streamKoinlySimpleCsv } from './koinly-csv.ts';
import { LINE_COLUMNS } from './line-cells.ts';
import { streamStatementCsv } from './statement-csv.ts';
import type { StatementDocument } from './statement-document.ts';
import { streamStatementJson } from './statement-json.ts';
import { toStatementRows } from './statement-rows.ts';
import { streamStatementXlsx } from './statement-xlsx.ts';
import { createZoneClock } from './zone-clock.ts';

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Records of RFC 4180, read apart from what writes them. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g;
  for (const [, quoted, plain = '', end] of text.matchAll(fields)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** Smallest units of an amount with these places. */
function toUnits(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  expect(fraction.length).toBe(places);
  return BigInt(whole + fraction);
}

test('the CSV has a row for each pair of amounts, and its columns add up to the lines', async () => {
  const rows = readCsv((await collect(streamStatementCsv(toStatementRows(sampleStatement(400))))).toString());
  const start = rows.findIndex(([first]) => first === 'kind');
  expect(rows[start]).toEqual(LINE_COLUMNS);
  const at = (name: string) => LINE_COLUMNS.indexOf(name);
  const lines = rows.slice(start + 1).filter(([kind]) => kind === 'line');
  const sums = { in: 0n, out: 0n, fee: 0n };
  for (const row of lines)
    for (const side of ['in', 'out', 'fee'] as const)
      if (row[at(`${side}_asset`)] === 'btc') sums[side] += toUnits(row[at(`${side}_amount`)] ?? '', 8);
  const wanted = { in: 0n, out: 0n, fee: 0n };
  for await (const batch of sampleStatement(400).lines)
    for (const { legs, fee } of batch) {
      for (const { asset, amount } of legs)
        if (asset === 'btc') wanted[amount < 0n ? 'out' : 'in'] += amount < 0n ? -amount : amount;
      if (fee?.asset === 'btc') wanted.fee -= fee.amount;
    }
  expect(sums).toEqual(wanted);
  const gap = rows.find(([kind]) => kind === 'gap');
  expect(gap?.[at('note')]).toMatch(/History incomplete from block 24,581,093/);
  expect(rows.at(-2)).toEqual(['rows', String(lines.length + 1)]);
});

test('the prices behind the values are in every file, with their day and source', async () => {
  const text = (await collect(streamStatementCsv(toStatementRows(sampleStatement(3))))).toString();
  expect(text).toContain('rate,btc,BTC,2026-01-02,65912.34,Coin Metrics\r\n');
  expect(text).toContain('rate,eth,ETH,2026-01-02,0.000050541,');
  const book = readWorkbook(await collect(streamStatementXlsx(sampleStatement(3))));
  expect(book.get('Prices')?.[1]?.map(({ text: cell, number }) => number ?? cell)).toEqual([
    ...['btc', 'BTC', '2026-01-02', 65912.34, 'Coin Metrics'],
  ]);
});

test('the digest at the end of the CSV is that of its rows', async () => {
  const text = (await collect(streamStatementCsv(toStatementRows(sampleStatement(10))))).toString();
  const start = text.indexOf('arrival_txid\r\n') + 'arrival_txid\r\n'.length;
  const own = text.slice(start, text.indexOf('balances,asset,'));
  expect(text).toContain(`sha256_of_rows,${createHash('sha256').update(own).digest('hex')}`);
});

test('no cell of a file starts a formula, whatever a label says', async () => {
  const document = sampleStatement(90);
  const hostile: StatementDocument = { ...document, head: { ...document.head, subjects: ['=cmd|calc', '+1', '\t-1'] } };
  for (const text of [
    await collect(streamStatementCsv(toStatementRows(hostile))),
    await collect(streamKoinlyCsv(toStatementRows(sampleStatement(90)))),
  ]) {
    for (const cell of readCsv(text.toString()).flat())
      if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[\s\0]*[=+\-@]/);
  }
});

test('Koinly gets its own columns, values where there is a price, and no ticker of strangers', async () => {
  const rows = readCsv((await collect(streamKoinlyCsv(toStatementRows(sampleStatement(12))))).toString());
  expect(rows[0]?.join(',')).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  );
  expect(rows[0]).toEqual([...KOINLY_COLUMNS]);
  for (const row of rows) expect(row).toHaveLength(12);
  expect(rows[1]?.slice(0, 9)).toEqual([
    '2026-03-01 01:20:31 UTC',
    '',
    '',
    '0.06000018',
    'BTC',
    '',
    '',
    '1015037.78',
    'USD',
  ]);
  const failed = rows.find((row) => row[10]?.startsWith('failed-fee'));
  expect(failed?.slice(1, 7)).toEqual(['0.000087440230000000', 'ETH', '', '', '', '']);
  expect(failed?.[9]).toBe('cost');
  expect(rows.some((row) => row[4] === `eth:0x${'5a'.repeat(20)}`)).toBe(true);
  expect(rows.some((row) => row.includes('unknown token'))).toBe(false);
});

test('no validator’s withdrawal is exported as income', async () => {
  const statement = toStatementRows(sampleStatement(2));
  async function* withdrawals() {
    for await (const lines of statement.lines)
      yield lines.map((line) => ({ ...line, type: 'validator-withdrawal' as const }));
  }
  const rows = readCsv((await collect(streamKoinlyCsv({ ...statement, lines: withdrawals() }))).toString());
  expect(rows[1]?.slice(9, 11)).toEqual(['', expect.stringMatching(/^validator-withdrawal;/)]);
});

test('Koinly’s simple format has one signed amount a row, which add up to the lines', async () => {
  const text = (await collect(streamKoinlySimpleCsv(toStatementRows(sampleStatement(200))))).toString();
  const [head, ...rows] = readCsv(text);
  expect(head).toEqual([...KOINLY_SIMPLE_COLUMNS]);
  expect(rows[0]?.slice(0, 3)).toEqual(['2026-03-01 01:20 UTC', '0.06000018', 'BTC']);
  let [sum, wanted] = [0n, 0n];
  for (const [, amount = '', currency] of rows)
    if (currency === 'BTC') sum += amount.startsWith('-') ? -toUnits(amount.slice(1), 8) : toUnits(amount, 8);
  for await (const batch of sampleStatement(200).lines)
    for (const { asset, amount } of batch.flatMap(({ legs, fee }) => (fee ? [...legs, fee] : legs)))
      if (asset === 'btc') wanted += amount;
  expect(sum).toBe(wanted);
});

test('a CSV that is read and written again has the same bytes', async () => {
  const rows = () => toStatementRows(sampleStatement(120));
  for (const chunks of [streamStatementCsv(rows()), streamKoinlyCsv(rows())]) {
    const text = (await collect(chunks)).toString();
    const read = readCsv(text).map((row) => row.map((cell) => (/^-[\d.]+$/.test(cell) ? { number: cell } : cell)));
    expect(read.map(encodeCsvRow).join('')).toBe(text);
  }
});

const forTemplate = (document: StatementDocument, template: StatementTemplate): StatementDocument => ({
  ...document,
  head: { ...document.head, request: { ...document.head.request, template } },
});

test('lots are for taxes and courts: a bank statement has none, a tax statement has them before the totals', async () => {
  const sheetsOf = async (template: StatementTemplate) => [
    ...readWorkbook(await collect(streamStatementXlsx(forTemplate(sampleStatement(5), template)))).keys(),
  ];
  expect(await sheetsOf('bank')).toEqual(['Balances', 'Lines', 'Totals', 'Prices', 'About']);
  expect(await sheetsOf('tax')).toEqual(['Balances', 'Lines', 'Lots', 'Totals', 'Prices', 'About']);
});

test('a total of which no amount has a price says so, and zero is never shown for it', async () => {
  const statement = sampleStatement(3);
  const month = statement.totals.month.map((total) => ({ ...total, valueIn: 0n, unpriced: 17 }));
  const totals = { ...statement.totals, month };
  const [head, first] = readWorkbook(await collect(streamStatementXlsx({ ...statement, totals }))).get('Totals') ?? [];
  expect(head?.slice(9).map(({ text }) => text)).toEqual([
    'Value in',
    'Value out',
    'Amounts',
    'Amounts without a price',
  ]);
  expect([first?.[9]?.text, first?.[10]?.number]).toEqual(['no price', 421_806.4]);
});

test('the workbook: live sums give what is stated, digits a double cannot hold are text, hostile text stays text', async () => {
  const book = readWorkbook(await collect(streamStatementXlsx(forTemplate(sampleStatement(90), 'exhibit'))));
  expect([...book.keys()]).toEqual(['Balances', 'Lines', 'Totals', 'Lots', 'Prices', 'About']);
  const evaluator = new WorkbookEvaluator(book);
  let formulas = 0;
  for (const [name, rows] of book)
    for (const { formula, number } of rows.flat()) {
      if (formula === undefined) continue;
      formulas++;
      expect(formula).toMatch(/^(SUM|ROUND)\(/);
      if (name !== 'Balances' || !formula.includes('-')) expect(evaluator.reckon(name, formula)).toBe(number);
    }
  expect(formulas).toBeGreaterThan(8);
  const [, btc, eth] = book.get('Balances') ?? [];
  expect(btc?.[9]).toMatchObject({ formula: 'ROUND(F2+G2-H2-I2,8)', number: 6.84940246 });
  expect(eth?.[9]).toMatchObject({ text: '0.080698306155000000', formula: undefined });
  const cells = [...book.values()].flat(2);
  expect(cells.some(({ text }) => text === '=1+1')).toBe(true);
  expect(cells.filter(({ formula }) => formula !== undefined && /HYPERLINK|1\+1/.test(formula))).toEqual([]);
  const json = await collect(streamStatementJson(forTemplate(sampleStatement(90), 'exhibit')));
  expect(book.get('About')?.at(-1)?.[1]?.text).toBe(createHash('sha256').update(json).digest('hex'));
});

test('clocks change within a day and once a quarter of an hour', () => {
  const berlin = createZoneClock('Europe/Berlin');
  const change = Date.UTC(2026, 2, 29, 1) / 1000;
  expect(berlin(change - 1)).toEqual({ day: '2026-03-29', time: '01:59:59', offset: '+01:00' });
  expect(berlin(change)).toEqual({ day: '2026-03-29', time: '03:00:00', offset: '+02:00' });
  expect(createZoneClock('Asia/Kathmandu')(0 + 1_772_323_200)).toEqual({
    day: '2026-03-01',
    time: '05:45:00',
    offset: '+05:45',
  });
  expect(createZoneClock('America/St_Johns')(1_772_323_200).offset).toBe('-03:30');
  expect(createZoneClock('UTC')(1_772_323_200)).toEqual({ day: '2026-03-01', time: '00:00:00', offset: 'Z' });
  expect(() => createZoneClock('Mars/Olympus')(0)).toThrow(/time zone/);
});

test('the bytes of every format are the same in any zone and language of the machine', () => {
  const script = fileURLToPath(new URL('../testing/print-statement-digests.ts', import.meta.url));
  const run = (env: Record<string, string>) => {
    const { stdout, stderr } = spawnSync(process.execPath, [script], {
      env: { PATH: process.env.PATH ?? '', ...env },
      encoding: 'utf8',
    });
    return stdout || stderr;
  };
  const first = run({ TZ: 'UTC', LANG: 'C', LC_ALL: 'C' });
  expect(first.trim().split('\n')).toHaveLength(5);
  expect(run({ TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' })).toBe(first);
  expect(run({ TZ: 'America/New_York', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' })).toBe(first);
});
