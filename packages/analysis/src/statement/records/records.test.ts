import type { LedgerAmount, RecordMapping, RecordRow } from '@trailmark/core/statement/records';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofGuessMapping from './guess-mapping.ts';
import * as ofMatchRecords from './match-records.ts';
import * as ofReadRows from './read-rows.ts';

const recorded = new WatchedResults();
const { findHeader, guessMapping } = recorded.watch(ofGuessMapping);
const { matchRecords } = recorded.watch(ofMatchRecords);
const { readAmount, readRows, readTime } = recorded.watch(ofReadRows);

const START = Date.UTC(2024, 2, 1) / 1_000;
const txidOf = (number: number) => number.toString(16).padStart(64, 'a');
const ledgerOf = (i: number): LedgerAmount => ({
  ...{ line: i + 1, time: START + i * 7_200, txid: txidOf(i), asset: 'btc', symbol: 'BTC', decimals: 8 },
  ...{
    amount: 1_000_000n + BigInt(i) * 17n,
    direction: i % 3 === 0 ? ('out' as const) : ('in' as const),
    addresses: [],
  },
});
const recordOf = ({ line, time, txid, amount, direction }: LedgerAmount): RecordRow => ({
  ...{ line, time: time + 95, txid, asset: 'BTC', direction, fee: undefined, address: undefined, note: undefined },
  amount: `0.${amount.toString().padStart(8, '0')}`,
});

const AS_SERVICE: RecordMapping = {
  ...{ fields: ['time', 'direction', 'asset', 'amount', 'txid'], dateOrder: 'day-first', offsetMinutes: 0 },
  ...{ decimalComma: true, side: 'service' },
};

/** Rows as a service writes them, each date in another of three ways, and read again. */
function throughFile(records: readonly RecordRow[]): readonly RecordRow[] {
  const table = records.map(({ line, time = 0, direction, amount, asset, txid }) => {
    const [day = '', clock = ''] = new Date(time * 1_000).toISOString().slice(0, 19).split('T');
    const [year, month, date] = day.split('-');
    const ways = [`${day} ${clock}`, `${date}.${month}.${year} ${clock}`, `${date} Mar ${year}, ${clock} UTC`];
    const written = month === '03' ? ways[line % 3] : ways[line % 2];
    const words = direction === 'in' ? 'Withdrawal' : 'Deposit';
    return { line, cells: [written ?? '', words, asset, amount.replace('.', ','), txid ?? ''] };
  });
  const { rows, refused } = readRows(table, AS_SERVICE);
  expect(refused).toEqual([]);
  expect(rows).toHaveLength(records.length);
  return rows;
}

