import { MOVE_WRAP } from '@trailmark/core/account-block';
import type { AccountStep, Trace } from '@trailmark/core/trace/trace';
import { describe, expect, test } from 'vitest';
import { EVENTS } from '../../protocols/event-signatures.ts';
import { TORNADO_POOLS } from '../../protocols/tornado-pools.ts';
import { WRAPPED_COINS } from '../../protocols/wrapped-coins.ts';
import { differenceOf, toAuditGroups } from '../audit-rows.ts';
import { openAccountTrace } from './open-account-trace.ts';
import {
  keyOf,
  openPlainChain,
  type PlainChain,
  type PlainMove,
  plainKnowledge,
  requestOf,
  tracePlain,
  transferAt,
} from './testing/plain-chain.ts';

function pay(height: number, from: string, to: string, amount: bigint, rest: Partial<PlainMove> = {}): PlainMove {
  return { height, from, to, amount, ...rest };
}

const thief = pay(1, 'victim', 'a', 100n);

function endsOf({ leaves }: Trace): [string | null, bigint, string][] {
  return leaves.map(({ address, amount, reason }) => [address, amount, reason]);
}

function chainOf(moves: readonly PlainMove[], rest: Partial<PlainChain> = {}): PlainChain {
  return { moves: [pay(0, '', 'victim', 10_000n, { kind: 'genesis' }), ...moves], ...rest };
}

const seeds = [transferAt(1)];
const end = (name: string, amount: bigint, reason = 'held') => [keyOf(name), amount, reason];

describe('which money leaves an account first', () => {
  const moves = [pay(0, '', 'a', 60n, { kind: 'genesis' }), thief, pay(2, 'a', 'b', 80n), pay(3, 'a', 'c', 40n)];

  test.each([
    ['fifo/1', [end('a', 40n), end('b', 20n), end('c', 40n)]],
    ['lifo/1', [end('b', 80n), end('c', 20n)]],
    ['haircut/1', [end('a', 25n), end('b', 50n), end('c', 25n)]],
    ['libr/1', [end('a', 40n), end('b', 20n), end('c', 40n)]],
    ['pro-rata/1', [end('a', 25n), end('b', 50n), end('c', 25n)]],
    ['poison/1', [end('b', 80n), end('c', 40n)]],
  ])('%s takes what its rule says', async (method, expected) => {
    const trace = await tracePlain(chainOf(moves), { seeds, method });
    const order = (list: unknown[][]) => list.map(String).sort();
    expect(order(endsOf(trace))).toEqual(order(expected));
    expect(trace.sums.map(({ difference }) => difference)).toEqual([0n]);
    expect(trace.accounts.find(({ address }) => address === keyOf('a'))?.opening).toBe(60n);
  });

  test('poison says what it added', async () => {
    const trace = await tracePlain(chainOf(moves), { seeds, method: 'poison/1' });
    expect(trace.sums[0]).toMatchObject({ began: 100n, added: 20n });
    expect((trace.steps as AccountStep[]).map(({ added }) => added)).toEqual([0n, 0n, 20n]);
  });
});

test('money that comes in after the lowest balance does not restore a claim', async () => {
  const moves = [thief, pay(2, 'a', 'b', 90n), pay(3, 'victim', 'a', 500n), pay(4, 'a', 'c', 505n)];
  const trace = await tracePlain(chainOf(moves), { seeds, method: 'libr/1' });
  expect(endsOf(trace).sort()).toEqual([end('a', 5n), end('b', 90n), end('c', 5n)].sort());
});

test('pro rata divides every end among the victims by their losses, to the unit', async () => {
  const moves = [thief, pay(2, 'other', 'a', 50n), pay(3, 'a', 'b', 101n)];
  const chain = chainOf([pay(0, '', 'other', 50n, { kind: 'genesis' }), ...moves]);
  const { leaves } = await tracePlain(chain, { seeds: [transferAt(1), transferAt(2)], method: 'pro-rata/1' });
  expect(leaves.map(({ amount, shares }) => [amount, shares])).toEqual([
    [49n, [33n, 16n]],
    [101n, [67n, 34n]],
  ]);
});

