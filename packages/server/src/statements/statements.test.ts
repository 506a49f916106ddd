import { statementLossRoutes } from '@trailmark/api/contract/statement-losses';
import { statementRequest } from '@trailmark/api/contract/statement-wire';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { ChainId } from '@trailmark/core/chain';
import { type PriceReader, toFiat } from '@trailmark/core/price';
import { priceDayOf, type StatementLine } from '@trailmark/core/statement/statement';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { readWorkbook } from '@trailmark/documents/reading/read-workbook';
import { streamXlsx } from '@trailmark/documents/xlsx';
import { describe, expect, test } from 'vitest';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import * as ofLedgers from '../ledger/ledgers.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import {
  createSampleAccountReader,
  ETHER,
  KEY,
  SAMPLE_ACCOUNT_PRICES,
  SAMPLE_TOKENS,
} from '../testing/sample-account-ledger.ts';
import { ADDRESS, COIN, coinbase, SAMPLE_BLOCKS, spend } from '../testing/sample-ledger.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import * as ofCompareRecords from './compare-records.ts';
import { KeptStatements } from './kept-statements.ts';
import * as ofListLines from './list-lines.ts';
import * as ofLossFiles from './loss-files.ts';
import { LOSS_FILES } from './loss-files.ts';
import * as ofRunStatement from './run-statement.ts';
import * as ofStatementFiles from './statement-files.ts';
import * as ofVictimLosses from './victim-losses.ts';

const recorded = new WatchedResults();
const { createLedgers } = recorded.watch(ofLedgers);
const { compareRecords } = recorded.watch(ofCompareRecords);
const { listLines } = recorded.watch(ofListLines);
const { toLossDocument } = recorded.watch(ofLossFiles);
const { openStatement } = recorded.watch(ofRunStatement);
const { openStatementFile } = recorded.watch(ofStatementFiles);
const { readVictimLosses } = recorded.watch(ofVictimLosses);

const minted = coinbase(0, { to: 'alice', coins: 50 });
const shared = spend([[minted, 0]], { to: 'bob', coins: 20 }, { to: 'carol', coins: 5 }, { to: 'alice', coins: 24.9 });
const STORY = [
  { height: 0, transactions: [minted] },
  { height: 1, transactions: [coinbase(1, { to: 'frank', coins: 50 }), shared] },
];

/** The same with two blocks missing between them. */
const WITH_A_GAP = STORY.map((block) => (block.height === 0 ? block : { ...block, height: 3 }));