describe('matching', () => {
  test('finds each of 50 planted differences and no other', () => {
    const ledger = Array.from({ length: 400 }, (_, i) => ledgerOf(i));
    const records = ledger.map(recordOf);
    const planted: string[] = [];
    const withoutRecord = new Set<number>();
    const withoutLedger = new Set<number>();
    for (let i = 0; i < 50; i++) {
      const at = i * 8 + 3;
      const record = records[at] as RecordRow;
      if (i % 5 === 0) withoutRecord.add(at);
      if (i % 5 === 1) withoutLedger.add(at);
      if (i % 5 === 2) records[at] = { ...record, amount: '0.5' };
      if (i % 5 === 3) records[at] = { ...record, time: (record.time ?? 0) + 40 * 86_400 };
      if (i % 5 === 4) records[at] = { ...record, direction: record.direction === 'in' ? 'out' : 'in' };
      planted.push(`${['ledger-only', 'records-only', 'differs', 'differs', 'differs'][i % 5]} ${at + 1}`);
    }
    // A third of the rows name no transaction: amount and time must do.
    const rows = records
      .filter((_, i) => !withoutRecord.has(i))
      .map((row) =>
        row.line % 3 === 0 && !planted.some((one) => one.endsWith(` ${row.line}`)) ? { ...row, txid: undefined } : row,
      );
    const found = matchRecords(
      ledger.filter((_, i) => !withoutLedger.has(i)),
      throughFile(rows),
    );
    const differences = found.filter(({ finding }) => finding !== 'matched');
    const named = differences.map(({ finding, ledger: one, record }) => `${finding} ${one?.line ?? record?.line}`);
    expect(named.toSorted()).toEqual(planted.toSorted());
    expect(found.filter(({ by }) => by === 'amount-time').length).toBeGreaterThan(90);
    expect(
      found
        .filter(({ finding }) => finding === 'matched')
        .every(({ ledger: one, record }) => one?.line === record?.line),
    ).toBe(true);
  });

  test('what a person joins is one finding, one with many: sums are compared, and rules leave it alone', () => {
    const [first, second, third] = [ledgerOf(0), ledgerOf(3), ledgerOf(6)];
    const whole = first.amount + second.amount;
    const row = { ...recordOf(first), txid: undefined, amount: `0.${whole.toString().padStart(8, '0')}`, line: 90 };
    const joined = [{ ledger: [first, second], records: [90] }];
    const found = matchRecords([first, second, third], [row, recordOf(third)], 600, { joined, apart: [] });
    expect(found).toMatchObject([
      { finding: 'matched', by: 'hand', ledger: { line: 1 }, moreLedger: [{ line: 4 }], record: { line: 90 } },
      { finding: 'matched', by: 'txid', ledger: { line: 7 } },
    ]);
    const [short] = matchRecords([first, second, third], [{ ...row, amount: '0.02' }], 600, {
      joined,
      apart: [],
    }).filter(({ by }) => by === 'hand');
    expect(short).toMatchObject({ finding: 'differs', difference: 2_000_000n - whole });
    expect(() => matchRecords([first], [row], 600, { joined, apart: [] })).toThrow(/not in this comparison/);
  });

  test('what a person splits no rule joins again', () => {
    const one = ledgerOf(1);
    const apart = [{ ledger: one, record: one.line }];
    const row = recordOf(one);
    for (const record of [row, { ...row, txid: undefined }])
      expect(matchRecords([one], [record], 600, { joined: [], apart }).map(({ finding }) => finding)).toEqual([
        'ledger-only',
        'records-only',
      ]);
  });

  test('a row that names another transaction is not joined by its amount', () => {
    const found = matchRecords([ledgerOf(1)], [{ ...recordOf(ledgerOf(1)), txid: txidOf(99) }]);
    expect(found.map(({ finding }) => finding)).toEqual(['ledger-only', 'records-only']);
  });

  test('of two rows with one amount the nearest in time is joined', () => {
    const ledger = ledgerOf(1);
    const [near, far] = [600, 3_000].map((apart, i) => ({
      ...recordOf(ledger),
      line: i + 1,
      txid: undefined,
      time: ledger.time + apart,
    }));
    const found = matchRecords([ledger], [far as RecordRow, near as RecordRow]);
    expect(found.find(({ finding }) => finding === 'matched')?.record?.line).toBe(1);
  });
});