test('fees are paid out of traced money too, and a failed payment costs its fee', async () => {
  const moves = [
    thief,
    pay(2, 'a', '', 7n, { kind: 'fee' }),
    pay(2, 'a', 'b', 90n),
    pay(3, 'a', '', 3n, { kind: 'fee' }),
  ];
  const trace = await tracePlain(chainOf(moves), { seeds });
  expect(trace.sums[0]).toMatchObject({ fees: 10n, ended: { held: 90n }, difference: 0n });
  expect((trace.steps as AccountStep[]).map(({ feeTainted }) => feeTainted)).toEqual([0n, 7n, 3n]);
});

test('an account that is reached again, and earlier by a longer way, is read from the earlier place', async () => {
  const moves = [
    pay(1, 'victim', 'a', 100n),
    pay(2, 'a', 'b', 30n),
    pay(3, 'b', 'c', 30n),
    pay(4, 'c', 'd', 10n),
    pay(5, 'a', 'c', 70n),
    pay(6, 'c', 'a', 50n),
    pay(7, 'a', 'e', 50n),
  ];
  const trace = await tracePlain(chainOf(moves), { seeds });
  expect(endsOf(trace).sort()).toEqual([end('c', 40n), end('d', 10n), end('e', 50n)].sort());
  expect(trace.sums[0]?.difference).toBe(0n);
  expect(trace.steps.map(({ height, hop }) => [height, hop])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
    [6, 2],
    [7, 1],
  ]);
});

