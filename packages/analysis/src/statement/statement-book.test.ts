import type { StatementLine } from '@trailmark/core/statement/statement';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Draft } from '../tracing/testing/output-ledger.ts';
import { FIRST_TIME } from '../tracing/testing/output-ledger.ts';
import { drawLedger, randomLedger } from '../tracing/testing/random-output-ledger.ts';
import { groupLines } from './group-lines.ts';
import { BLOCK_SECONDS, type Booked, book, readSet } from './testing/book-of.ts';

/** Owner 1 gets 60 and 40, moves 50 within the set (owners 1 and 2) for 1, and pays 30 to owner 9 for 2. */
const STORY: readonly Draft[] = [
  { spends: [], pays: [{ to: 8, amount: 100n }] },
  {
    spends: [[0, 0]],
    pays: [
      { to: 1, amount: 60n },
      { to: 1, amount: 40n },
    ],
  },
  { spends: [[1, 0]], pays: [{ to: 2, amount: 59n }] },
  {
    spends: [[1, 1]],
    pays: [
      { to: 9, amount: 30n },
      { to: 1, amount: 8n },
    ],
  },
];
const [OWN] = [[1, 2]];

function coinRow({ result }: Booked) {
  const [row] = result.balances;
  if (!row) throw new Error('a statement has a row of the coin');
  return row;
}

function expectClosed(booked: Booked): bigint {
  const { opening, in: got, out, fees, closing } = coinRow(booked);
  expect(opening).toBeDefined();
  expect((opening ?? 0n) + got - out - fees).toBe(closing);
  return closing ?? 0n;
}

function closesOn(booked: Booked, balance: bigint): boolean {
  const { opening, in: got, out, fees, closing, gaps } = coinRow(booked);
  return gaps.length === 0 && (opening ?? -1n) + got - out - fees === closing && closing === balance;
}

/** Lines below a height as one text. */
function writeLines({ lines }: Booked, below: number): string {
  const kept = lines.filter(({ height }) => height < below);
  return kept.map(({ txid, type, balances }) => `${txid} ${type} ${balances.map(({ amount }) => amount)}`).join();
}

test('lines, sums and balances of a small story', () => {
  const { transactions } = readSet(STORY, OWN);
  const booked = book(transactions);
  expect(coinRow(booked)).toMatchObject({ opening: 0n, in: 100n, out: 30n, fees: 3n, closing: 67n, gaps: [] });
  expect(booked.lines.map(({ no, type, basis }) => [no, type, basis])).toEqual([
    [1, 'deposit', 'fact'],
    [2, 'own-transfer', 'fact'],
    [3, 'withdrawal', 'fact'],
  ]);
  expect(booked.lines.map(({ balances }) => balances[0]?.amount)).toEqual([100n, 99n, 67n]);
  expect(booked.lines.map(({ fee }) => fee?.amount)).toEqual([undefined, -1n, -2n]);
});

test('a transfer within the set changes nothing but its fee', () => {
  const alone = STORY.slice(0, 2);
  const before = coinRow(book(readSet(alone, OWN).transactions));
  const after = coinRow(book(readSet(STORY.slice(0, 3), OWN).transactions));
  expect(after).toMatchObject({ in: before.in, out: before.out, fees: before.fees + 1n });
  expect(after.closing).toBe((before.closing ?? 0n) - 1n);
});

test('own transfers are left out where they are not requested, their fees are not', () => {
  const { transactions } = readSet([...STORY.slice(0, 2), { spends: [[1, 0]], pays: [{ to: 2, amount: 60n }] }], OWN);
  expect(book(transactions, { ownTransfers: false }).lines.map(({ type }) => type)).toEqual(['deposit']);
  const paid = book(readSet(STORY, OWN).transactions, { ownTransfers: false });
  expect(paid.lines.map(({ type }) => type)).toEqual(['deposit', 'own-transfer', 'withdrawal']);
});

test('where others paid too, only the change of the set is a line', () => {
  const drafts: readonly Draft[] = [
    { spends: [], pays: [{ to: 1, amount: 50n }] },
    { spends: [], pays: [{ to: 9, amount: 50n }] },
    {
      spends: [
        [0, 0],
        [1, 0],
      ],
      pays: [
        { to: 7, amount: 60n },
        { to: 1, amount: 35n },
      ],
    },
  ];
  const booked = book(readSet(drafts, [1]).transactions);
  expect(booked.lines.at(-1)).toMatchObject({ type: 'joint', legs: [{ amount: -15n }], fee: undefined });
  expectClosed(booked);
});

test('a balance is unknown from where the index ends, and sums are what is indexed', () => {
  const { transactions } = readSet(STORY, OWN);
  const knownUntil = { height: 1, time: FIRST_TIME + BLOCK_SECONDS, reason: 'Blocks above 1 are missing.' };
  const { result, lines } = book(transactions, {}, { knownUntil });
  expect(lines.map(({ balances }) => balances[0]?.amount)).toEqual([100n, undefined, undefined]);
  expect(result.balances[0]).toMatchObject({
    ...{ opening: 0n, closing: undefined, closingValue: undefined, in: 100n },
    gaps: [{ kind: 'not-indexed', fromHeight: 2, beforeLine: 2, reason: 'Blocks above 1 are missing.' }],
  });
});