function depsOf(blocks: Parameters<typeof buildLedger>[1] = STORY): TraceDeps {
  const ledgers = createLedgers({
    readers: new Map<ChainId, ReturnType<typeof buildLedger> | ReturnType<typeof createSampleAccountReader>>([
      ['btc', buildLedger('btc', blocks)],
      ['eth', createSampleAccountReader()],
    ]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  const knowledge = { ...NO_KNOWLEDGE, prices: () => SAMPLE_ACCOUNT_PRICES, tokens: SAMPLE_TOKENS };
  return { ledgers, knowledge };
}

const eth = (key: string) => formatAccount(getAccountChain('eth'), key);
const of = (chain: 'btc' | 'eth', ...texts: readonly string[]) => ({
  subjects: texts.map((text) => ({ kind: 'address' as const, chain, text })),
});
const ask = (input: Parameters<typeof statementRequest.parse>[0]) => statementRequest.parse(input);

async function state(input: Parameters<typeof ask>[0], deps = depsOf()) {
  const open = await openStatement(deps, ask(input), { read: {}, keepsSums: true });
  const lines: StatementLine[] = [];
  const stream = open.lines();
  for (;;) {
    const next = await stream.next();
    if (next.done) return { open, lines, result: next.value };
    lines.push(...next.value);
  }
}

test('a statement of a chain of outputs: one line for each receiver, the fee on the first', async () => {
  const { lines, result } = await state(of('btc', ADDRESS.alice));
  expect(lines.map(({ type, legs, fee }) => [type, legs[0]?.amount, fee?.amount])).toEqual([
    ['mining', 50n * COIN, undefined],
    ['withdrawal', -20n * COIN, -COIN / 10n],
    ['withdrawal', -5n * COIN, undefined],
  ]);
  expect(lines[1]?.parties[0]?.address).toBe(ADDRESS.bob);
  const [row] = result.balances;
  expect(row).toMatchObject({ opening: 0n, out: 25n * COIN, fees: COIN / 10n, closing: (249n * COIN) / 10n, gaps: [] });
});

test('addresses that are named together are one account: what moves between them is an own transfer', async () => {
  const { lines, result } = await state(of('btc', ADDRESS.alice, ADDRESS.bob, ADDRESS.carol));
  expect(lines.map(({ type }) => type)).toEqual(['mining', 'own-transfer']);
  expect(result.balances[0]).toMatchObject({ in: 50n * COIN, out: 0n, fees: COIN / 10n, closing: (499n * COIN) / 10n });
});

test('every asset of every account of the sample reconciles, and says what the index says', async () => {
  const deps = depsOf();
  for (const key of Object.values(KEY)) {
    const { result, lines } = await state({ ...of('eth', eth(key)), spam: true }, deps);
    for (const row of result.balances) {
      const sum = row.in - row.out - row.fees;
      if (row.closing !== undefined) expect((row.opening ?? 0n) + sum).toBe(row.closing);
      const { items } = await deps.ledgers.get('eth').transfers.balances(key, { offset: 0, limit: 100 });
      const held = items.find(({ asset }) => asset === row.asset.id);
      expect([row.asset.id, sum]).toEqual([row.asset.id, (held?.received ?? 0n) - (held?.sent ?? 0n)]);
    }
    const moved = lines.flatMap(({ legs, fee }) => (fee ? [...legs, fee] : legs));
    for (const row of result.balances) {
      const own = moved.filter(({ asset }) => asset === row.asset.id).reduce((total, leg) => total + leg.amount, 0n);
      expect(own).toBe(row.in - row.out - row.fees);
    }
  }
});

test('coins and tokens of two chains are one statement, ordered by time', async () => {
  const subjects = [...of('btc', ADDRESS.alice).subjects, ...of('eth', eth(KEY.alice)).subjects];
  const { lines, result, open } = await state({ subjects });
  expect(open.addressCount).toBe(2);
  expect(new Set(lines.map(({ chain }) => chain))).toEqual(new Set(['btc', 'eth']));
  const times = lines.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const genesis = lines.find(({ chain }) => chain === 'eth');
  expect(genesis).toMatchObject({ type: 'deposit', txid: undefined, legs: [{ amount: 100n * ETHER }] });
  expect(result.balances.map(({ chain }) => chain)).toContain('eth');
});

test('an address that was never used has zero, and no line', async () => {
  const { lines, result } = await state(of('eth', eth(KEY.unseen)));
  expect(lines).toEqual([]);
  expect(result.balances).toMatchObject([{ opening: 0n, in: 0n, out: 0n, fees: 0n, closing: 0n, gaps: [] }]);
});

test('where blocks are missing, balances are unknown and the reason says which', async () => {
  const { lines, result } = await state(of('btc', ADDRESS.alice), depsOf(WITH_A_GAP));
  const gaps = [expect.objectContaining({ reason: expect.stringMatching(/height/) })];
  expect(result.balances).toMatchObject([{ closing: undefined, gaps }]);
  expect(lines.length).toBeGreaterThan(0);
});

test('the same request gives the same hash, another period another', async () => {
  const [a, b] = [new KeptStatements(depsOf()), new KeptStatements(depsOf())];
  const request = ask(of('btc', ADDRESS.alice));
  const [first, second] = [await a.get(request, {}), await b.get(request, {})];
  expect(first.answer.hash).toBe(second.answer.hash);
  expect(await a.get(request, {})).toBe(first);
  const time = first.lines[1]?.time ?? 0;
  expect((await a.get({ ...request, from: time }, {})).answer.hash).not.toBe(first.answer.hash);
});

test('files of lines alone have the same bytes whether lines were kept or are read while the file is written', async () => {
  const deps = depsOf(SAMPLE_BLOCKS);
  const kept = new KeptStatements(deps);
  const letterhead = { agency: undefined, unit: undefined, particulars: [] };
  const write = async (statements: KeptStatements, format: 'csv' | 'koinly', input: Parameters<typeof ask>[0]) => {
    const file = { request: ask(input), format, second: undefined, letterhead };
    const { name, chunks } = await openStatementFile(deps, statements, file, { read: {}, writing: {} });
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    return { name, text: Buffer.concat(parts).toString() };
  };
  const subjects = [...of('btc', ADDRESS.alice).subjects, ...of('eth', eth(KEY.alice)).subjects];
  for (const group of ['transaction', 'day'] as const) {
    await kept.get(ask({ subjects, group }), {});
    for (const format of ['csv', 'koinly'] as const)
      expect(await write(kept, format, { subjects, group })).toEqual(
        await write(new KeptStatements(deps), format, { subjects, group }),
      );
  }
  const { text } = await write(kept, 'csv', { subjects });
  expect(text).toMatch(/^balance,eth,ETH,0.0+,/m);
  expect(text).toMatch(/^sha256_of_rows,[0-9a-f]{64}\r$/m);
});

test('lines are filtered and paged', async () => {
  const deps = depsOf();
  const kept = new KeptStatements(deps);
  const request = ask(of('btc', ADDRESS.alice));
  const list = (more: object) => listLines(deps, kept, { request, offset: 0, limit: 100, ...more }, {});
  expect(await list({ offset: 1, limit: 1 })).toMatchObject({ total: 3, lines: [{ no: 2 }] });
  expect(await list({ types: ['mining'] })).toMatchObject({ total: 1, lines: [{ no: 1 }] });
  expect(await list({ direction: 'out', words: ADDRESS.carol.slice(4, 20) })).toMatchObject({
    total: 1,
    lines: [{ no: 3 }],
  });
  expect((await list({ asset: 'eth' })).total).toBe(0);
});

test('a wallet by its descriptor is the addresses of it that were used', async () => {
  const text = `addr(${ADDRESS.alice})`;
  const { open, result } = await state({ subjects: [{ kind: 'descriptor', chain: 'btc', text }] });
  expect(open.subjects).toMatchObject([{ addresses: 1, basis: expect.stringMatching(/gap limit 20/) }]);
  expect(result.balances[0]?.closing).toBe((249n * COIN) / 10n);
  const unused = {
    kind: 'descriptor' as const,
    chain: 'btc' as const,
    text: 'addr(1BitcoinEaterAddressDontSendf59kuE)',
  };
  await expect(state({ subjects: [unused] })).rejects.toThrow(/seen none/);
});

test('records of a service are read by the names of their columns, and compared both ways', async () => {
  const kept = new KeptStatements(depsOf());
  const request = ask(of('btc', ADDRESS.alice));
  const { lines } = await kept.get(request, {});
  const [, paid] = lines;
  const at = new Date((paid?.time ?? 0) * 1_000).toISOString();
  const text = [
    'Created At;Type;Coin;Quantity;Blockchain Transaction ID',
    `${at};Deposit;BTC;20,00000000;${paid?.txid}`,
    `${at};Deposit;BTC;7,5;${'f'.repeat(64)}`,
    'never;Deposit;BTC;1,0;',
  ].join('\r\n');
  const answer = await compareRecords(kept, { request, text, toleranceSeconds: 3_600 }, {});
  expect(answer.mapping).toMatchObject({
    fields: ['time', 'direction', 'asset', 'amount', 'txid'],
    decimalComma: true,
  });
  expect(answer.counts).toEqual({ 'ledger-only': 2, 'records-only': 1, differs: 0, matched: 1 });
  expect(answer.matches.find(({ finding }) => finding === 'matched')).toMatchObject({
    by: 'txid',
    ledger: { line: 2 },
  });
  expect(answer.refused).toMatchObject([{ line: 4, reason: expect.stringMatching(/never/) }]);
});

test('a file with three ways of writing dates, decimal commas and formulas is read row by row, and nothing of it is lost', async () => {
  const kept = new KeptStatements(depsOf());
  const request = ask(of('btc', ADDRESS.alice));
  const { lines } = await kept.get(request, {});
  const text = [
    '\ufeffDatum;Typ;Währung;Betrag;TxID',
    `${new Date((lines[1]?.time ?? 0) * 1_000).toISOString()};Deposit;BTC;20,00000000;${lines[1]?.txid}`,
    '13.01.2009 10:00;Deposit;BTC;"1.234,5";',
    'Jan 14, 2009, 10:00:00 AM;Withdrawal;BTC;0,25;',
    '15.01.2009 10:00;Deposit;BTC;=20+1;',
    '=HYPERLINK("http://a.example");Deposit;BTC;1,0;',
  ].join('\n');
  const answer = await compareRecords(kept, { request, text, toleranceSeconds: 600 }, {});
  expect(answer.mapping).toMatchObject({ decimalComma: true, dateOrder: 'day-first' });
  expect(answer.counts).toEqual({ 'ledger-only': 2, 'records-only': 2, differs: 0, matched: 1 });
  const open = answer.matches.flatMap(({ finding, record }) => (finding === 'records-only' && record ? [record] : []));
  expect(open.map(({ line, amount, time = 0 }) => [line, amount, new Date(time * 1_000).toISOString()])).toEqual([
    [3, '1234.5', '2009-01-13T10:00:00.000Z'],
    [4, '0.25', '2009-01-14T10:00:00.000Z'],
  ]);
  expect(answer.refused.map(({ line, reason }) => [line, /=(20|HYPERLINK)/.test(reason)])).toEqual([
    [5, true],
    [6, true],
  ]);
});

test('records come as a workbook, too: from the sheet with the most rows, below its titles', async () => {
  const kept = new KeptStatements(depsOf());
  const request = ask(of('btc', ADDRESS.alice));
  const { lines } = await kept.get(request, {});
  const [, paid] = lines;
  const rows = [
    ['Records of a service'],
    ['Created At', 'Type', 'Coin', 'Quantity', 'Transaction ID'],
    [new Date((paid?.time ?? 0) * 1_000).toISOString(), 'Deposit', 'BTC', { number: '20' }, paid?.txid ?? ''],
  ];
  const parts: Uint8Array[] = [];
  for await (const part of streamXlsx([
    { name: 'Cover', rows: [['Hello']] },
    { name: 'Deposits', rows },
  ]))
    parts.push(part);
  const workbook = Buffer.concat(parts).toString('base64');
  const answer = await compareRecords(kept, { request, workbook, toleranceSeconds: 3_600 }, {});
  expect(answer).toMatchObject({ sheets: ['Cover', 'Deposits'], sheet: 'Deposits', headerLine: 2, rowCount: 1 });
  expect(answer.counts).toEqual({ 'ledger-only': 2, 'records-only': 0, differs: 0, matched: 1 });
  const asked = (more: object) => compareRecords(kept, { request, toleranceSeconds: 0, ...more }, {});
  await expect(asked({ workbook, sheet: 'Cover' })).rejects.toThrow(/at least one row/);
  await expect(asked({})).rejects.toThrow(/either the text/);
});

test('a file without amounts is shown so that somebody can name its columns, and a wrong mapping is refused', async () => {
  const kept = new KeptStatements(depsOf());
  const request = ask(of('btc', ADDRESS.alice));
  const text = 'a,b\n=cmd(),2';
  const answer = await compareRecords(kept, { request, text, toleranceSeconds: 0 }, {});
  expect(answer).toMatchObject({ header: ['a', 'b'], sample: [['=cmd()', '2']], counts: { matched: 0 } });
  const mapping = { ...answer.mapping, fields: ['ignore' as const] };
  await expect(compareRecords(kept, { request, text, mapping, toleranceSeconds: 0 }, {})).rejects.toThrow(/2 columns/);
  await expect(compareRecords(kept, { request, text: 'a,b', toleranceSeconds: 0 }, {})).rejects.toThrow(
    /at least one row/,
  );
});

describe('losses of victims', () => {
  const time = (lines: readonly StatementLine[], at: number) => lines[at]?.time ?? 0;
  const lossRequest = (victims: readonly object[], more: object = {}) =>
    statementLossRoutes.listVictimLosses.body.parse({ ...of('btc', ADDRESS.bob, ADDRESS.carol), victims, ...more });

  test('are what victims paid the set, grouped by victim, with what is not of anybody', async () => {
    const deps = depsOf();
    const { lines } = await state(of('btc', ADDRESS.alice));
    const asked = [
      { name: 'Customer 7', reference: 'V-1', addresses: [{ chain: 'btc', text: ADDRESS.alice }] },
      { name: 'Customer 8' },
    ];
    const answer = await readVictimLosses(deps, lossRequest(asked, { available: 90_000_000n.toString() }), {});
    expect(answer.payments).toMatchObject([
      { way: 'paid', basis: 'addresses', victims: [0], amount: 20n * COIN, payers: [ADDRESS.alice], paid: ADDRESS.bob },
      { amount: 5n * COIN, paid: ADDRESS.carol, time: time(lines, 1) },
    ]);
    expect(answer.victims).toMatchObject([
      { count: 2, sums: [{ paid: 25n * COIN }] },
      { count: 0, loss: 0n },
    ]);
    expect(answer).toMatchObject({ others: [], jointCount: 0, notFound: [], gaps: [] });
    expect((await readVictimLosses(deps, lossRequest(asked, { available: '90000000' }), {})).hash).toBe(answer.hash);
  });

  test('state from which block on payments may be missing', async () => {
    const losses = (blocks?: typeof STORY, more: object = {}) =>
      readVictimLosses(depsOf(blocks), lossRequest([{ name: 'Customer 7' }], more), {});
    const reason = expect.stringMatching(/height/);
    expect((await losses(WITH_A_GAP)).gaps).toEqual([{ chain: 'btc', fromHeight: 1, reason }]);
    expect((await losses()).gaps).toEqual([]);
  });

  test('name a transaction where no address of theirs paid, and say which was not found', async () => {
    const { lines } = await state(of('btc', ADDRESS.alice));
    const txid = lines[1]?.txid ?? '';
    const transactions = [
      { chain: 'btc', txid: `0x${txid.toUpperCase()}` },
      { chain: 'btc', txid: 'f'.repeat(64) },
    ];
    const answer = await readVictimLosses(depsOf(), lossRequest([{ name: 'Customer 7', transactions }]), {});
    expect(answer.payments.map(({ basis }) => basis)).toEqual(['named', 'named']);
    expect(answer.notFound).toEqual([{ victim: 0, chain: 'btc', txid: 'f'.repeat(64) }]);
  });

  test('are refused where the list contradicts itself or names nothing that a chain writes', async () => {
    const ask = (victim: object) => readVictimLosses(depsOf(), lossRequest([{ name: 'Customer 7', ...victim }]), {});
    await expect(ask({ addresses: [{ chain: 'btc', text: ADDRESS.bob }] })).rejects.toThrow(/and of the suspects/);
    await expect(ask({ transactions: [{ chain: 'btc', txid: 'abc' }] })).rejects.toThrow(/64 hexadecimal/);
    expect(() => lossRequest([])).toThrow(/empty/);
  });

  test('are files: the payments with their victim, and the list', async () => {
    const deps = depsOf();
    const victims = [{ name: '=cmd()', reference: 'V-1', addresses: [{ chain: 'btc', text: ADDRESS.alice }] }];
    const answer = await readVictimLosses(deps, lossRequest(victims, { available: '100500000' }), {});
    const particulars = [{ name: 'Case', value: '2026-0417 Harbour' }];
    const document = toLossDocument(deps, answer, { agency: 'Harbour Police', unit: undefined, particulars });
    const write = async (format: 'csv' | 'xlsx' | 'pdf') => {
      const parts: Uint8Array[] = [];
      for await (const part of LOSS_FILES[format].stream(document)) parts.push(part);
      return Buffer.concat(parts);
    };
    const csv = (await write('csv')).toString();
    expect(csv).toContain('Case,2026-0417 Harbour');
    expect(csv).toContain('To distribute,100.50 USD');
    expect(csv).toMatch(/1,1,V-1,'=cmd\(\),paid,from an address of the victim,.*,20\.00000000,/);
    const sheets = readWorkbook(await write('xlsx'));
    expect([...sheets.rows('Restitution')].map(({ cells }) => cells.slice(0, 4))).toEqual([
      ['No.', 'Reference', 'Victim', 'Payments'],
      ['1', 'V-1', '=cmd()', '2'],
      ['Sum', '', '', '2'],
    ]);
    const pdf = await write('pdf');
    expect(pdf.equals(await write('pdf'))).toBe(true);
  });
});

test('input that cannot be answered says why', async () => {
  await expect(state(of('btc', 'not an address'))).rejects.toThrow(/address/i);
  await expect(state({ ...of('btc', ADDRESS.alice), currency: 'XXX' })).rejects.toThrow(/no values in XXX/);
  await expect(state({ subjects: [{ kind: 'cluster', chain: 'eth', text: eth(KEY.alice) }] })).rejects.toThrow(
    /cluster/,
  );
  expect(() => ask({ ...of('btc', ADDRESS.alice), zone: 'Mars/Olympus' })).toThrow(/time zone/);
  expect(() => ask({ ...of('btc', ADDRESS.alice), from: 10, to: 10 })).toThrow(/ends before it begins/);
  expect(() => ask({ ...of('btc', ADDRESS.alice), gapLimit: 1_000_000 })).toThrow(/1000/);
  const wrong = { kind: 'descriptor' as const, chain: 'btc' as const, text: `addr(${ADDRESS.alice})#qqqqqqqq` };
  await expect(state({ subjects: [wrong] })).rejects.toThrow(/checksum/);
});

test('a period before the ledger begins opens and closes with nothing, and is no error', async () => {
  const { lines, result } = await state({ ...of('btc', ADDRESS.alice), from: 1, to: 2 });
  expect(lines).toEqual([]);
  expect(result.balances).toMatchObject([{ opening: 0n, in: 0n, out: 0n, fees: 0n, closing: 0n }]);
});

test.each(['day-close', 'previous-close'] as const)(
  'names the price behind every value, by the rule %s',
  async (priceRule) => {
    const known = depsOf();
    const prices: PriceReader = {
      ...SAMPLE_ACCOUNT_PRICES,
      rows: () => [],
      // Another one each day, and of the coin alone.
      price: (asset, _, day) =>
        asset === 'ETH' ? { day, nano: BigInt(Date.parse(day)) * 7_919n, source: 'test' } : undefined,
    };
    const deps = { ...known, knowledge: { ...known.knowledge, prices: () => prices } };
    let valued = 0;
    for (const key of Object.values(KEY)) {
      const input = { ...of('eth', eth(key)), priceRule };
      const { result, lines } = await state(input, deps);
      const rateOf = new Map(result.rates.map((rate) => [`${rate.asset} ${rate.day}`, rate]));
      const decimals = new Map(result.balances.map(({ asset }) => [asset.id, asset.decimals]));
      for (const { time, legs, fee } of lines)
        for (const { asset, amount, value } of fee ? [...legs, fee] : legs) {
          const rate = rateOf.get(`${asset} ${priceDayOf(time, priceRule)}`);
          expect(value).toBe(rate && toFiat(amount, decimals.get(asset) ?? 0, rate.nano));
          if (rate) valued += 1;
        }
      expect(result.rates).toEqual(
        result.rates.toSorted((a, b) => (`${a.asset} ${a.day}` < `${b.asset} ${b.day}` ? -1 : 1)),
      );
      const page = await listLines(deps, new KeptStatements(deps), { request: ask(input), offset: 0, limit: 1 }, {});
      const days = page.lines.map(({ time }) => priceDayOf(time, priceRule));
      expect(page.rates.filter(({ day }) => !days.includes(day))).toEqual([]);
    }
    expect(valued).toBeGreaterThan(0);
  },
);

test('where prices end midway, later lines are blank and counted, and earlier sums of money stay', async () => {
  const deps = depsOf();
  const { lines: all } = await state(of('eth', eth(KEY.alice)), deps);
  const days = all.map(({ time }) => new Date(time * 1_000).toISOString().slice(0, 10)).toSorted();
  const last = days[Math.floor(days.length / 2)] ?? '';
  const prices: PriceReader = {
    ...SAMPLE_ACCOUNT_PRICES,
    rows: () => [],
    price: (asset, _, day) =>
      asset === 'ETH' && day < last ? { day, nano: 2_000n * 10n ** 9n, source: 'test' } : undefined,
  };
  const knowledge = { ...deps.knowledge, prices: () => prices };
  const { lines, result } = await state(of('eth', eth(KEY.alice)), { ...deps, knowledge });
  const isOpen = (line: StatementLine) =>
    [...line.legs, ...(line.fee ? [line.fee] : [])].some(({ value }) => value === undefined);
  expect(result.unpricedCount).toBe(lines.filter(isOpen).length);
  expect(result.unpricedCount).toBeGreaterThan(0);
  const own = lines.flatMap(({ legs }) => legs).filter(({ value }) => (value ?? 0n) > 0n);
  const months = result.totals.month.reduce((sum, { valueIn }) => sum + valueIn, 0n);
  expect(months).toBe(own.reduce((sum, { value }) => sum + (value ?? 0n), 0n));
});

test('a file of more rows than can be compared is refused with what to do', async () => {
  const text = `Date,Amount\n${'2024-01-01,1\n'.repeat(50_002)}`;
  const query = { request: ask(of('btc', ADDRESS.alice)), text, toleranceSeconds: 600 };
  await expect(compareRecords(new KeptStatements(depsOf()), query, {})).rejects.toThrow(/more than 50,000 rows. Split/);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/statements.txt');
});