describe('where a trail stops', () => {
  const moves = [thief, pay(2, 'a', 'b', 60n), pay(100, 'a', 'c', 30n)];

  test.each(['service', 'mixer', 'bridge', 'contract', 'sanctioned'] as const)('at a %s', async (kind) => {
    const trace = await tracePlain(chainOf([...moves, pay(101, 'b', 'd', 60n)], { parties: { b: kind } }), { seeds });
    expect(endsOf(trace)).toContainEqual(end('b', 60n, kind));
    expect(trace.leaves.find(({ reason }) => reason === kind)?.party?.kind).toBe(kind);
  });

  test('a rule that is off lets the trail through', async () => {
    const chain = chainOf([...moves, pay(101, 'b', 'd', 60n)], { parties: { b: 'service' } });
    const trace = await tracePlain(chain, { seeds, stops: { services: false } });
    expect(endsOf(trace)).toContainEqual(end('d', 60n));
  });

  test('at what acts as a contract where no protocol explains the payment', async () => {
    const chain = chainOf([...moves, pay(101, 'b', 'd', 60n)], { contracts: ['b'] });
    expect(endsOf(await tracePlain(chain, { seeds }))).toContainEqual(end('b', 60n, 'contract'));
    const on = await tracePlain(chain, { seeds, stops: { contracts: false } });
    expect(endsOf(on)).toContainEqual(end('d', 60n));
  });

  test('not at an account that delegates to code: its key signed, so it is no contract', async () => {
    const chain = chainOf([...moves, pay(101, 'b', 'd', 60n)], { contracts: ['b'], signers: ['b'] });
    expect(endsOf(await tracePlain(chain, { seeds }))).toContainEqual(end('d', 60n));
  });

  test('at the place an examiner names, at the hop limit, and where it lay too long', async () => {
    const stop = await tracePlain(chainOf(moves), { seeds, stops: { stopAt: ['b'] } });
    expect(endsOf(stop)).toContainEqual(end('b', 60n, 'stop-at'));
    const cap = await tracePlain(chainOf([...moves, pay(101, 'b', 'd', 60n)]), { seeds, stops: { maxHops: 1 } });
    expect(endsOf(cap)).toContainEqual(end('b', 60n, 'hop-cap'));
    const dormant = await tracePlain(chainOf(moves), { seeds, stops: { dormantDays: 2 } });
    expect(endsOf(dormant).sort()).toEqual([end('a', 40n, 'dormant'), end('b', 60n)].sort());
  });

  test('at the edges of the time window', async () => {
    const after = await tracePlain(chainOf(moves), { seeds, stops: { toTime: 50 * 3_600 } });
    expect(endsOf(after).sort()).toEqual([end('a', 40n, 'after-window'), end('b', 60n)].sort());
    const before = await tracePlain(chainOf(moves), { seeds, stops: { fromTime: 50 * 3_600 } });
    expect(endsOf(before).sort()).toEqual([end('a', 10n), end('b', 60n, 'before-window'), end('c', 30n)].sort());
  });

  test('at a hub, with the figure', async () => {
    const busy = Array.from({ length: 30 }, (_, i) => pay(200 + i, 'b', `x${i}`, 1n));
    const trace = await tracePlain(chainOf([...moves, ...busy]), { seeds, stops: { hubTransfers: 20 } });
    expect(endsOf(trace)).toContainEqual(end('b', 60n, 'hub'));
    expect(trace.leaves.find(({ reason }) => reason === 'hub')?.detail).toContain('more than 20 transfers');
  });

  test('payments beyond the fan-out limit are one exact remainder', async () => {
    const many = Array.from({ length: 10 }, (_, i) => pay(10 + i, 'a', `x${i}`, BigInt(i + 1)));
    const trace = await tracePlain(chainOf([thief, ...many]), { seeds, stops: { maxFanOut: 3 } });
    expect(trace.cuts).toMatchObject([{ at: keyOf('a'), kind: 'fan-out', count: 7, amount: 28n }]);
    expect(trace.leaves.map(({ amount }) => amount).sort((a, b) => Number(a - b))).toEqual([8n, 9n, 10n, 45n]);
  });

  test('small payments are cut by amount or by share of what the trace began with', async () => {
    const amount = await tracePlain(chainOf(moves), { seeds, stops: { minAmount: 40n } });
    expect(amount.cuts).toMatchObject([{ kind: 'min-amount', count: 1, amount: 30n }]);
    const share = await tracePlain(chainOf(moves), { seeds, stops: { minSharePpm: 500_000 } });
    expect(share.cuts).toMatchObject([{ kind: 'min-share', count: 1, amount: 30n }]);
  });

  test('where the index ends, which is not where money stays', async () => {
    const whole = await tracePlain(chainOf(moves), { seeds });
    const partial = await tracePlain(chainOf(moves, { firstHeight: 50 }), { seeds });
    expect(whole.leaves.every(({ reason }) => reason === 'held')).toBe(true);
    expect(endsOf(partial)).toContainEqual(end('b', 60n, 'data-end'));
    expect([whole.gaps, partial.gaps.map(({ kind }) => kind)]).toEqual([[], ['heights-missing']]);
  });

  test('destroyed amounts end where they were destroyed', async () => {
    const trace = await tracePlain(chainOf([thief, pay(2, 'a', '', 40n, { kind: 'destroyed' })]), { seeds });
    expect(endsOf(trace)).toContainEqual([null, 40n, 'destroyed']);
  });
});

test('an account that paid more than is known keeps no negative balance, and the gap is reported', async () => {
  const moves = [pay(0, 'a', 'x', 500n), thief, pay(2, 'a', 'b', 130n), pay(3, 'a', 'c', 10n)];
  for (const method of ['fifo/1', 'lifo/1', 'haircut/1', 'libr/1', 'pro-rata/1', 'poison/1']) {
    const trace = await tracePlain(chainOf(moves), { seeds, method });
    expect(trace.accounts.find(({ address }) => address === keyOf('a'))?.opening).toBeNull();
    expect(trace.gaps.map(({ kind }) => kind)).toEqual(['opening-unknown', 'value-unknown']);
    expect(trace.sums[0]?.difference).toBe(0n);
    expect(endsOf(trace)).toContainEqual(end('b', method === 'poison/1' ? 130n : 100n));
  }
});

