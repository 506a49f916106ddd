import { findBehaviours } from '@trailmark/analysis/screening/behaviours/find-behaviours';
import { BLOCK_HOLDS_TOKENS } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { ChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { type Knowledge, NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import * as ofLedgers from '../ledger/ledgers.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import {
  blockOf,
  createSampleAccountReader,
  ETHER,
  KEY,
  moveOf,
  SAMPLE_ACCOUNT_BLOCKS,
  SAMPLE_ACCOUNT_PRICES,
  SAMPLE_TOKENS,
  transactionOf,
} from '../testing/sample-account-ledger.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, createSampleReader, spend, TX, txidOf } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import * as ofReadSubject from './read-subject.ts';

const recorded = new WatchedResults();
const { createLedgers } = recorded.watch(ofLedgers);
const { readBehaviourSubject } = recorded.watch(ofReadSubject);

const REQUEST = { peelChains: [], thresholds: [10_000], currency: 'USD' };

function depsOf(readers: readonly (readonly [ChainId, OutputLedger | AccountLedger])[], more: Partial<Knowledge> = {}) {
  const ledgers = createLedgers({
    readers: new Map(readers),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  return { ledgers, knowledge: { ...NO_KNOWLEDGE, ...more } };
}

const found = async (...args: Parameters<typeof readBehaviourSubject>) =>
  findBehaviours(await readBehaviourSubject(...args)).map(({ pattern }) => pattern);

const sample = depsOf(
  [
    ['btc', createSampleReader()],
    ['eth', createSampleAccountReader()],
  ],
  { prices: () => SAMPLE_PRICES },
);

test('on a chain of outputs the transactions come oldest first, with their net changes and txids', async () => {
  const subject = await readBehaviourSubject(sample, 'btc', ADDRESS.alice, REQUEST);
  const { transactions } = subject;
  expect(transactions.map(({ txid }) => txid)).toEqual([TX.genesis, TX.first, TX.pay, TX.late].map(txidOf));
  const pay = transactions[2];
  expect(pay?.changes).toEqual([{ asset: 'btc', received: 4_000_000_000n, sent: 5_000_000_000n }]);
  expect(pay?.transfers.map(({ to, amount }) => [to && subject.formatAddress(to), amount])).toEqual([
    [ADDRESS.bob, 1_000_000_000n],
    [ADDRESS.alice, 4_000_000_000n],
  ]);
  expect(subject).toMatchObject({ chain: 'btc', isWhole: false, currency: 'USD', reportingThresholds: [10_000] });
  expect(subject.formatAddress(subject.self)).toBe(ADDRESS.alice);
});

test('amounts are valued at the close of the day and written in whole coins', async () => {
  const { moneyOf, formatAmount, transactions } = await readBehaviourSubject(sample, 'btc', ADDRESS.alice, REQUEST);
  const time = transactions[0]?.time ?? 0;
  expect(moneyOf('btc', 5_000_000_000n, time)).toBe(25_000_000n);
  expect(moneyOf('btc', 5_000_000_000n, time + 10 * 86_400)).toBeUndefined();
  expect(moneyOf('eth', 5_000_000_000n, time)).toBeUndefined();
  expect([5_000_000_000n, 150_000_000n, 0n].map((amount) => formatAmount('btc', amount))).toEqual([
    '50 BTC',
    '1.5 BTC',
    '0 BTC',
  ]);
  expect(formatAmount(`eth:0x${KEY.fake}`, 7n)).toBe(`7 units of eth:0x${KEY.fake}`);
});

test('on an account chain transfers and changes of a transaction are together, fees included', async () => {
  const deps = depsOf([['eth', createSampleAccountReader()]], {
    prices: () => SAMPLE_ACCOUNT_PRICES,
    tokens: SAMPLE_TOKENS,
  });
  const subject = await readBehaviourSubject(deps, 'eth', `0x${KEY.alice}`, REQUEST);
  const [first] = subject.transactions;
  expect(first?.transfers.map(({ kind }) => kind)).toEqual(['fee', 'native']);
  expect(first?.changes).toEqual([{ asset: 'eth', received: 0n, sent: 10n * ETHER + 21_000n * 10n ** 9n }]);
  expect(first?.actions).toEqual([]);
  expect(subject.isWhole).toBe(true);
  const time = first?.time ?? 0;
  expect(subject.moneyOf('eth', ETHER, time)).toBe(1_500_000_000n);
  expect(subject.moneyOf(`eth:0x${KEY.tether}`, 5_000_000n, time)).toBe(5_000_000n);
  expect(subject.moneyOf(`eth:0x${KEY.fake}`, 5_000_000n, time)).toBeUndefined();
  expect(subject.formatAmount(`eth:0x${KEY.tether}`, 2_500_000n)).toBe('2.5 USDT');
});

test('a history is whole where no block up to its last transaction is missing', async () => {
  const isWhole = async (person: keyof typeof ADDRESS) =>
    (await readBehaviourSubject(sample, 'btc', ADDRESS[person], REQUEST)).isWhole;
  // The sample has no blocks 5 to 9: erin was paid at 10, dave at 4.
  expect([await isWhole('dave'), await isWhole('erin')]).toEqual([true, false]);
  const tokensOnly = createSampleAccountReader([
    blockOf(0, [], { holds: BLOCK_HOLDS_TOKENS }),
    ...SAMPLE_ACCOUNT_BLOCKS.slice(1),
  ]);
  const subject = await readBehaviourSubject(depsOf([['eth', tokensOnly]]), 'eth', `0x${KEY.alice}`, REQUEST);
  expect(subject.isWhole).toBe(false);
});

test('beyond the limit only the newest whole transactions are read, on both families', async () => {
  for (const [chain, address] of [
    ['btc', ADDRESS.alice],
    ['eth', `0x${KEY.alice}`],
  ] as const) {
    const whole = await readBehaviourSubject(sample, chain, address, REQUEST);
    const part = await readBehaviourSubject(sample, chain, address, { ...REQUEST, most: 4 });
    expect(part.isWhole).toBe(false);
    expect(part.transactions.length).toBeGreaterThan(0);
    expect(part.transactions.length).toBeLessThan(whole.transactions.length);
    expect(part.transactions).toEqual(whole.transactions.slice(-part.transactions.length));
  }
});

test('a service is not read, and nothing is found of it', async () => {
  const deps = depsOf([['btc', createSampleReader()]], createSampleKnowledge());
  const subject = await readBehaviourSubject(deps, 'btc', ADDRESS.bob, REQUEST);
  expect(subject.isService(subject.self)).toBe(true);
  expect(subject.transactions).toEqual([]);
  const other = await readBehaviourSubject(deps, 'btc', ADDRESS.alice, REQUEST);
  expect(other.transactions.length).toBeGreaterThan(0);
  expect(other.isService(subject.self)).toBe(true);
});

test('a quick passage is found on both families by the same rule', async () => {
  const coins = [0, 1, 2].map((height) => coinbase(height, { to: 'carol', coins: 50 }));
  const blocks = [0, 1, 2].flatMap((i) => {
    const paid = spend([[coins[i] ?? '', 0]], { to: 'alice', coins: 50 });
    return [
      { height: 3 * i, transactions: [coins[i] as Uint8Array] },
      { height: 3 * i + 1, transactions: [coinbase(3 * i + 11, { to: 'dave', coins: 1 }), paid] },
      {
        height: 3 * i + 2,
        transactions: [coinbase(3 * i + 12, { to: 'dave', coins: 1 }), spend([[paid, 0]], { to: 'erin', coins: 49 })],
      },
    ];
  });
  const outputs = depsOf([['btc', buildLedger('btc', blocks)]]);
  expect(await found(outputs, 'btc', ADDRESS.alice, REQUEST)).toContain('pass-through/1');
  const pay = (number: number, from: string, to: string, amount: bigint) =>
    transactionOf({ number, from, to, value: amount, moves: [moveOf({ kind: 'native', from, to, amount })] });
  const ledger = createSampleAccountReader(
    [0, 1, 2].map((i) =>
      blockOf(i, [
        pay(3 * i + 1, KEY.bob, KEY.alice, ETHER),
        pay(3 * i + 2, KEY.alice, KEY.carol, ETHER - 10n ** 15n),
        pay(3 * i + 3, KEY.bob, KEY.dave, ETHER),
      ]),
    ),
  );
  expect(await found(depsOf([['eth', ledger]]), 'eth', `0x${KEY.alice}`, REQUEST)).toContain('pass-through/1');
});

test('peel chains come from the caller, and what is unknown is refused', async () => {
  const peelChains = [
    { txids: ['aa', 'bb', 'cc', 'dd'], enteredAmount: 100n, leftAmount: 90n, firstTime: 1, lastTime: 2 },
  ];
  expect(await found(sample, 'btc', ADDRESS.alice, { ...REQUEST, peelChains })).toContain('peel-chain/1');
  await expect(readBehaviourSubject(sample, 'btc', 'nobody', REQUEST)).rejects.toMatchObject({ kind: 'invalid' });
  await expect(readBehaviourSubject(sample, 'ltc', 'nobody', REQUEST)).rejects.toMatchObject({ kind: 'not-found' });
  const other = { ...REQUEST, currency: 'XXX' };
  await expect(readBehaviourSubject(sample, 'btc', ADDRESS.alice, other)).rejects.toMatchObject({ kind: 'invalid' });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/read-subject.txt');
});