describe('what speaks for a match', () => {
  const one = ledgerOf(1);
  const nameless = { ...recordOf(one), txid: undefined };
  const compare = (row: Partial<RecordRow>, ledger: Partial<LedgerAmount> = {}, tolerance = 600) =>
    matchRecords([{ ...one, ...ledger }], [{ ...nameless, ...row }], tolerance)[0];
  const findings = (row: Partial<RecordRow>, ledger: Partial<LedgerAmount> = {}, tolerance = 600) =>
    compare(row, ledger, tolerance)?.finding;

  test('is the ticker in any letters, the asset itself, none at all, or the old one of bitcoin', () => {
    for (const asset of ['BTC', 'btc', ' Btc ', '', 'XBT', 'xbt']) expect(findings({ asset })).toBe('matched');
    expect(findings({ asset: 'ETH' })).toBe('ledger-only');
    expect(findings({ asset: 'XBT' }, { symbol: 'ETH', asset: 'eth' })).toBe('ledger-only');
    expect(findings({ asset: 'AB12' }, { symbol: 'T', asset: 'ab12' })).toBe('matched');
  });

  test('is the time, up to the tolerance and not a second more', () => {
    for (const apart of [600, -600]) expect(findings({ time: one.time + apart })).toBe('matched');
    for (const apart of [601, -601]) expect(findings({ time: one.time + apart })).toBe('ledger-only');
    expect(findings({ time: undefined })).toBe('ledger-only');
  });

  test('is the direction, where the row states one', () => {
    expect(one.direction).toBe('in');
    expect([findings({ direction: undefined }), findings({ direction: 'out' })]).toEqual(['matched', 'ledger-only']);
  });

  test('is the amount whatever zeros it is written with', () => {
    const whole = { amount: 300_000_000n };
    for (const amount of ['3', '3.0', '3.00000000']) expect(findings({ amount }, whole)).toBe('matched');
    expect(findings({ amount: '30' }, whole)).toBe('ledger-only');
    expect(findings({ amount: '300' }, { amount: 30_000_000_000n })).toBe('matched');
  });

  test('of one transaction says what differs, in each part and in hours', () => {
    const { txid } = one;
    expect(compare({ txid, time: undefined })).toMatchObject({ finding: 'matched', secondsApart: undefined });
    expect(compare({ txid, time: one.time + 600 })?.differences).toEqual([]);
    expect(compare({ txid, time: one.time - 7_200 })?.differences).toEqual(['Time: 2 hours apart.']);
    expect(compare({ txid, direction: 'out' })?.differences).toEqual(['Direction: the records say the other way.']);
    expect(compare({ txid, amount: '0.5' })).toMatchObject({ difference: 50_000_000n - one.amount });
    expect(compare({ txid, amount: '0.000000001' })).toMatchObject({ finding: 'differs', difference: undefined });
    expect(compare({ txid, asset: 'ETH' })?.finding).toBe('ledger-only');
    expect(compare({ txid }, { txid: undefined })?.finding).toBe('ledger-only');
  });

  test('is taken once: two rows of one amount join one line of the ledger', () => {
    const found = matchRecords([one], [nameless, { ...nameless, line: 99 }]);
    expect(found.map(({ finding }) => finding)).toEqual(['records-only', 'matched']);
    expect(found[1]?.record?.line).toBe(one.line);
  });
});

test('sums that a person joined count each way, and are not compared across assets or beyond the places of one', () => {
  const [into, out] = [ledgerOf(1), ledgerOf(3)];
  expect([into.direction, out.direction]).toEqual(['in', 'out']);
  const net = into.amount - out.amount;
  const row = { ...recordOf(into), line: 90, amount: '0', direction: undefined, txid: undefined };
  const join = (other: Partial<LedgerAmount>, record: Partial<RecordRow>) => {
    const ledger = [into, { ...out, ...other }];
    const joined = [{ ledger, records: [90] }];
    return matchRecords(ledger, [{ ...row, ...record }], 600, { joined, apart: [] })[0];
  };
  const written = (units: bigint) => `0.${units.toString().padStart(8, '0')}`;
  expect(join({}, { amount: written(-net), direction: 'out' })).toMatchObject({ finding: 'matched' });
  expect(join({ direction: 'in' }, { amount: written(into.amount + out.amount) })?.finding).toBe('matched');
  expect(join({}, { amount: written(-net), direction: 'in' })?.difference).toBe(-2n * net);
  expect(join({ asset: 'eth' }, {})?.differences).toEqual(['Assets differ: their sums cannot be compared.']);
  expect(join({}, { amount: '0.000000001' })?.differences).toEqual(['Amount: 0.000000001 has too many places.']);
});

test('a header is looked for in the first thirty rows, and dates tell their order by a number above twelve', () => {
  const header = ['Date', 'Coin', 'Amount'];
  const below = (count: number) => [...new Array<string[]>(count).fill(['x']), header];
  expect([findHeader(below(29)), findHeader(below(30))]).toEqual([29, 0]);
  expect(findHeader([['Date'], header])).toBe(1);
  expect(findHeader([header, ['Date', 'Coin', 'Amount']])).toBe(0);
  const orderOf = (...dates: string[]) =>
    guessMapping(
      ['Date'],
      dates.map((date) => [date]),
    ).dateOrder;
  expect(orderOf('12/12/2024', 'soon', '13/01/2024')).toBe('day-first');
  expect(orderOf('12/12/2024', '01/13/2024')).toBe('month-first');
  expect(orderOf('01/02/2024')).toBe('day-first');
});