test('an opening balance is unknown where the time before the period is', () => {
  const { transactions } = readSet(STORY, OWN);
  const knownUntil = { height: undefined, time: undefined, reason: 'Nothing is whole.' };
  const { result } = book(transactions, { from: FIRST_TIME + 2 * BLOCK_SECONDS }, { knownUntil });
  expect(result.balances[0]).toMatchObject({ opening: undefined, closing: undefined });
});

test('the closing balance has the price of the last day of the period, of which the end is no part', () => {
  const { transactions } = readSet(STORY, OWN);
  const price = (time: number) => (time >= FIRST_TIME + 3 * BLOCK_SECONDS ? undefined : 5n);
  const { result } = book(transactions, { to: FIRST_TIME + 3 * BLOCK_SECONDS }, { price });
  expect(result.balances[0]).toMatchObject({ closing: 99n, closingValue: 495n });
});

test('a balance below zero is a gap that says how much is missing at least', () => {
  const { transactions } = readSet(STORY, OWN);
  const { result } = book(transactions.slice(1));
  expect(result.balances[0]?.gaps).toMatchObject([{ kind: 'negative', missingAtLeast: 33n }]);
});

/** Another branch of a ledger: its last transactions are gone, others spend what they left. */
function reorganise(drafts: readonly Draft[], dice: (below: number) => number): { branch: Draft[]; kept: number } {
  const kept = Math.max(1, drafts.length - 1 - dice(Math.ceil(drafts.length / 2)));
  const branch = drafts.slice(0, kept);
  const spent = new Set(branch.flatMap(({ spends }) => spends.map(([at, vout]) => `${at} ${vout}`)));
  const open = branch.flatMap(({ pays }, at) => pays.map(({ amount }, vout) => ({ at, vout, amount })));
  for (const { at, vout, amount } of open.filter((one) => !spent.has(`${one.at} ${one.vout}`)).slice(0, 5)) {
    if (amount < 2n) continue;
    const pays = [
      { to: dice(8), amount: 1n },
      { to: dice(8), amount: amount - 1n },
    ];
    branch.push({ spends: [[at, vout]], pays });
  }
  return { branch, kept };
}

test('10,000 random wallets reconcile to zero in any period, with what the ledger says, also after a reorganisation', () => {
  let seed = 20_260_711;
  const dice = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 8) % below;
  };
  const faults: string[] = [];
  for (let ledger = 0; ledger < 200; ledger++) {
    const drafts = drawLedger(dice);
    const { branch, kept } = reorganise(drafts, dice);
    for (let wallet = 0; wallet < 50; wallet++) {
      const owners = Array.from({ length: 1 + dice(4) }, () => dice(8));
      const one = readSet(drafts, owners);
      const two = readSet(branch, owners);
      const [first, second] = [book(one.transactions), book(two.transactions)];
      // What is below the fork is the same in both runs. Compared by hand: an assertion costs more than a wallet.
      const isClosed = closesOn(first, one.balance) && closesOn(second, two.balance);
      if (!isClosed || writeLines(first, kept) !== writeLines(second, kept)) faults.push(`ledger ${ledger}, ${owners}`);
    }
  }
  expect(faults).toEqual([]);
});

test('what closes one period opens the next, wherever they meet', () => {
  fc.assert(
    fc.property(
      randomLedger(),
      fc.nat({ max: 24 }),
      fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1 }),
      (drafts, at, owners) => {
        const { transactions } = readSet(drafts, owners);
        const meet = FIRST_TIME + at * BLOCK_SECONDS;
        const [first, second, whole] = [
          book(transactions, { to: meet }),
          book(transactions, { from: meet }),
          book(transactions),
        ];
        const [a, b, all] = [coinRow(first), coinRow(second), coinRow(whole)];
        expectClosed(first);
        expectClosed(second);
        expect(b.opening).toBe(a.closing);
        expect([a.in + b.in, a.out + b.out, a.fees + b.fees]).toEqual([all.in, all.out, all.fees]);
        expect(first.lines.length + second.lines.length).toBe(whole.lines.length);
      },
    ),
    { numRuns: 200 },
  );
});

test('lots: each method leaves the balance, and takes what left; a transfer within the set is no sale', () => {
  fc.assert(
    fc.property(randomLedger(), fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1 }), (drafts, owners) => {
      const { transactions, balance } = readSet(drafts, owners);
      const { result } = book(transactions, {}, { price: (time) => BigInt(time % 97) });
      const [lots] = result.lots;
      if (!lots) return;
      const row = result.balances[0];
      const left = (row?.out ?? 0n) + (row?.fees ?? 0n);
      for (const { method, left: rest, taken, proceeds, cost, gain } of lots.results) {
        expect([method, rest]).toEqual([method, balance]);
        expect(gain).toBe(proceeds - cost);
        const parts = [...taken.values()].reduce((sum, amount) => sum + amount, 0n);
        if (method !== 'average') expect([method, parts]).toEqual([method, left]);
      }
    }),
    { numRuns: 200 },
  );
});

