import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest, TraceSeed } from '@trailmark/core/trace/trace-request';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceOf, toAuditGroups } from '../audit-rows.ts';
import { openAccountTrace } from './open-account-trace.ts';
import { assertStatement } from './testing/assert-statement.ts';
import {
  keyOf,
  openPlainChain,
  type PlainMove,
  plainKnowledge,
  requestOf,
  tracePlain,
  transferAt,
} from './testing/plain-chain.ts';
import { listSeeds, randomMoves } from './testing/random-chain.ts';

const FORWARD = ['fifo/1', 'lifo/1', 'haircut/1', 'libr/1', 'pro-rata/1', 'poison/1'];
const BACKWARD = ['fifo/1', 'lifo/1', 'haircut/1', 'poison/1'];
const RUNS = { numRuns: 150 };

const stops: fc.Arbitrary<Partial<TraceRequest['stops']>> = fc.record(
  {
    maxHops: fc.integer({ min: 0, max: 6 }),
    minAmount: fc.nat(4).map(BigInt),
    minSharePpm: fc.integer({ min: 0, max: 300_000 }),
    maxFanOut: fc.integer({ min: 1, max: 4 }),
    hubTransfers: fc.integer({ min: 3, max: 30 }),
    dormantDays: fc.nat(1),
    fromTime: fc.nat(10).map((height) => height * 3_600),
    toTime: fc.integer({ min: 10, max: 40 }).map((height) => height * 3_600),
  },
  { requiredKeys: [] },
);

function pick(moves: readonly PlainMove[], random: number) {
  const all = listSeeds(moves);
  return all[random % Math.max(1, Math.ceil(all.length / 3))];
}

/** The first units of a payment, by hundredths. */
function inPart(seed: TraceSeed, whole: bigint, hundredths: bigint): TraceSeed {
  const amount = (whole * hundredths) / 100n;
  return seed.kind === 'transfer' && amount > 0n && amount < whole ? { ...seed, amount } : seed;
}

function assertConserved(trace: Trace): void {
  for (const sum of trace.sums) {
    expect(sum.difference).toBe(0n);
    const ended = trace.leaves
      .filter(({ asset }) => asset === sum.asset)
      .reduce((total, { amount }) => total + amount, 0n);
    const cut = trace.cuts.reduce((total, { asset, amount }) => (asset === sum.asset ? total + amount : total), 0n);
    expect(ended + cut + sum.fees).toBe(sum.began + sum.added + sum.convertedIn - sum.convertedOut);
  }
  for (const { taintedIn, taintedOut, taintedHeld } of trace.accounts) {
    expect(taintedIn).toBe(taintedOut + taintedHeld);
    expect(taintedHeld).toBeGreaterThanOrEqual(0n);
  }
  for (const step of trace.steps)
    if (step.family === 'accounts')
      for (const { tainted, amount } of step.transfers) expect(tainted > 0n && tainted <= amount).toBe(true);
  for (const { reason, detail } of trace.leaves) expect([reason, detail !== '']).toEqual([reason, true]);
  assertStatement(trace);
}

test('what a trace begins with ends somewhere, to the unit, whatever the method, the stops and the gaps', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomMoves(true, true),
      fc.nat(),
      stops,
      fc.boolean(),
      fc.constantFrom(1n, 30n, 99n, 100n),
      async (moves, random, rules, isForward, hundredths) => {
        const seed = pick(moves, random);
        if (!seed) return;
        const direction = isForward ? 'forward' : 'backward';
        for (const method of isForward ? FORWARD : BACKWARD) {
          const seeds = [inPart(transferAt(seed.height, seed.slot), moves[seed.index]?.amount ?? 0n, hundredths)];
          const ask = { seeds, method, direction, stops: rules } as const;
          const trace = await tracePlain({ moves }, ask);
          assertConserved(trace);
          expect(trace.state).toBe('complete');
        }
      },
    ),
    RUNS,
  );
});

test('seeds that are downstream of each other begin only with the rest, and every account of the audit adds up', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomMoves(true, true),
      fc.array(fc.nat(), { minLength: 2, maxLength: 5 }),
      fc.boolean(),
      fc.constantFrom(1n, 50n, 99n, 100n),
      async (moves, picks, isForward, hundredths) => {
        const all = listSeeds(moves);
        const seeds = [...new Set(picks.map((random) => all[random % Math.max(1, all.length)]))].flatMap((seed, i) =>
          seed
            ? [
                inPart(
                  transferAt(seed.height, seed.slot),
                  moves[seed.index]?.amount ?? 0n,
                  i % 2 === 0 ? hundredths : 100n,
                ),
              ]
            : [],
        );
        if (seeds.length < 2) return;
        const direction = isForward ? 'forward' : 'backward';
        for (const method of isForward ? FORWARD : BACKWARD) {
          const trace = await tracePlain({ moves }, { seeds, method, direction });
          assertConserved(trace);
          expect(trace.seeds.reduce((sum, { amount }) => sum + amount, 0n)).toBe(trace.sums[0]?.began);
          for (const { amount } of trace.seeds) expect(amount).toBeGreaterThanOrEqual(0n);
          const groups = toAuditGroups(trace);
          for (const group of groups) expect([group.title, differenceOf(group)]).toEqual([group.title, 0n]);
          const fees = groups
            .flatMap(({ lines }) => lines)
            .reduce((sum, { side, tainted }) => (side === 'fee' ? sum + tainted : sum), 0n);
          expect(fees).toBe(trace.sums[0]?.fees);
        }
      },
    ),
    RUNS,
  );
});

