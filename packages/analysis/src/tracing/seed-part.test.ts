import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { OutputStep } from '@trailmark/core/trace/trace';
import type { TraceSeed } from '@trailmark/core/trace/trace-request';
import { describe, expect, test } from 'vitest';
import { keyOf, type PlainMove, tracePlain, transferAt } from './accounts/testing/plain-chain.ts';
import * as ofCanonicalTrace from './canonical-trace.ts';
import * as ofOpenOutputTrace from './outputs/open-output-trace.ts';
import { type Draft, knowledgeOf, requestOf, ScriptedOutputs, txidOf } from './testing/output-ledger.ts';

const recorded = new WatchedResults();
const { canonicalTrace } = recorded.watch(ofCanonicalTrace);
const { openOutputTrace } = recorded.watch(ofOpenOutputTrace);

/** Transaction 2 joins 5 units, of which the first 3 are traced, with 5 others and pays 6 and 3; the fee is 1. */
const MIXED: readonly Draft[] = [
  { spends: [], pays: [{ to: 1, amount: 1n }] },
  {
    spends: [],
    pays: [
      { to: 1, amount: 5n },
      { to: 1, amount: 5n },
    ],
  },
  {
    spends: [
      [1, 0],
      [1, 1],
    ],
    pays: [
      { to: 2, amount: 6n },
      { to: 3, amount: 3n },
    ],
  },
];
const output = (amount?: bigint): TraceSeed => ({
  kind: 'output',
  txid: txidOf(1),
  vout: 0,
  ...(amount === undefined ? {} : { amount }),
});

async function traceMixed(method: string, seeds: readonly TraceSeed[]) {
  const session = await openOutputTrace(
    { reader: new ScriptedOutputs(MIXED), knowledge: knowledgeOf() },
    requestOf({ seeds, method }),
  );
  return session.run(100);
}

/** `a` holds 60, receives 100 of which the first 50 are traced, and pays 80 and then 40. */
const MOVES: readonly PlainMove[] = [
  { height: 0, from: '', to: 'victim', amount: 1_000n, kind: 'genesis' },
  { height: 0, from: '', to: 'a', amount: 60n, kind: 'genesis' },
  { height: 1, from: 'victim', to: 'a', amount: 100n },
  { height: 2, from: 'a', to: 'b', amount: 80n },
  { height: 3, from: 'a', to: 'c', amount: 40n },
];
const transfer = (amount: bigint): TraceSeed => ({ ...transferAt(1), amount }) as TraceSeed;

describe('a part of an output', () => {
  test.each([
    // Traced units of the two outputs, of the fee, and what the method adds.
    ['fifo/1', [3n, 0n], 0n, 0n],
    ['lifo/1', [0n, 2n], 1n, 0n],
    ['haircut/1', [2n, 1n], 0n, 0n],
    ['poison/1', [6n, 3n], 1n, 7n],
    ['exact/1', [6n, 3n], 1n, 7n],
  ] as const)('goes where %s takes its first units, or its share', async (method, outputs, fee, added) => {
    const trace = await traceMixed(method, [output(3n)]);
    const [step] = trace.steps as OutputStep[];
    expect(step?.outputs.map(({ tainted }) => tainted)).toEqual(outputs);
    expect([step?.feeTainted, step?.added]).toEqual([fee, added]);
    expect(trace.seeds.map(({ amount }) => amount)).toEqual([3n]);
    expect(trace.sums).toMatchObject([{ began: 3n, added, difference: 0n }]);
  });

  test('that is all of it is the same request, to the byte', async () => {
    const [whole, said] = [await traceMixed('fifo/1', [output()]), await traceMixed('fifo/1', [output(5n)])];
    expect(canonicalTrace(said)).toBe(canonicalTrace(whole));
    expect(canonicalTrace(await traceMixed('fifo/1', [output(4n)]))).not.toBe(canonicalTrace(whole));
  });

  test.each([
    [0n, 'is 0 units, nothing. Give between 1 and 5 units'],
    [-2n, 'is -2 units, nothing.'],
    [6n, 'is 6 units, more than its 5.'],
  ])('of %s units is refused in words', async (amount, sentence) => {
    await expect(traceMixed('fifo/1', [output(amount)])).rejects.toThrow(sentence);
  });

  test('and another part of the same output contradict each other', async () => {
    await expect(traceMixed('fifo/1', [output(3n), output(2n)])).rejects.toThrow('Name it once');
    await expect(traceMixed('fifo/1', [output(3n), { kind: 'transaction', txid: txidOf(1) }])).rejects.toThrow(
      'in part (3 units) and whole',
    );
  });
});

describe('a part of a transfer', () => {
  test.each([
    ['fifo/1', [0n, 20n, 30n]],
    ['lifo/1', [0n, 30n, 20n]],
    ['haircut/1', [13n, 25n, 12n]],
    ['pro-rata/1', [13n, 25n, 12n]],
    ['libr/1', [40n, 0n, 10n]],
    ['poison/1', [0n, 80n, 40n]],
  ] as const)('goes where %s takes its first units, or its share', async (method, ends) => {
    const trace = await tracePlain({ moves: MOVES }, { seeds: [transfer(50n)], method });
    const held = (name: string): bigint =>
      trace.leaves.reduce((sum, { address, amount }) => (address === keyOf(name) ? sum + amount : sum), 0n);
    expect(['a', 'b', 'c'].map(held)).toEqual(ends);
    expect(trace.sums).toMatchObject([{ began: 50n, difference: 0n }]);
  });

  test('that is all of it is the same request, to the byte', async () => {
    const whole = await tracePlain({ moves: MOVES }, { seeds: [transferAt(1)] });
    const said = await tracePlain({ moves: MOVES }, { seeds: [transfer(100n)] });
    expect(canonicalTrace(said)).toBe(canonicalTrace(whole));
  });

  test('of nothing, or of more than was paid, is refused', async () => {
    for (const amount of [0n, -1n, 101n])
      await expect(tracePlain({ moves: MOVES }, { seeds: [transfer(amount)] })).rejects.toThrow(
        'Give between 1 and 100 units',
      );
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/seed-part.txt');
});