test('lots of the story by every method', () => {
  const drafts: readonly Draft[] = [
    { spends: [], pays: [{ to: 1, amount: 10n }] },
    { spends: [], pays: [{ to: 1, amount: 10n }] },
    {
      spends: [[1, 0]],
      pays: [
        { to: 9, amount: 4n },
        { to: 2, amount: 6n },
      ],
    },
    { spends: [[2, 1]], pays: [{ to: 9, amount: 6n }] },
  ];
  const price = (time: number) => BigInt(1 + (time - FIRST_TIME) / BLOCK_SECONDS);
  const { result } = book(readSet(drafts, [1, 2]).transactions, {}, { price });
  const taken = result.lots[0]?.results.map(({ method, taken: parts, cost, proceeds }) => ({
    ...{ method, cost, proceeds },
    parts: Object.fromEntries(parts),
  }));
  expect(taken).toEqual([
    { method: 'fifo', parts: { L1: 10n }, cost: 10n, proceeds: 36n },
    { method: 'lifo', parts: { L2: 10n }, cost: 20n, proceeds: 36n },
    { method: 'average', parts: {}, cost: 15n, proceeds: 36n },
    { method: 'coin-exact', parts: { L2: 10n }, cost: 20n, proceeds: 36n },
  ]);
});

test('a lot without a price has no cost: what leaves from it is counted, never valued at zero', () => {
  const { transactions } = readSet(STORY, OWN);
  const { result } = book(transactions);
  for (const { cost, proceeds, unknown } of result.lots[0]?.results ?? [])
    expect({ cost, proceeds, unknown }).toEqual({ cost: 0n, proceeds: 0n, unknown: 33n });
  expect(result.unpricedCount).toBe(3);
});

test('months are those of the zone', () => {
  const at = Date.UTC(2024, 2, 31, 23, 30) / 1_000;
  const drafts: readonly Draft[] = [{ spends: [], pays: [{ to: 1, amount: 1n }] }];
  const transactions = readSet(drafts, [1]).transactions.map((one) => ({ ...one, time: at }));
  const monthOf = (zone: string) => book(transactions, { zone }).result.totals.month[0]?.key;
  expect([monthOf('UTC'), monthOf('Europe/Berlin'), monthOf('Asia/Kathmandu')]).toEqual([
    '2024-03',
    '2024-04',
    '2024-04',
  ]);
});

async function group(booked: Booked, by: 'day' | 'month') {
  async function* stream() {
    yield booked.lines;
    return booked.result;
  }
  const grouped = groupLines(stream(), by, 'UTC');
  const lines: StatementLine[] = [];
  for (;;) {
    const next = await grouped.next();
    if (next.done) return { lines, result: next.value };
    lines.push(...next.value);
  }
}

test('lines of a month in groups have the same sums, new numbers and the balance of its end', async () => {
  await fc.assert(
    fc.asyncProperty(randomLedger(), fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1 }), async (drafts, owners) => {
      const booked = book(readSet(drafts, owners).transactions);
      const { lines, result } = await group(booked, 'month');
      const sum = (all: readonly StatementLine[]) =>
        all.flatMap(({ legs, fee }) => (fee ? [...legs, fee] : legs)).reduce((total, { amount }) => total + amount, 0n);
      expect(sum(lines)).toBe(sum(booked.lines));
      expect(lines.map(({ no }) => no)).toEqual(lines.map((_, i) => i + 1));
      expect(result.lineCount).toBe(lines.length);
      const closing = result.balances[0]?.closing;
      const last = lines.findLast(({ balances }) => balances.length > 0);
      if (last) expect(last.balances[0]?.amount).toBe(closing);
    }),
    { numRuns: 100 },
  );
});

test('only lines that say the same of the same counterparty are put together', async () => {
  const drafts: readonly Draft[] = [
    { spends: [], pays: [{ to: 8, amount: 100n }] },
    {
      spends: [[0, 0]],
      pays: [
        { to: 1, amount: 30n },
        { to: 8, amount: 70n },
      ],
    },
    { spends: [[1, 1]], pays: [{ to: 1, amount: 70n }] },
    { spends: [[1, 0]], pays: [{ to: 9, amount: 30n }] },
  ];
  const { lines } = await group(book(readSet(drafts, [1]).transactions), 'day');
  expect(lines.map(({ type, legs, note }) => [type, legs[0]?.amount, note])).toEqual([
    ['deposit', 100n, '2 lines'],
    ['withdrawal', -30n, undefined],
  ]);
});
