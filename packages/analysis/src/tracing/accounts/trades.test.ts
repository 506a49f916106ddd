import type { AccountLog } from '@trailmark/core/account-block';
import type { AccountStep, Trace } from '@trailmark/core/trace/trace';
import { describe, expect, test } from 'vitest';
import { EVENTS } from '../../protocols/event-signatures.ts';
import { assertStatement } from './testing/assert-statement.ts';
import { keyOf, type PlainChain, type PlainMove, tracePlain, transferAt } from './testing/plain-chain.ts';

const METHODS = ['fifo/1', 'lifo/1', 'haircut/1', 'libr/1', 'pro-rata/1', 'poison/1'];
const word = (text: string) => text.padStart(64, '0');

function pay(height: number, from: string, to: string, amount: bigint, asset = ''): PlainMove {
  return { height, from, to, amount, asset, kind: asset === '' ? 'native' : 'token' };
}

function swapLog(pool: string): AccountLog {
  const topics = [EVENTS.UNISWAP_V2_SWAP.topic, word('1'), word('2')];
  return { logIndex: 0, address: keyOf(pool), topics, data: word('').repeat(4) };
}

/** 100 stolen and 100 of its own in `a`, and what it trades at height 2. */
function chainWith(traded: readonly PlainMove[], after: readonly PlainMove[] = []): PlainChain {
  const first = [
    { ...pay(0, '', 'victim', 100n), kind: 'genesis' as const },
    { ...pay(0, '', 'a', 100n), kind: 'genesis' as const },
    pay(1, 'victim', 'a', 100n),
  ];
  return {
    moves: [...first, ...traded, ...after],
    contracts: ['pool', 'pool2', 'router', 'x', 'y', 'z'],
    logs: { 2: [swapLog('pool'), swapLog('pool2')] },
    senders: { 2: 'a' },
  };
}

const seeds = [transferAt(1)];

function endsOf({ leaves }: Trace): unknown[] {
  return leaves.map(({ address, asset, amount, reason }) => [address, asset, amount, reason]);
}

function conversionsOf({ steps }: Trace): AccountStep['conversions'] {
  return (steps as AccountStep[]).flatMap(({ conversions }) => conversions);
}

function assertCloses(trace: Trace): void {
  for (const { difference } of trace.sums) expect(difference).toBe(0n);
  assertStatement(trace);
}

describe('one asset for several', () => {
  const split = [
    pay(2, 'a', 'router', 150n),
    pay(2, 'router', 'pool', 100n),
    pay(2, 'router', 'pool2', 50n),
    pay(2, 'pool', 'a', 1_001n, 'x'),
    pay(2, 'pool2', 'a', 33n, 'y'),
  ];
  const chain = chainWith(split, [pay(3, 'a', 'b', 1_001n, 'x'), pay(4, 'a', 'c', 33n, 'y')]);

  test('each asset that was got carries the same traced share, rounded down', async () => {
    const trace = await tracePlain(chain, { seeds, method: 'haircut/1' });
    expect(conversionsOf(trace)).toMatchObject([
      {
        from: { asset: '', amount: 150n, tainted: 75n },
        to: { asset: keyOf('x'), amount: 1_001n, tainted: 500n },
        moreTo: [{ asset: keyOf('y'), amount: 33n, tainted: 16n }],
      },
    ]);
    expect(endsOf(trace)).toEqual([
      [keyOf('a'), '', 25n, 'held'],
      [keyOf('b'), keyOf('x'), 500n, 'held'],
      [keyOf('c'), keyOf('y'), 16n, 'held'],
    ]);
    assertCloses(trace);
  });

  test.each(METHODS)('%s closes in every asset and account', async (method) => {
    assertCloses(await tracePlain(chain, { seeds, method }));
    const capped = await tracePlain(chain, { seeds, method, stops: { maxHops: 1 } });
    expect(capped.leaves.filter(({ reason }) => reason === 'hop-cap')).toHaveLength(1);
    assertCloses(capped);
  });

  test('and a seed that is given for them begins with all of them', async () => {
    const trace = await tracePlain(chain, { seeds: [transferAt(2)] });
    expect(trace.sums.find(({ asset }) => asset === '')).toMatchObject({ began: 150n, convertedOut: 150n });
    expect(endsOf(trace)).toEqual([
      [keyOf('b'), keyOf('x'), 1_001n, 'held'],
      [keyOf('c'), keyOf('y'), 33n, 'held'],
    ]);
    assertCloses(trace);
  });

  test('backward one of them ends at the contract: what it cost of what was given is not known', async () => {
    const trace = await tracePlain(chain, { seeds: [transferAt(3)], direction: 'backward' });
    expect(endsOf(trace)).toEqual([[keyOf('pool'), keyOf('x'), 1_001n, 'contract']]);
    assertCloses(trace);
  });

  test('whoever is paid in the same transaction and passes nothing on is not taken for a part of the trade', async () => {
    const gift = chainWith([...split, pay(2, 'a', 'friend', 20n)]);
    const trace = await tracePlain(gift, { seeds });
    expect(conversionsOf(trace)).toEqual([]);
    expect(endsOf(trace)).toContainEqual([keyOf('friend'), '', 20n, 'held']);
    assertCloses(trace);
  });
});