describe('trades that a protocol proves', () => {
  const weth = WRAPPED_COINS.eth ?? '';
  const wrap = [
    pay(2, 'a', weth, 80n),
    pay(2, '', 'a', 80n, { kind: 'token', asset: weth, flags: MOVE_WRAP }),
    pay(3, 'a', 'b', 50n, { kind: 'token', asset: weth }),
    pay(4, 'b', '', 50n, { kind: 'token', asset: weth, flags: MOVE_WRAP }),
    pay(4, weth, 'b', 50n),
    pay(5, 'b', 'c', 50n),
  ];
  const chain = chainOf([pay(0, '', 'a', 60n, { kind: 'genesis' }), thief, ...wrap], {
    contracts: [weth],
    senders: { 2: 'a', 4: 'b' },
  });

  test('wrapped coins are followed, and become coins again', async () => {
    const trace = await tracePlain(chain, { seeds, method: 'haircut/1' });
    expect(trace.steps.flatMap((step) => (step as AccountStep).conversions.map(({ from, to }) => [from, to]))).toEqual([
      [
        { asset: '', amount: 80n, tainted: 50n },
        { asset: weth, amount: 80n, tainted: 50n },
      ],
      [
        { asset: weth, amount: 50n, tainted: 31n },
        { asset: '', amount: 50n, tainted: 31n },
      ],
    ]);
    expect(trace.leaves.map(({ address, asset, amount }) => [address, asset, amount])).toEqual([
      [keyOf('a'), '', 50n],
      [keyOf('a'), weth, 19n],
      [keyOf('c'), '', 31n],
    ]);
    expect(trace.sums.map(({ difference }) => difference)).toEqual([0n, 0n]);
  });

  test('and backward they lead to what was given for them', async () => {
    const trace = await tracePlain(chain, { seeds: [transferAt(5)], method: 'fifo/1', direction: 'backward' });
    expect(trace.sums.map(({ difference }) => difference)).toEqual([0n, 0n]);
    expect(endsOf(trace)).toEqual([[null, 50n, 'issued']]);
  });

  test('and a seed that is given in a trade begins with what was got for it', async () => {
    const trace = await tracePlain(chain, { seeds: [transferAt(2)] });
    expect(trace.leaves.map(({ address, asset, amount }) => [address, asset, amount])).toEqual([
      [keyOf('a'), weth, 30n],
      [keyOf('c'), '', 50n],
    ]);
    expect(trace.sums.map(({ began, difference }) => [began, difference])).toEqual([
      [80n, 0n],
      [0n, 0n],
    ]);
    expect(trace.seeds.map(({ amount }) => amount)).toEqual([80n]);
    for (const group of toAuditGroups(trace)) expect([group.title, differenceOf(group)]).toEqual([group.title, 0n]);
  });

  test.each(['forward', 'backward'] as const)(
    'and %s every account of the audit adds up, without a fee nobody paid',
    async (direction) => {
      const seed = direction === 'forward' ? seeds : [transferAt(5)];
      const trace = await tracePlain(chain, { seeds: seed, direction });
      const groups = toAuditGroups(trace);
      expect(groups.length).toBeGreaterThan(2);
      for (const group of groups) expect([group.title, differenceOf(group)]).toEqual([group.title, 0n]);
      expect(groups.flatMap(({ lines }) => lines.filter(({ side }) => side === 'fee'))).toEqual([]);
    },
  );

  test('and are followed for a wallet that is a contract itself', async () => {
    const wallet = { ...chain, contracts: [weth, 'a'] };
    const trace = await tracePlain(wallet, { seeds: [transferAt(2)] });
    expect(trace.leaves.map(({ address, asset, amount }) => [address, asset, amount])).toEqual([
      [keyOf('a'), weth, 30n],
      [keyOf('c'), '', 50n],
    ]);
  });

  test('and end at the contract where they are not to be followed', async () => {
    const trace = await tracePlain(chain, { seeds, stops: { followSwaps: false } });
    expect(endsOf(trace)).toContainEqual([weth, 20n, 'contract']);
  });
});

test('what an account keeps is not reported to have left it, and a length just above a limit does not read as the limit', async () => {
  const chain = chainOf([thief, pay(48, 'a', 'b', 60n), pay(60, 'b', 'c', 10n)]);
  const late = await tracePlain(chain, { seeds, stops: { toTime: 50 * 3_600 } });
  expect(late.leaves.find(({ reason }) => reason === 'after-window')).toMatchObject({
    amount: 60n,
    detail: expect.stringContaining('how much of this left it there is not reckoned'),
  });
  const { leaves } = await tracePlain(chain, { seeds, stops: { dormantDays: 1 } });
  expect(leaves[0]?.detail).toBe('Lay 1 day, 23 h 0 min 0 s, longer than the limit of 1 day.');
});

