import type { StoredMove } from '@trailmark/core/account-ledger';
import { toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofFindAccountFindings from './find-account-findings.ts';
import type { AccountFinding, AccountLabel } from './finding.ts';
import { hashOf, key, openPlainAccount, type PlainAccount } from './testing/plain-account.ts';

const recorded = new WatchedResults();
const { findAccountFindings } = recorded.watch(ofFindAccountFindings);

const ME = key('me');
const EXCHANGE = key('exchange');
const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';

const exchangeLabel: AccountLabel = {
  label: 'Example exchange: hot wallet',
  category: 'exchange',
  actor: 'example',
  role: 'hot',
  confidence: 'service_data',
  source: 'test',
};
const labelsOf = (address: string): AccountLabel[] => (address === EXCHANGE ? [exchangeLabel] : []);

function move(
  height: number,
  from: string,
  to: string,
  amount: bigint,
  asset = USDT,
  kind?: StoredMove['kind'],
): StoredMove {
  return {
    ...{ kind: kind ?? (asset === '' ? 'native' : 'token'), asset, from, to, amount, tokenId: undefined, slot: 0 },
    ...{ logIndex: undefined, tracePath: undefined, flags: 0, position: toPosition(height, 0) },
  };
}

/** Twelve customers pay 100 each, gas comes before each sweep, and everything is forwarded two blocks later. */
function depositMoves(count = 12): StoredMove[] {
  return Array.from({ length: count }, (_, i) => [
    move(10 * i, key(`customer${i}`), ME, 100n),
    move(10 * i + 1, key('gas'), ME, 5n, ''),
    move(10 * i + 2, ME, EXCHANGE, 100n),
    move(10 * i + 2, ME, '', 5n, '', 'fee'),
  ]).flat();
}

async function find(account: Partial<PlainAccount>, params = {}): Promise<Map<string, AccountFinding>> {
  const reader = openPlainAccount({ address: ME, moves: depositMoves(), ...account });
  const found = await findAccountFindings({ reader, chain: 'eth', address: ME, labelsOf }, params);
  return new Map(found.map((finding) => [finding.rule, finding]));
}

describe('a deposit address', () => {
  const RULE = 'deposit-address/2';

  test('receives from many and forwards everything to a wallet that a label calls a service', async () => {
    const found = (await find({})).get(RULE);
    expect(found).toMatchObject({ confidence: 'high', subject: EXCHANGE });
    expect(found?.figures).toMatchObject({
      senders: '12',
      forwards: '12',
      forwarded: '100.0 %',
      medianHolding: '20 minutes',
    });
    expect(found?.evidence[0]).toBe(hashOf(toPosition(112, 0)));
    expect(found?.evidence).toHaveLength(10);
  });

  test('is not also called a pass-through', async () => {
    expect([...(await find({})).keys()]).not.toContain('pass-through/3');
  });

  test('is none where no label names the destination', async () => {
    const moves = depositMoves().map((m) => (m.to === EXCHANGE ? { ...m, to: key('somebody') } : m));
    expect((await find({ moves })).has(RULE)).toBe(false);
  });

  test('is none where it sent anything of the asset elsewhere', async () => {
    expect((await find({ moves: [...depositMoves(), move(200, ME, key('friend'), 1n)] })).has(RULE)).toBe(false);
  });

  test('is none where it sent coin elsewhere', async () => {
    expect((await find({ moves: [...depositMoves(), move(200, ME, key('friend'), 1n, '')] })).has(RULE)).toBe(false);
  });

  test('stays one where a token nobody forwards shows transfers to others', async () => {
    const fake = move(200, ME, key('friend'), 10n ** 30n, 'ab'.repeat(20));
    expect((await find({ moves: [...depositMoves(), fake] })).has(RULE)).toBe(true);
  });

  test('forwards at least 98 percent: 24 of 1,200 may stay, 25 may not', async () => {
    const keeping = (kept: bigint) => depositMoves().map((m, i) => (i === 2 ? { ...m, amount: m.amount - kept } : m));
    expect((await find({ moves: keeping(24n) })).has(RULE)).toBe(true);
    expect((await find({ moves: keeping(25n) })).has(RULE)).toBe(false);
  });

  test('forwards that part of every unit of a token: fees are paid in coin', async () => {
    const small = (last: bigint) => [
      ...[move(0, key('a'), ME, 26n), move(1, ME, EXCHANGE, 26n)],
      ...[move(2, key('b'), ME, 25n), move(3, ME, EXCHANGE, last)],
    ];
    expect((await find({ moves: small(25n) })).has(RULE)).toBe(true);
    expect((await find({ moves: small(23n) })).has(RULE)).toBe(false);
  });

  test('is reported for nobody who forwarded more than is known to have come', async () => {
    const more = [...depositMoves(), move(900, ME, EXCHANGE, 1n, USDT)];
    expect((await find({ moves: more })).has(RULE)).toBe(false);
    expect((await find({ moves: more, holds: 1 })).has(RULE)).toBe(false);
  });

  test('needs two senders', async () => {
    const from = (count: number) =>
      depositMoves().map((m, i) => (m.to === ME && m.asset === USDT ? { ...m, from: key(`c${i % count}`) } : m));
    const one = depositMoves().map((m) => (m.to === ME && m.asset === USDT ? { ...m, from: key('c') } : m));
    expect((await find({ moves: one })).has(RULE)).toBe(false);
    expect((await find({ moves: from(8) })).has(RULE)).toBe(true);
  });

  test('forwards within a day at the median', async () => {
    expect((await find({ blockTime: 43_200 })).has(RULE)).toBe(true);
    expect((await find({ blockTime: 43_201 })).has(RULE)).toBe(false);
  });

  test('has forwarded twice', async () => {
    const once = [move(0, key('a'), ME, 1n), move(1, key('b'), ME, 1n), move(2, ME, EXCHANGE, 2n)];
    expect((await find({ moves: once })).has(RULE)).toBe(false);
    expect((await find({ moves: once }, { 'deposit-address': { minimumForwards: 1 } })).has(RULE)).toBe(true);
  });

  test('is surer with more senders, and one step less sure where the history is not whole', async () => {
    const confidence = async (account: Partial<PlainAccount>) => (await find(account)).get(RULE)?.confidence;
    expect(await confidence({ moves: depositMoves(5) })).toBe('medium');
    expect(await confidence({ moves: depositMoves(2) })).toBe('low');
    expect(await confidence({ holds: 1 })).toBe('medium');
    expect((await find({ holds: 1 })).get(RULE)?.sentence).toContain('is not fully indexed');
  });

  test('may be paid in coin, of which fees do not arrive', async () => {
    const moves = depositMoves().flatMap((m) => {
      if (m.asset === '') return [];
      return m.to === ME
        ? [{ ...m, asset: '', kind: 'native' as const }]
        : [{ ...m, asset: '', kind: 'native' as const, amount: 95n }, move(0, ME, '', 5n, '', 'fee')];
    });
    expect((await find({ moves })).get(RULE)?.figures.forwarded).toBe('100.0 %');
  });
});

describe('a pass-through', () => {
  const RULE = 'pass-through/3';
  const moves = [move(0, key('a'), ME, 100n), move(3, ME, key('b'), 60n), move(4, ME, key('c'), 38n)];

  test('is reported for nobody who sent more than is known to have come', async () => {
    const more = [...moves, move(5, ME, key('d'), 7n)];
    for (const holds of [0, 1, 14]) expect((await find({ moves: more, holds })).has(RULE)).toBe(false);
  });

  test('sends on what came in, within hours', async () => {
    expect((await find({ moves })).get(RULE)).toMatchObject({ confidence: 'medium', subject: undefined });
  });

  test.each<[string, Partial<PlainAccount>]>([
    ['keeps more than a twentieth', { moves: moves.slice(0, 2) }],
    ['keeps it longer than a day', { moves, blockTime: 30_000 }],
    ['acts as a contract', { moves, actsAsContract: true }],
    ['is a contract', { moves, createdAt: 5 }],
    ['was called with data and never signed', { moves, wasCalledWithData: true, sentCount: 0 }],
    ['never sent', { moves: moves.slice(0, 1) }],
  ])('is none where it %s', async (_, account) => {
    expect((await find(account)).has(RULE)).toBe(false);
  });

  test('is found where somebody sent call data to an address that signs', async () => {
    expect((await find({ moves, wasCalledWithData: true })).has(RULE)).toBe(true);
  });

  test('is none with more transactions than the limit', async () => {
    expect((await find({ moves }, { 'pass-through': { maximumTransactions: 2 } })).has(RULE)).toBe(false);
  });
});

describe('the sentence of a pass-through', () => {
  const RULE = 'pass-through/3';
  const moves = [move(0, key('a'), ME, 1_000n), move(3, ME, key('b'), 969n)];
  const sentence = async (account: Partial<PlainAccount>) => (await find({ moves, ...account })).get(RULE)?.sentence;

  test('says what part went on to whom, after how long', async () => {
    const two = [...moves, move(3, ME, key('c'), 30n)];
    expect((await find({ moves })).get(RULE)).toMatchObject({
      subject: key('b'),
      sentence: '96.9 % of what it received of its main asset went on to one address, after 30 minutes at the median.',
      figures: { forwarded: '96.9 %', recipients: '1', medianHolding: '30 minutes', transactions: '2' },
      evidence: [hashOf(toPosition(3, 0))],
    });
    expect(await sentence({ moves: two })).toContain(
      '99.9 % of what it received of its main asset went on to 2 addresses',
    );
  });

  test('counts minutes below an hour and hours from there on', async () => {
    expect(await sentence({ blockTime: 1_199 })).toContain('after 60 minutes');
    expect(await sentence({ blockTime: 1_200 })).toContain('after 1.0 hours');
    expect(await sentence({ blockTime: 28_800 })).toContain('after 24.0 hours');
    expect(await sentence({ blockTime: 28_801 })).toBeUndefined();
    const longer = await find({ moves, blockTime: 57_599 }, { 'pass-through': { maximumHours: 100 } });
    expect(longer.get(RULE)?.sentence).toContain('after 48.0 hours');
    const days = await find({ moves, blockTime: 57_600 }, { 'pass-through': { maximumHours: 100 } });
    expect(days.get(RULE)?.sentence).toContain('after 2.0 days');
  });

  test('of a history that is not whole says so, and is less sure', async () => {
    expect((await find({ moves, holds: 1 })).get(RULE)).toMatchObject({
      confidence: 'low',
      sentence: expect.stringContaining('at the median. The history of this address is not fully indexed'),
    });
  });

  test('leaves out what it paid in fees, where its main asset is the coin', async () => {
    const coin = [move(0, key('a'), ME, 1_000n, ''), move(3, ME, key('b'), 900n, ''), move(3, ME, '', 60n, '', 'fee')];
    expect((await find({ moves: coin })).get(RULE)?.figures.forwarded).toBe('95.7 %');
    const less = coin.map((m) => (m.kind === 'fee' ? { ...m, amount: 52n } : m));
    expect((await find({ moves: less })).has(RULE)).toBe(false);
  });
});

describe('the first funder', () => {
  const RULE = 'first-funder/2';
  const moves = [move(3, key('funder'), ME, 7n, ''), move(4, ME, key('b'), 1n, '')];

  test('is reported with the place and size of the payment, and whether a label calls it a service', async () => {
    const found = (await find({ moves })).get(RULE);
    expect(found).toMatchObject({
      evidence: [hashOf(toPosition(3, 0))],
      figures: { height: '3', units: '7', certain: 'yes' },
    });
    expect(found?.sentence).not.toContain('A label calls');
    const paid = [move(3, EXCHANGE, ME, 7n, ''), move(4, ME, key('b'), 1n, '')];
    expect((await find({ moves: paid })).get(RULE)?.sentence).toContain(
      'came from this address. A label calls that a service, which may know who asked for the payment.',
    );
  });

  test('is not the address itself', async () => {
    expect((await find({ moves: [move(3, ME, ME, 7n, '')] })).has(RULE)).toBe(false);
  });

  test('is who paid the first coin, certain where all earlier blocks are indexed', async () => {
    expect((await find({ moves })).get(RULE)).toMatchObject({ confidence: 'high', subject: key('funder') });
  });

  test('is uncertain where internal transfers are not indexed', async () => {
    const found = (await find({ moves, holds: 1 + 4 })).get(RULE);
    expect(found).toMatchObject({ confidence: 'low', figures: { certain: 'no' } });
  });

  test('is not named for an address that sent nothing', async () => {
    expect((await find({ moves, sentCount: 0 })).has(RULE)).toBe(false);
  });

  test('is nobody where the block itself made the coin', async () => {
    expect((await find({ moves: [move(3, '', ME, 7n, '', 'reward')] })).has(RULE)).toBe(false);
  });
});

describe('a gas sponsor', () => {
  const RULE = 'gas-sponsor/2';

  test('paid all coin of an address that spent it on fees', async () => {
    expect((await find({})).get(RULE)).toMatchObject({ subject: key('gas'), figures: { payments: '12' } });
  });

  test.each<[string, StoredMove[]]>([
    ['two paid coin', [...depositMoves(), move(200, key('other'), ME, 1n, '')]],
    ['it sent coin on', [...depositMoves(), move(200, ME, key('other'), 1n, '')]],
    ['it was one payment', depositMoves(1)],
    ['no token went out', depositMoves().filter((m) => m.to !== EXCHANGE)],
    ['it spent more coin than is known to have come', [...depositMoves(), move(200, ME, '', 1n, '', 'fee')]],
  ])('is none where %s', async (_, moves) => {
    expect((await find({ moves })).has(RULE)).toBe(false);
  });
});

test('a gas sponsor is reported with what was paid, and less surely of a part of the history', async () => {
  const whole = (await find({})).get('gas-sponsor/2');
  expect(whole).toMatchObject({ confidence: 'medium', figures: { payments: '12', units: '60' } });
  expect(whole?.sentence).toBe(
    'All coin it received came from this one address, in 12 payments, and went into fees; what it moved were tokens.',
  );
  const part = (await find({ holds: 1 })).get('gas-sponsor/2');
  expect(part?.confidence).toBe('low');
  expect(part?.sentence).toContain('All coin it received, in the indexed blocks, came from');
  expect((await find({ sentCount: 0 })).has('gas-sponsor/2')).toBe(false);
});

describe('the origin of a contract', () => {
  const RULE = 'contract-origin/1';

  test('is the account that deployed it', async () => {
    const found = (await find({ createdAt: 7, record: { created: ME, from: key('dev'), to: '' } })).get(RULE);
    expect(found).toMatchObject({ subject: key('dev'), evidence: [hashOf(7)] });
  });

  test('is the factory that was called', async () => {
    const record = { created: '', from: key('user'), to: key('factory') };
    const found = (await find({ createdAt: 7, record })).get(RULE);
    expect(found).toMatchObject({ subject: key('factory'), title: 'Contract, made by another contract' });
  });

  test('is not reported where its creation is not indexed', async () => {
    expect((await find({ actsAsContract: true })).has(RULE)).toBe(false);
  });
});

test('an address that was never seen has no findings', async () => {
  const reader = { ...openPlainAccount({ address: ME, moves: [] }), totals: async () => new Map() };
  expect(await findAccountFindings({ reader, chain: 'eth', address: ME, labelsOf })).toEqual([]);
});

test('parameters of a rule nobody has are refused', async () => {
  await expect(find({}, { 'no-rule': {} })).rejects.toThrow('There is no rule "no-rule"');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-account-findings.txt');
});