describe('several assets for one', () => {
  const joined = [
    pay(2, 'a', 'pool', 60n),
    pay(2, 'a', 'pool', 500n, 'x'),
    pay(2, 'pool', 'a', 90n, 'z'),
    pay(3, 'a', 'b', 45n, 'z'),
  ];
  const chain = chainWith([pay(0, '', 'a', 500n, 'x'), ...joined].toSorted((a, b) => a.height - b.height));
  const ordered = { ...chain, moves: chain.moves.toSorted((a, b) => a.height - b.height) };

  test('end at the contract forward: what each was worth is not known', async () => {
    const trace = await tracePlain(ordered, { seeds });
    expect(conversionsOf(trace)).toEqual([]);
    assertCloses(trace);
  });

  test('and backward each of them gives the same share', async () => {
    const trace = await tracePlain(ordered, { seeds: [transferAt(3)], direction: 'backward', method: 'haircut/1' });
    expect(conversionsOf(trace)).toMatchObject([
      {
        from: { asset: '', amount: 60n, tainted: 30n },
        moreFrom: [{ asset: keyOf('x'), amount: 500n, tainted: 250n }],
        to: { asset: keyOf('z'), amount: 90n, tainted: 45n },
      },
    ]);
    assertCloses(trace);
  });
});

test('hops between pools, and change that comes back, count as their net', async () => {
  const hops = [
    pay(2, 'a', 'router', 180n),
    pay(2, 'router', 'pool', 150n),
    pay(2, 'pool', 'pool2', 7n, 'y'),
    pay(2, 'pool2', 'router', 1_000n, 'x'),
    pay(2, 'router', 'a', 1_000n, 'x'),
    pay(2, 'router', 'a', 30n),
  ];
  const trace = await tracePlain(chainWith(hops), { seeds, method: 'haircut/1' });
  expect(conversionsOf(trace)).toMatchObject([
    { from: { asset: '', amount: 150n, tainted: 75n }, to: { asset: keyOf('x'), amount: 1_000n, tainted: 500n } },
  ]);
  expect(conversionsOf(trace)[0]).not.toHaveProperty('moreTo');
  expect(endsOf(trace)).toEqual([
    [keyOf('a'), '', 25n, 'held'],
    [keyOf('a'), keyOf('x'), 500n, 'held'],
  ]);
  assertCloses(trace);
});

describe('seeds that a trade brought', () => {
  /** 100 received, traded for another asset, and traded back for 90. */
  const round: PlainChain = {
    moves: [
      { ...pay(0, '', 'victim', 100n), kind: 'genesis' },
      pay(1, 'victim', 'a', 100n),
      pay(2, 'a', 'pool', 100n),
      pay(2, 'pool', 'a', 1_000n, 'x'),
      pay(3, 'a', 'pool', 1_000n, 'x'),
      pay(3, 'pool', 'a', 90n),
      pay(4, 'a', 'b', 90n),
    ],
    contracts: ['pool', 'x'],
    logs: { 2: [swapLog('pool')], 3: [swapLog('pool')] },
    senders: { 2: 'a', 3: 'a' },
  };

  test.each(METHODS)('%s counts once where what was traded for them is traced too', async (method) => {
    const trace = await tracePlain(round, { seeds: [{ kind: 'address', address: 'a' }], method });
    expect(trace.seeds.map(({ amount }) => amount)).toEqual([100n, 0n]);
    expect(endsOf(trace)).toEqual([[keyOf('b'), '', 90n, 'held']]);
    assertCloses(trace);
  });

  test('begin with what was not traced already', async () => {
    const part = { ...transferAt(1), amount: 50n } as const;
    const trace = await tracePlain(round, { seeds: [part, transferAt(3, 1)] });
    expect(trace.seeds.map(({ amount }) => amount)).toEqual([50n, 45n]);
    expect(endsOf(trace)).toEqual([[keyOf('b'), '', 90n, 'held']]);
    assertCloses(trace);
  });

  test('and change that came back leave the trade to its single moves', async () => {
    const change = {
      ...round,
      moves: [...round.moves.slice(0, 3), pay(2, 'pool', 'a', 20n), ...round.moves.slice(3)],
    };
    const seeds = [transferAt(1), transferAt(2, 1)];
    const trace = await tracePlain(change, { seeds, method: 'haircut/1' });
    expect(conversionsOf(trace)).toEqual([]);
    expect(trace.sums).toMatchObject([{ began: 120n, ended: { contract: 100n } }]);
    assertCloses(trace);
  });
});

test.each(['fifo/1', 'haircut/1', 'poison/1'])(
  '%s ends the money of whoever paid one side of a trade, and what was got counts once',
  async (method) => {
    const chain: PlainChain = {
      moves: [
        { ...pay(0, '', 'victim', 150n), kind: 'genesis' },
        pay(1, 'victim', 'a', 100n),
        pay(1, 'victim', 'pool', 50n),
        pay(2, 'a', 'pool', 100n),
        pay(2, 'pool', 'a', 100n, 'x'),
        pay(3, 'a', 'pool', 100n, 'x'),
        pay(3, 'pool', 'a', 80n),
        pay(4, 'a', 'b', 80n),
      ],
      contracts: ['pool', 'x'],
      logs: { 2: [swapLog('pool')], 3: [swapLog('pool')] },
      senders: { 2: 'a', 3: 'a' },
    };
    const seeds = [transferAt(1), transferAt(1, 1)];
    const trace = await tracePlain(chain, { seeds, method, stops: { contracts: false } });
    const ended = trace.leaves.filter(({ address }) => address === keyOf('a'));
    expect(ended).toMatchObject([{ reason: 'trade', detail: expect.stringContaining('Paid as one side of a trade.') }]);
    expect(endsOf(trace)).toContainEqual([keyOf('b'), '', 80n, 'held']);
    assertCloses(trace);
  },
);