test('an address begins with the side that is named, and it is stated where payments replace receipts', async () => {
  const chain = chainOf([thief, pay(2, 'a', 'b', 60n)]);
  const from = (address: string, side?: 'received' | 'paid') =>
    ({ seeds: [{ kind: 'address', address, side }] }) as const;
  const begun = async (ask: object) => (await tracePlain(chain, ask)).seeds.map(({ amount }) => amount);
  expect(await begun(from('a'))).toEqual([100n]);
  expect(await begun(from('a', 'paid'))).toEqual([60n]);
  expect(await begun({ ...from('a', 'received'), direction: 'backward' })).toEqual([100n]);
  await expect(tracePlain(chain, from('b', 'paid'))).rejects.toThrow(/b paid out nothing of this asset/);
  const bare = { moves: [thief, pay(2, 'a', 'b', 60n)] };
  const saidOf = async (ask: object) =>
    (await tracePlain(bare, ask)).gaps.flatMap(({ where, message }) => (where === 'victim' ? [message] : []));
  expect(await saidOf(from('victim'))).toEqual([expect.stringContaining('starts with what it paid out')]);
  expect(await saidOf(from('victim', 'paid'))).toEqual([]);
});

test('a deposit into a mixer pool ends there, by the log of the pool', async () => {
  const [pool] = [...(TORNADO_POOLS.eth?.keys() ?? [])];
  const log = { logIndex: 0, address: pool ?? '', topics: [EVENTS.TORNADO_DEPOSIT.topic], data: '' };
  const chain = chainOf([thief, pay(2, 'a', pool ?? '', 100n)], {
    ...{ contracts: [pool ?? ''], logs: { 2: [log] }, senders: { 2: 'a' } },
  });
  const { leaves } = await tracePlain(chain, { seeds });
  expect(leaves).toMatchObject([{ reason: 'mixer', amount: 100n }]);
  expect(leaves[0]?.detail).toContain('Tornado Cash, pool of');
});

test('an address begins with all it received, or with all it paid where no receipt is indexed', async () => {
  const moves = [pay(1, 'victim', 'a', 5n), pay(2, 'victim', 'a', 6n), pay(3, 'a', 'b', 2n)];
  const received = await tracePlain(chainOf(moves), { seeds: [{ kind: 'address', address: 'a' }] });
  expect(received.seeds.map(({ amount }) => amount)).toEqual([5n, 6n]);
  const paid = await tracePlain({ moves }, { seeds: [{ kind: 'address', address: 'victim' }] });
  expect(paid.seeds.map(({ amount }) => amount)).toEqual([5n, 6n]);
  const backward = await tracePlain(chainOf(moves), {
    seeds: [{ kind: 'address', address: 'a' }],
    direction: 'backward',
  });
  expect(backward.seeds.map(({ amount }) => amount)).toEqual([2n]);
});

test('a seed that is downstream of another one does not begin twice', async () => {
  const moves = [thief, pay(2, 'a', 'b', 100n)];
  const trace = await tracePlain(chainOf(moves), { seeds: [transferAt(1), transferAt(2), transferAt(1)] });
  expect(trace.seeds).toHaveLength(2);
  expect(trace.sums[0]).toMatchObject({ began: 100n, ended: { held: 100n }, difference: 0n });
});