test('no trace has more steps than its budget, but for those it begins with', async () => {
  await fc.assert(
    fc.asyncProperty(randomMoves(), fc.nat(), fc.integer({ min: 1, max: 12 }), async (moves, random, budget) => {
      const seed = pick(moves, random);
      if (!seed) return;
      const request = requestOf({ seeds: [transferAt(seed.height, seed.slot)] });
      const context = { chain: 'eth', reader: openPlainChain({ moves }), knowledge: plainKnowledge() } as const;
      const { steps, counts } = await (await openAccountTrace(context, request)).run(budget);
      expect(counts.transactionsRead).toBeLessThanOrEqual(budget);
      expect(steps.length).toBeLessThanOrEqual(counts.transactionsRead);
    }),
    RUNS,
  );
});

test('batches, queries at once and pauses do not change the result', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomMoves(true, true),
      fc.nat(),
      stops,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (moves, random, rules, batch, piece) => {
        const seed = pick(moves, random);
        if (!seed) return;
        const request = requestOf({ seeds: [transferAt(seed.height, seed.slot)], stops: rules });
        const open = (batching: { batch: number; concurrency: number }) =>
          openAccountTrace(
            { chain: 'eth', reader: openPlainChain({ moves }), knowledge: plainKnowledge(), batching },
            request,
          );
        const whole = await (await open({ batch: 1_000, concurrency: 1 })).run(20);
        const session = await open({ batch, concurrency: 2 });
        let last = await session.run(0);
        for (let left = 20; left > 0; left -= piece) last = await session.run(Math.min(piece, left));
        expect(last).toEqual(whole);
        assertConserved(last);
      },
    ),
    RUNS,
  );
});

/** Every unit of every account in a line: slow, and obviously right. */
function traceUnits(moves: readonly PlainMove[], seed: number, end: 'fifo/1' | 'lifo/1'): Map<string, bigint> {
  const lines = new Map<string, boolean[]>();
  const lineOf = (name: string) => {
    const line = lines.get(name) ?? [];
    lines.set(name, line);
    return line;
  };
  moves.forEach(({ from, to, amount }, index) => {
    if (from === to) return;
    const source = lineOf(from);
    const count = Number(amount);
    const units =
      from === ''
        ? new Array<boolean>(count).fill(false)
        : end === 'fifo/1'
          ? source.splice(0, count)
          : source.splice(source.length - count);
    lineOf(to).push(...(index === seed ? units.map(() => true) : units));
  });
  return new Map([...lines].map(([name, line]) => [keyOf(name), BigInt(line.filter(Boolean).length)]));
}

test.each(['fifo/1', 'lifo/1'] as const)('%s agrees with lines of single units', async (method) => {
  await fc.assert(
    fc.asyncProperty(randomMoves(), fc.nat(), async (moves, random) => {
      const seed = pick(moves, random);
      if (!seed) return;
      const trace = await tracePlain({ moves }, { seeds: [transferAt(seed.height, seed.slot)], method });
      const expected = traceUnits(moves, seed.index, method);
      const fees = expected.get('') ?? 0n;
      expected.delete('');
      const held = new Map<string, bigint>();
      for (const { address, amount } of trace.leaves) held.set(address ?? '', (held.get(address ?? '') ?? 0n) + amount);
      expect([...held].sort()).toEqual([...expected].filter(([, amount]) => amount > 0n).sort());
      expect(trace.sums[0]?.fees).toBe(fees);
    }),
    RUNS,
  );
});

test('haircut stays within one unit a payment of exact fractions', async () => {
  await fc.assert(
    fc.asyncProperty(randomMoves(), fc.nat(), async (moves, random) => {
      const seed = pick(moves, random);
      if (!seed) return;
      const trace = await tracePlain({ moves }, { seeds: [transferAt(seed.height, seed.slot)], method: 'haircut/1' });
      const balances = new Map<string, number>();
      const tainted = new Map<string, number>();
      moves.forEach(({ from, to, amount }, index) => {
        if (from === to) return;
        const [value, held] = [Number(amount), balances.get(from) ?? 0];
        const share = held === 0 ? 0 : ((tainted.get(from) ?? 0) * value) / held;
        balances.set(from, held - value);
        tainted.set(from, (tainted.get(from) ?? 0) - share);
        balances.set(to, (balances.get(to) ?? 0) + value);
        tainted.set(to, (tainted.get(to) ?? 0) + (index === seed.index ? value : share));
      });
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const found = trace.leaves.filter(({ address }) => address === keyOf(name));
        const amount = Number(found.reduce((sum, leaf) => sum + leaf.amount, 0n));
        expect(Math.abs(amount - (tainted.get(name) ?? 0))).toBeLessThan(moves.length + 1);
      }
    }),
    RUNS,
  );
});

// Only where the order of transfers is known: of unknown ones each direction orders those it has read.
test.each(['fifo/1', 'lifo/1'])('%s forward and then backward returns the seed, payment by payment', async (method) => {
  await fc.assert(
    fc.asyncProperty(randomMoves(false), fc.nat(), async (moves, random) => {
      const seed = pick(moves, random);
      if (!seed) return;
      const seeds = [transferAt(seed.height, seed.slot)];
      const forward = await tracePlain({ moves }, { seeds, method });
      const begun = forward.seeds[0]?.ref;
      for (const step of forward.steps.slice(-4)) {
        if (step.family !== 'accounts') continue;
        for (const { ref, tainted } of step.transfers) {
          const slot = Number(ref.split('#')[1]);
          const back = await tracePlain(
            { moves },
            { seeds: [transferAt(step.height, slot)], method, direction: 'backward' },
          );
          const found = back.steps
            .flatMap((each) => (each.family === 'accounts' ? each.transfers : []))
            .find((each) => each.ref === begun);
          expect(found?.tainted).toBe(tainted);
        }
      }
    }),
    { numRuns: 100 },
  );
});
