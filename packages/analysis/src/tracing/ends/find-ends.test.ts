import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { describe, expect, test } from 'vitest';
import { openAccountTrace } from '../accounts/open-account-trace.ts';
import {
  keyOf,
  openPlainChain,
  type PlainChain,
  type PlainMove,
  plainKnowledge,
  requestOf,
  transferAt,
} from '../accounts/testing/plain-chain.ts';
import { findEnds } from './find-ends.ts';

const pay = (height: number, from: string, to: string, amount: bigint): PlainMove => ({ height, from, to, amount });
const born = (to: string, amount: bigint): PlainMove => ({ ...pay(0, '', to, amount), kind: 'genesis' });

function runOver(chain: PlainChain, asked: TraceRequest[] = []) {
  const context = { chain: 'eth', reader: openPlainChain(chain), knowledge: plainKnowledge(chain.parties) } as const;
  return async (request: TraceRequest): Promise<Trace> => {
    asked.push(request);
    return (await openAccountTrace(context, request)).run(request.budget);
  };
}

/** A thief who pays `width` people, one each block, after `depth` wallets. */
function wide(width: number, depth = 0): PlainChain {
  const wallets = Array.from({ length: depth }, (_, i) =>
    pay(2 + i, i === 0 ? 'thief' : `w${i - 1}`, `w${i}`, 1_000_000n),
  );
  const last = depth === 0 ? 'thief' : `w${depth - 1}`;
  const people = Array.from({ length: width }, (_, i) => pay(2 + depth + i, last, `p${i}`, 1_000n));
  return { moves: [born('victim', 1_000_000n), pay(1, 'victim', 'thief', 1_000_000n), ...wallets, ...people] };
}

describe('finding every end', () => {
  test('widens the fan-out limit where it cuts payments, and says what that cost', async () => {
    const request = requestOf({ seeds: [transferAt(1)], stops: { maxHops: 10 }, budget: 5_000 });
    const { ends, trace } = await findEnds(request, runOver(wide(600)));
    expect(ends.items.filter(({ most }) => most === 1_000n)).toHaveLength(600);
    expect(ends.total).toBe(601);
    expect(ends.passes.map(({ maxFanOut, cutPayments }) => [maxFanOut, cutPayments])).toEqual([
      [50, 550],
      [500, 100],
      [5_000, 0],
    ]);
    expect(trace.request.stops.maxFanOut).toBe(5_000);
    expect(trace.request.method).toBe('fifo/1');
    expect(ends.transactionsRead).toBeGreaterThan(600 * 3);
    expect(ends.sentences.join(' ')).toContain('3 searches, the last within 5,000 payments a step');
  });

  test('widens the limit of hops where trails end by it', async () => {
    const request = requestOf({ seeds: [transferAt(1)], stops: { maxHops: 10 }, budget: 5_000 });
    const { ends } = await findEnds(request, runOver(wide(3, 20)));
    expect(ends.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['p0', 'p1', 'p2'].map(keyOf)));
    expect(ends.passes.map(({ maxHops }) => maxHops)).toEqual([10, 30]);
  });

  test('stops at its work, and says that more can be there', async () => {
    const request = requestOf({ seeds: [transferAt(1)], stops: { maxHops: 10 }, budget: 50 });
    const { ends } = await findEnds(request, runOver(wide(400)), 100);
    expect(ends.passes.at(-1)?.budget).toBeLessThanOrEqual(100);
    expect(ends.sentences.join(' ')).toContain('More ends can be there.');
  });

  test('leaves out the smallest payments where its work is used up, finds the others, and says how small they were', async () => {
    const dust = Array.from({ length: 300 }, (_, i) => pay(2 + i, 'thief', `d${i}`, 10n));
    const onward = dust.flatMap(({ to }, i) => [pay(500 + i, to, `e${i}`, 10n), pay(900 + i, `e${i}`, `f${i}`, 10n)]);
    const shares = Array.from({ length: 40 }, (_, i) => pay(400 + i, 'thief', `s${i}`, 20_000n));
    const moves = [born('victim', 1_000_000n), pay(1, 'victim', 'thief', 1_000_000n), ...dust, ...shares, ...onward];
    const request = requestOf({ seeds: [transferAt(1)], stops: { maxHops: 10 }, budget: 400 });
    const { ends } = await findEnds(request, runOver({ moves }), 500);
    expect(ends.passes.map(({ budget, minSharePpm }) => [budget, minSharePpm])).toEqual([
      [400, 0],
      [500, 0],
      [500, 1],
      [500, 100],
    ]);
    expect(ends.items.filter(({ most }) => most === 20_000n)).toHaveLength(40);
    expect(ends.sentences.at(-1)).toBe(
      'Not looked at: 300 payments of less than 0.01 % of what was taken. More ends can be there.',
    );
  });

  test('ranges each end over the methods, and bounds the ends that none of them sends money to', async () => {
    // `m` has 100 of its own before 100 stolen come: it pays 100 to `first` and 60 to `second`, and keeps 40.
    const chain = {
      moves: [
        born('victim', 100n),
        born('m', 100n),
        pay(1, 'victim', 'm', 100n),
        pay(2, 'm', 'first', 100n),
        pay(3, 'm', 'second', 60n),
      ],
    };
    const { ends } = await findEnds(requestOf({ seeds: [transferAt(1)] }), runOver(chain));
    const of = (name: string) => ends.items.find(({ address }) => address === keyOf(name));
    expect(ends.methods).toEqual(['fifo/1', 'haircut/1', 'lifo/1']);
    expect(of('first')).toMatchObject({ amounts: [0n, 50n, 100n], least: 0n, most: 100n, reach: 100n });
    expect(of('second')).toMatchObject({ amounts: [60n, 30n, 0n], least: 0n, most: 60n, reach: 60n });
    expect(of('m')).toMatchObject({ amounts: [40n, 20n, 0n], most: 40n, reach: 40n });
  });

  test('puts a service first, then holders, and what is gone last', async () => {
    const chain: PlainChain = {
      moves: [
        born('victim', 100n),
        pay(1, 'victim', 'thief', 100n),
        pay(2, 'thief', 'exchange', 10n),
        pay(3, 'thief', 'mixer', 60n),
        pay(4, 'thief', 'friend', 30n),
      ],
      parties: { exchange: 'service', mixer: 'mixer' },
    };
    const { ends } = await findEnds(requestOf({ seeds: [transferAt(1)] }), runOver(chain));
    expect(ends.items.map(({ standing, most }) => [standing, most])).toEqual([
      ['service', 10n],
      ['holder', 30n],
      ['gone', 60n],
    ]);
    expect(ends.items[0]?.advice).toContain('Ask the service to hold');
  });

  test('begins with all that went through an address that paid more than it received', async () => {
    const usd = (move: PlainMove): PlainMove => ({ ...move, kind: 'stated', asset: 'usd' });
    const chain = {
      moves: [usd(pay(1, 'x', 'thief', 25n)), usd(pay(2, 'thief', 'a', 500n)), usd(pay(3, 'thief', 'b', 400n))],
    };
    const seeds = [{ kind: 'address', address: 'thief' }] as const;
    const { ends, trace } = await findEnds(requestOf({ asset: 'usd', seeds }), runOver(chain));
    expect(ends.widened).toEqual(['thief']);
    expect(ends.items.map(({ name, least }) => [name, least])).toEqual([
      [keyOf('a'), 500n],
      [keyOf('b'), 400n],
    ]);
    expect(trace.request.seeds).toEqual([{ kind: 'address', address: 'thief', side: 'all' }]);
    expect(trace.sums[0]).toMatchObject({ began: 900n, difference: 0n });
  });

  test('keeps the method of the request for the trace, and its order of moves for every method', async () => {
    const asked: TraceRequest[] = [];
    const request = requestOf({ seeds: [transferAt(1)], method: 'libr/1', params: { order: 'payments-first' } });
    const { ends, trace } = await findEnds(request, runOver(wide(2), asked));
    expect(ends.methods).toEqual(['libr/1', 'fifo/1', 'haircut/1', 'lifo/1']);
    expect(trace.request.method).toBe('libr/1');
    expect(asked.every(({ params }) => params.order === 'payments-first')).toBe(true);
  });
});

