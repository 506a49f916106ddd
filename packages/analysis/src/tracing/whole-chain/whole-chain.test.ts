import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { ChainColumns } from './chain-columns.ts';
import * as ofChainColumns from './chain-columns.ts';
import { ExactShares } from './exact-share.ts';
import * as ofFifoTaint from './fifo-taint.ts';
import * as ofHaircutTaint from './haircut-taint.ts';
import { IntervalPool } from './interval-pool.ts';
import * as ofPoisonTaint from './poison-taint.ts';

const recorded = new WatchedResults();
const { checkChainColumns } = recorded.watch(ofChainColumns);
const { taintByFifo } = recorded.watch(ofFifoTaint);
const { taintByHaircut } = recorded.watch(ofHaircutTaint);
const { taintByPoison } = recorded.watch(ofPoisonTaint);

type Random = (below: number) => number;

function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface PlainTransaction {
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** Amounts up to 2^50 where `isLarge`, so that products do not fit into 53 bits. */
function randomChain(seed: number, isLarge: boolean): { plain: PlainTransaction[]; columns: ChainColumns } {
  const random = createRandom(seed);
  const plain: PlainTransaction[] = [];
  const values: number[] = [];
  const unspent: number[] = [];
  const most = isLarge ? 2 ** 47 : 12;
  for (let made = 0; made < 40; made++) {
    const inputs: number[] = [];
    if (unspent.length > 0 && random(4) > 0) {
      const count = Math.min(unspent.length, 1 + random(4));
      for (let i = 0; i < count; i++) inputs.push(...unspent.splice(random(unspent.length), 1));
    }
    let left = inputs.reduce((sum, input) => sum + (values[input] ?? 0), 0);
    if (inputs.length === 0) left = 1 + random(most);
    const outputs: number[] = [];
    for (let parts = 1 + random(random(6) === 0 ? 60 : 4); parts > 0; parts--) {
      const value = parts === 1 && random(2) === 0 ? left : random(left + 1);
      outputs.push(value);
      left -= value;
    }
    for (const value of outputs) unspent.push(values.push(value) - 1);
    plain.push({ inputs, outputs });
  }
  const firsts = (key: keyof PlainTransaction): Uint32Array => {
    let at = 0;
    return Uint32Array.from([0, ...plain.map((transaction) => (at += transaction[key].length))]);
  };
  const columns = {
    transactions: plain.length,
    firstInput: firsts('inputs'),
    firstOutput: firsts('outputs'),
    spends: Uint32Array.from(plain.flatMap(({ inputs }) => inputs)),
    values: Float64Array.from(values),
  };
  return { plain, columns };
}

function haircutShares(traced: bigint, values: readonly bigint[], whole: bigint): bigint[] {
  const shares = values.map((value) => (traced * value) / whole);
  const order = values
    .map((value, index) => ({ index, remainder: (traced * value) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  let left = traced - shares.reduce((sum, share) => sum + share, 0n);
  for (const { index } of order) if (left-- > 0n) shares[index] = shares[index]! + 1n;
  return shares;
}

/** Obviously right and slow: big integers, and for first in, first out every unit separately. */
function slowHaircut(plain: readonly PlainTransaction[], seeds: ReadonlySet<number>) {
  const values: bigint[] = [];
  const traced: bigint[] = [];
  let fees = 0n;
  for (const { inputs, outputs } of plain) {
    const whole = inputs.reduce((sum, input) => sum + values[input]!, 0n);
    const arrived = inputs.reduce((sum, input) => sum + traced[input]!, 0n);
    const sizes = outputs.map(BigInt);
    const fee = whole - sizes.reduce((sum, size) => sum + size, 0n);
    const shares = arrived > 0n ? haircutShares(arrived, [...sizes, fee], whole) : sizes.map(() => 0n);
    if (arrived > 0n) fees += shares.at(-1)!;
    for (const [i, size] of sizes.entries()) {
      traced.push(seeds.has(values.length) ? size : shares[i]!);
      values.push(size);
    }
  }
  return { traced, fees };
}

function slowFifo(plain: readonly PlainTransaction[], seeds: ReadonlySet<number>) {
  const units: boolean[][] = [];
  let fees = 0;
  for (const { inputs, outputs } of plain) {
    const line = inputs.flatMap((input) => units[input]!);
    for (const size of outputs) {
      const own = inputs.length > 0 ? line.splice(0, size) : Array.from({ length: size }, () => false);
      units.push(seeds.has(units.length) ? own.map(() => true) : own);
    }
    fees += line.filter(Boolean).length;
  }
  return { units, fees };
}

function slowPoison(plain: readonly PlainTransaction[], seeds: ReadonlySet<number>): boolean[] {
  const outputs: boolean[] = [];
  for (const transaction of plain) {
    const isReached = transaction.inputs.some((input) => outputs[input]);
    for (const _ of transaction.outputs) outputs.push(isReached || seeds.has(outputs.length));
  }
  return outputs;
}

function pickSeeds(seed: number, columns: ChainColumns): number[] {
  const random = createRandom(seed + 99);
  return Array.from({ length: 1 + random(3) }, () => random(columns.values.length));
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

function unspentOf({ values, spends }: ChainColumns): number[] {
  const spent = new Set(spends);
  return [...values.keys()].filter((output) => !spent.has(output));
}

const SEEDS = Array.from({ length: 150 }, (_, i) => i + 1);

describe('taint of a whole chain', () => {
  test('haircut equals the calculation with big integers to the unit, for amounts whose products exceed 2^53', () => {
    for (const seed of SEEDS) {
      const { plain, columns } = randomChain(seed, seed % 2 === 0);
      checkChainColumns(columns);
      const seeds = pickSeeds(seed, columns);
      const slow = slowHaircut(plain, new Set(seeds));
      const fast = taintByHaircut(columns, seeds);
      expect([...fast.traced].map(BigInt)).toEqual(slow.traced);
      expect(BigInt(fast.fees)).toBe(slow.fees);
    }
  });

  test('first in, first out equals following every unit separately', () => {
    for (const seed of SEEDS) {
      const { plain, columns } = randomChain(seed, false);
      const seeds = pickSeeds(seed, columns);
      const slow = slowFifo(plain, new Set(seeds));
      const fast = taintByFifo(columns, seeds);
      const units = slow.units.map((own, output) => {
        const marks = own.map(() => false);
        for (const [start, length] of fast.runsOf(output)) marks.fill(true, start, start + length);
        return marks;
      });
      expect(units).toEqual(slow.units);
      expect(fast.fees).toBe(slow.fees);
    }
  });

  test('poison reaches the same outputs as walking transaction by transaction', () => {
    for (const seed of SEEDS) {
      const { plain, columns } = randomChain(seed, false);
      const seeds = pickSeeds(seed, columns);
      const fast = taintByPoison(columns, seeds);
      expect([...fast.outputs].map(Boolean)).toEqual(slowPoison(plain, new Set(seeds)));
      expect(sum(fast.reached)).toBe(fast.transactions);
    }
  });

  test('what began is what is unspent and what went into fees, to the unit', () => {
    for (const seed of SEEDS) {
      const { columns } = randomChain(seed, true);
      const seeds = pickSeeds(seed, columns);
      const haircut = taintByHaircut(columns, seeds);
      const fifo = taintByFifo(columns, seeds);
      const unspent = unspentOf(columns);
      expect(sum(unspent.map((output) => haircut.traced[output]!)) + haircut.fees).toBe(haircut.began);
      expect(sum(unspent.map((output) => fifo.tracedOf(output))) + fifo.fees).toBe(fifo.began);
    }
  });

  test('nothing is traced beyond the size of an output, and only where poison reaches', () => {
    for (const seed of SEEDS) {
      const { columns } = randomChain(seed, true);
      const seeds = pickSeeds(seed, columns);
      const [haircut, fifo, poison] = [taintByHaircut, taintByFifo, taintByPoison].map((run) => run(columns, seeds));
      for (const [output, value] of columns.values.entries()) {
        const traced = (haircut as ReturnType<typeof taintByHaircut>).traced[output]!;
        const runs = (fifo as ReturnType<typeof taintByFifo>).tracedOf(output);
        expect(Math.max(traced, runs)).toBeLessThanOrEqual(value);
        if (traced > 0 || runs > 0) expect((poison as ReturnType<typeof taintByPoison>).outputs[output]).toBe(1);
      }
    }
  });

  test('shares are exact at the largest amounts', () => {
    const random = createRandom(5);
    const shares = new ExactShares();
    for (let run = 0; run < 20_000; run++) {
      const values = Float64Array.from({ length: 1 + random(5) }, () => random(2 ** 31) * 2 ** random(17) + random(7));
      const fee = random(1000);
      const whole = sum(values) + fee;
      const traced = run % 3 === 0 ? whole - random(3) : Math.floor(whole / (1 + random(1000))) + 1;
      shares.divide(traced, whole, values, 0, values.length);
      const expected = haircutShares(BigInt(traced), [...values, fee].map(BigInt), BigInt(whole));
      expect([...shares.shares.subarray(0, values.length + 1)].map(BigInt)).toEqual(expected);
    }
  });

  test('a seed the chain does not have, and a chain that contradicts itself, are refused with the reason', () => {
    const { columns } = randomChain(3, false);
    expect(() => taintByFifo(columns, [columns.values.length])).toThrow(/There is no output/);
    const spends = columns.spends.slice().fill(columns.values.length - 1, 0, 1);
    expect(() => checkChainColumns({ ...columns, spends })).toThrow(/does not come before|spent twice/);
    const values = columns.values.slice().fill(2 ** 52, 0, 1);
    expect(() => checkChainColumns({ ...columns, values })).toThrow(/below 2\^51|pays out more/);
  });

  test.each([65, 129, 900])('shares of %i parts are those of the calculation with big integers', (parts) => {
    const random = createRandom(parts);
    const shares = new ExactShares();
    for (const most of [20, 2 ** 40]) {
      const values = Float64Array.from({ length: parts - 1 }, () => random(most));
      const paid = values.reduce((sum, value) => sum + value, 0);
      const whole = paid + random(most);
      const traced = random(whole + 1);
      shares.divide(traced, whole, values, 0, values.length);
      const all = [...values, whole - paid].map(BigInt);
      expect([...shares.shares.subarray(0, parts)].map(BigInt)).toEqual(
        haircutShares(BigInt(traced), all, BigInt(whole)),
      );
    }
  });

  test('a chain whose columns do not fit each other is refused, whichever of them is wrong', () => {
    const { columns } = randomChain(3, false);
    expect(() => checkChainColumns(columns)).not.toThrow();
    const longer = (column: Uint32Array): Uint32Array => Uint32Array.of(...column, column.at(-1) ?? 0);
    const wrong: readonly Partial<ChainColumns>[] = [
      { firstInput: longer(columns.firstInput) },
      { firstOutput: longer(columns.firstOutput) },
      { spends: longer(columns.spends) },
      { values: Float64Array.of(...columns.values, 0) },
      { transactions: columns.transactions - 1 },
    ];
    for (const column of wrong)
      expect(() => checkChainColumns({ ...columns, ...column })).toThrow(/are not of one length/);
  });

  test('an amount that is no whole number, an output spent twice and coins from nowhere are refused by name', () => {
    const chain = (values: readonly number[], spends: readonly number[]): ChainColumns => ({
      transactions: 2,
      firstInput: Uint32Array.of(0, 0, spends.length),
      firstOutput: Uint32Array.of(0, 2, values.length),
      spends: Uint32Array.from(spends),
      values: Float64Array.from(values),
    });
    expect(() => checkChainColumns(chain([5, 0, 9], [0, 1]))).toThrow('Transaction 1 of the chain pays out more');
    expect(() => checkChainColumns(chain([5, 4, 9], [0, 1]))).not.toThrow();
    for (const value of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => checkChainColumns(chain([5, 4, value], [0, 1]))).toThrow('Transaction 1 of the chain has an amount');
    expect(() => checkChainColumns(chain([5, 4, 2], [0, 0]))).toThrow('Output 0 of the chain is spent twice');
    expect(() => checkChainColumns(chain([5, 4, 2], [2]))).toThrow('does not come before it');
    expect(() => checkChainColumns(chain([2 ** 51 - 1, 0], []))).not.toThrow();
    expect(() => checkChainColumns(chain([2 ** 51 - 1, 1], []))).toThrow('below 2^51');
  });

  test('runs of traced units that touch are one, but never across the lists of two outputs', () => {
    const pool = new IntervalPool();
    const runs = () => [...pool.starts.subarray(0, pool.size)].map((start, i) => [start, pool.lengths[i]]);
    pool.add(0, 5, 0);
    pool.add(5, 2, 0);
    pool.add(8, 1, 0);
    expect(runs()).toEqual([
      [0, 7],
      [8, 1],
    ]);
    pool.add(9, 3, pool.size);
    pool.add(12, 1, pool.size - 1);
    expect(runs().slice(2)).toEqual([[9, 4]]);
    for (let start = 100; pool.size < 5_000; start += 2) pool.add(start, 1, 3);
    expect(runs()[4_999]).toEqual([100 + 2 * 4_996, 1]);
    expect(runs()[1_024]).toEqual([100 + 2 * 1_021, 1]);
    expect(runs().slice(0, 2)).toEqual([
      [0, 7],
      [8, 1],
    ]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/whole-chain.txt');
});