describe('what cannot be traced is refused with a sentence', () => {
  const chain = chainOf(
    [
      thief,
      pay(2, 'a', '', 1n, { kind: 'fee' }),
      pay(3, 'a', 'b', 0n),
      pay(4, 'a', 'b', 9n, { kind: 'token', asset: 'usdc' }),
    ],
    { failed: [2] },
  );
  const unknown = { kind: 'transfer', txid: 'ab'.repeat(32), slot: 0 } as const;

  test.each([
    ['no seed', { seeds: [] }, /at least one/],
    ['an unknown transaction', { seeds: [unknown] }, /No transaction abab/],
    ['what is no hash', { seeds: [{ ...unknown, txid: 'x' }] }, /64 hexadecimal digits/],
    ['a slot beyond the last', { seeds: [transferAt(1, 7)] }, /numbered from 0; there is no transfer 7/],
    ['a failed transaction', { seeds: [transferAt(2)] }, /failed/],
    ['an amount of zero', { seeds: [transferAt(3)] }, /zero/],
    ['another asset', { seeds, asset: 'usd' }, /another asset/],
    ['two assets', { seeds: [transferAt(1), transferAt(4)] }, /more than one asset/],
    ['an output', { seeds: [{ kind: 'output', txid: 'ab'.repeat(32), vout: 0 }] }, /no outputs/],
    ['a method that is none', { seeds, method: 'best/1' }, /no tracing method/],
    ['a method without accounts', { seeds, method: 'exact/1' }, /does not work on account chains/],
    ['a claim backward', { seeds, method: 'libr/1', direction: 'backward' }, /only runs forward/],
    ['a window that ends first', { seeds, stops: { fromTime: 5, toTime: 4 } }, /ends before it begins/],
    ['an address without payments', { seeds: [{ kind: 'address', address: 'z' }] }, /received and paid out nothing/],
  ] as const)('%s', async (_, ask, sentence) => {
    await expect(tracePlain(chain, ask as never)).rejects.toThrow(sentence);
  });
});

test('a cancelled trace is refused as unavailable and can be continued', async () => {
  const chain = chainOf([thief, pay(2, 'a', 'b', 60n), pay(3, 'b', 'c', 60n)]);
  const context = { chain: 'eth', reader: openPlainChain(chain), knowledge: plainKnowledge() } as const;
  const session = await openAccountTrace(context, requestOf({ seeds }));
  await expect(session.run(50, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'unavailable' });
  const progress: number[] = [];
  const trace = await session.run(50, { onProgress: ({ transactionsRead }) => progress.push(transactionsRead) });
  expect(trace.state).toBe('complete');
  expect(progress.at(-1)).toBe(3);
});

test('after a run that failed the answer is that of one run with as much as was read', async () => {
  const moves = [
    thief,
    ...Array.from({ length: 12 }, (_, i) => pay(2 + i, i === 0 ? 'a' : `n${i}`, `n${i + 1}`, 100n)),
  ];
  const context = { chain: 'eth', reader: openPlainChain(chainOf(moves)), knowledge: plainKnowledge() } as const;
  const open = () => openAccountTrace(context, requestOf({ seeds }));
  const session = await open();
  await session.run(2);
  const controller = new AbortController();
  const onProgress = ({ transactionsRead }: { transactionsRead: number }) => {
    if (transactionsRead >= 7) controller.abort();
  };
  await expect(session.run(50, { signal: controller.signal, onProgress })).rejects.toThrow('cancelled');
  const ahead = await session.run(1);
  expect(ahead.counts.transactionsRead).toBe(7);
  expect(ahead.steps).toEqual((await (await open()).run(7)).steps);
  expect((await session.run(2)).steps).toEqual((await (await open()).run(9)).steps);
});

test('a budget that is used up leaves ends that say so, and further runs continue from there', async () => {
  const chain = chainOf([
    thief,
    ...Array.from({ length: 12 }, (_, i) => pay(2 + i, i === 0 ? 'a' : `n${i}`, `n${i + 1}`, 100n)),
  ]);
  const context = { chain: 'eth', reader: openPlainChain(chain), knowledge: plainKnowledge() } as const;
  const session = await openAccountTrace(context, requestOf({ seeds }));
  const first = await session.run(5);
  expect([first.state, first.leaves.map(({ reason }) => reason), first.counts.transactionsRead]).toEqual([
    'partial',
    ['budget'],
    5,
  ]);
  const last = await session.run(100);
  expect([last.state, endsOf(last)]).toEqual(['complete', [end('n12', 100n)]]);
});