describe('reading', () => {
  const utc = { dateOrder: 'day-first', offsetMinutes: 0 } as const;

  test.each([
    ['2024-03-15T12:30:00Z', '2024-03-15T12:30:00'],
    ['2024-03-15 12:30:05', '2024-03-15T12:30:05'],
    ['15/03/2024 12:30', '2024-03-15T12:30:00'],
    ['15.03.2024', '2024-03-15T00:00:00'],
    ['Mar 15, 2024, 12:30:00 PM', '2024-03-15T12:30:00'],
    ['15 Sept 2024 01:05 am', '2024-09-15T01:05:00'],
    ['1710505800', '2024-03-15T12:30:00'],
    ['1710505800123', '2024-03-15T12:30:00'],
    ['2024-03-15 14:30:00 +02:00', '2024-03-15T12:30:00'],
  ])('the moment %s', (text, iso) => {
    expect(new Date(readTime(text, utc) * 1_000).toISOString()).toBe(`${iso}.000Z`);
  });

  test('clocks of the file are ahead of UTC by the offset, unless the row has a zone', () => {
    const ahead = { dateOrder: 'month-first', offsetMinutes: 60 } as const;
    expect(readTime('03/15/2024 13:30', ahead)).toBe(readTime('2024-03-15 12:30Z', ahead));
    expect(() => readTime('03/15/2024', utc)).toThrow(/no day in the calendar/);
  });

  test('a day, an hour or a minute that does not exist is refused', () => {
    for (const text of ['2023-02-29', '31.04.2024', '2024-13-01', '2024-00-10', '2024-01-00', '1 Foo 2024'])
      expect(() => readTime(text, utc), text).toThrow(/is no (?:date|day)/);
    for (const clock of ['24:00', '23:60', '99:00'])
      expect(() => readTime(`2024-03-15 ${clock}`, utc), clock).toThrow(/read day first/);
    expect(() => readTime('2024-03-32', { ...utc, dateOrder: 'month-first' })).toThrow(/read month first/);
    expect(new Date(readTime('2024-02-29 23:59:59', utc) * 1_000).toISOString()).toBe('2024-02-29T23:59:59.000Z');
  });

  test.each([
    ['2024-03-15 12:00 am', '2024-03-15T00:00:00'],
    ['2024-03-15 12:00 PM', '2024-03-15T12:00:00'],
    ['2024-03-15 11:59 pm', '2024-03-15T23:59:00'],
    ['2024-03-15 12:30 -05:30', '2024-03-15T18:00:00'],
    ['2024-03-15 12:30 +0545', '2024-03-15T06:45:00'],
    ['2024-03-15 00:30+01:00', '2024-03-14T23:30:00'],
  ])('the moment %s has its half of the day and its zone', (text, iso) => {
    expect(new Date(readTime(text, utc) * 1_000).toISOString()).toBe(`${iso}.000Z`);
  });

  test.each([
    ['007', false, '7', false],
    ['0', false, '0', false],
    ['-0.00', false, '0', true],
    ['(5)', false, '5', true],
    ['+5', false, '5', false],
    ['5.', false, '5', false],
    ['1_000 000', false, '1000000', false],
    ['9'.repeat(60), false, '9'.repeat(60), false],
    [`0.${'1'.repeat(30)}`, false, `0.${'1'.repeat(30)}`, false],
  ] as const)('the amount %s is read to its last digit', (text, comma, amount, isNegative) => {
    expect(readAmount(text, comma)).toEqual({ amount, isNegative });
  });

  test('an amount without a digit, or with more of them than any has, is none', () => {
    for (const text of ['.', ',', '-', '9'.repeat(61), `0.${'1'.repeat(31)}`])
      expect(() => readAmount(text, false), text).toThrow(/no amount/);
  });

  test('a row says which way its money went by its column, its sign or its word, in that order', () => {
    const fields: RecordMapping['fields'] = ['amount-in', 'amount-out', 'amount', 'direction', 'fee'];
    const read = (cells: readonly string[], side: RecordMapping['side'] = 'set') => {
      const mapping = { fields, dateOrder: 'day-first', offsetMinutes: 0, decimalComma: false, side } as const;
      const [row] = readRows([{ line: 1, cells }], mapping).rows;
      return row && [row.amount, row.direction, row.fee];
    };
    expect(read(['5', '0', '', 'sell', '0.1'])).toEqual(['5', 'in', '0.1']);
    expect(read(['0.00', '7', '', '', ''])).toEqual(['7', 'out', undefined]);
    expect(read(['', '', '-3', '', '-'])).toEqual(['3', 'out', undefined]);
    expect(read(['', '', '3', 'Withdrawal', ''])).toEqual(['3', 'out', undefined]);
    expect(read(['', '', '3', 'Deposit', ''])).toEqual(['3', 'in', undefined]);
    expect(read(['', '', '-3', 'Deposit', ''])).toEqual(['3', 'out', undefined]);
    expect(read(['', '', '3', 'staking', ''])).toEqual(['3', undefined, undefined]);
    expect(read(['', '', '0', '', ''])).toEqual(['0', undefined, undefined]);
    expect(read(['', '', '3', 'staking', ''], 'service')).toEqual(['3', undefined, undefined]);
    expect(read(['5', '', '', '', ''], 'service')).toEqual(['5', 'out', undefined]);
    expect(read(['0', '0', '', '', ''])).toBeUndefined();
  });

  test.each([
    ['1,234.50', false, '1234.5', false],
    ['1.234,50', true, '1234.5', false],
    ["1'234.50 BTC", false, '1234.5', false],
    ['-0,00010000', true, '0.0001', true],
    ['(12.00)', false, '12', true],
    ['.5', false, '0.5', false],
  ] as const)('the amount %s', (text, comma, amount, isNegative) => {
    expect(readAmount(text, comma)).toEqual({ amount, isNegative });
  });

  test('a formula and words are no amount', () => {
    for (const text of ['=1+1', '@SUM(A1)', 'n/a', '', '1.2.3'])
      expect(() => readAmount(text, false)).toThrow(/no amount/);
  });

  test('columns are guessed by their names, whatever they are called', () => {
    const guess = (header: string) => guessMapping(header.split(','), []).fields;
    expect(
      guess('Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Label,TxHash'),
    ).toEqual(['time', 'amount-out', 'asset', 'amount-in', 'ignore', 'fee', 'ignore', 'note', 'txid']);
    expect(guess('Date,Currency,Delta,Fee,Reference,Converted')).toEqual([
      ...['time', 'asset', 'amount', 'fee', 'note', 'ignore'],
    ]);
    expect(guess('Created At,Type,Coin,Quantity,Destination Address,Blockchain Transaction ID')).toEqual([
      'time',
      'direction',
      'asset',
      'amount',
      'address',
      'txid',
    ]);
  });

  test('column names are found below titles, and the first row is taken where no row has any', () => {
    const rows = [
      ['Account statement'],
      ['Holder', 'Customer 7'],
      ['Date', 'Type', 'Coin', 'Amount'],
      ['2024-01-01', 'Deposit', 'BTC', '1'],
    ];
    expect([
      findHeader(rows),
      findHeader([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ]).toEqual([2, 0]);
  });

  test('decimal commas and the order of dates are seen in the rows', () => {
    const { decimalComma, dateOrder } = guessMapping(['Datum', 'Betrag'], [['03/25/2024', '0,125']]);
    expect([decimalComma, dateOrder]).toEqual([false, 'month-first']);
    expect(guessMapping(['Datum', 'Betrag'], [['25.03.2024', '0,1250']]).decimalComma).toBe(true);
  });

  test('rows speak for the service: its deposit left the set; what cannot be read is listed', () => {
    const mapping: RecordMapping = {
      ...{ fields: ['time', 'direction', 'asset', 'amount'], dateOrder: 'day-first', offsetMinutes: 0 },
      ...{ decimalComma: false, side: 'service' },
    };
    const { rows, refused } = readRows(
      [
        { line: 2, cells: ['2024-03-15', 'Deposit', 'BTC', '1.5'] },
        { line: 3, cells: ['never', 'Deposit', 'BTC', '1.5'] },
        { line: 4, cells: ['2024-03-15', 'Withdrawal', 'BTC', ''] },
      ],
      mapping,
    );
    expect(rows).toMatchObject([{ line: 2, direction: 'out', amount: '1.5' }]);
    expect(refused.map(({ line }) => line)).toEqual([3, 4]);
    expect(refused[0]?.reason).toMatch(/“never” is no date/);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/records.txt');
});