describe('reach', () => {
  const reachOf = (moves: readonly PlainMove[]) =>
    runOver({ moves })(requestOf({ seeds: [transferAt(1)], method: 'reach/1' }));

  test('bounds every payment by what can be left, and says what it counts twice', async () => {
    const trace = await reachOf([
      born('victim', 60n),
      born('m', 40n),
      pay(1, 'victim', 'm', 60n),
      pay(2, 'm', 'a', 70n),
      pay(3, 'm', 'b', 30n),
    ]);
    const got = Object.fromEntries(trace.leaves.map(({ address, amount }) => [address, amount]));
    expect(got).toEqual({ [keyOf('a')]: 60n, [keyOf('b')]: 30n });
    expect(trace.sums).toMatchObject([{ began: 60n, added: 30n, difference: 0n }]);
  });

  test('ends where the traced money must be gone', async () => {
    const trace = await reachOf([
      born('victim', 60n),
      born('rich', 500n),
      pay(1, 'victim', 'm', 60n),
      pay(2, 'm', 'a', 60n),
      pay(3, 'rich', 'm', 500n),
      pay(4, 'm', 'b', 500n),
    ]);
    expect(trace.leaves.map(({ address }) => address)).toEqual([keyOf('a')]);
  });

  test.each([1, 2, 3, 4, 5, 6])('is never less than any method that divides (seed %i)', async (seed) => {
    let state = seed * 7919;
    const random = (most: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
    const names = ['a', 'b', 'c', 'd', 'e'];
    const moves = [
      born('victim', 1_000n),
      ...names.map((name) => born(name, BigInt(random(800)))),
      pay(1, 'victim', 'a', 1_000n),
    ];
    const held = new Map(names.map((name, i) => [name, (moves[1 + i]?.amount ?? 0n) + (name === 'a' ? 1_000n : 0n)]));
    for (let height = 2; height < 40; height++) {
      const [from, to] = [names[random(5)] ?? 'a', names[random(5)] ?? 'b'];
      const amount = ((held.get(from) ?? 0n) * BigInt(1 + random(100))) / 100n;
      if (from === to || amount === 0n) continue;
      held.set(from, (held.get(from) ?? 0n) - amount);
      held.set(to, (held.get(to) ?? 0n) + amount);
      moves.push(pay(height, from, to, amount));
    }
    const run = runOver({ moves });
    const amounts = async (method: string) => {
      const { steps, leaves } = await run(requestOf({ seeds: [transferAt(1)], method }));
      const paid = steps.flatMap((step) => (step.family === 'accounts' ? step.transfers : []));
      return new Map([
        ...paid.map(({ ref, tainted }) => [ref, tainted] as const),
        ...leaves.map(({ address, amount }) => [`at ${address}`, amount] as const),
      ]);
    };
    const most = await amounts('reach/1');
    for (const method of ['fifo/1', 'lifo/1', 'haircut/1', 'libr/1']) {
      for (const [what, amount] of await amounts(method))
        expect(most.get(what) ?? 0n, `${method} ${what}`).toBeGreaterThanOrEqual(amount);
    }
  });
});
