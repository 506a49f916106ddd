import { type ChainColumns, firstSeeded, orderSeeds } from './chain-columns.ts';
import type { ChainTaint } from './haircut-taint.ts';
import { IntervalPool } from './interval-pool.ts';

export interface FifoTaint extends ChainTaint {
  /** Traced units of one output. */
  tracedOf(output: number): number;
  /** Which units of an output are traced, counted from its front: start and length, ascending. */
  runsOf(output: number): readonly (readonly [start: number, length: number])[];
}

/**
 * Taint of the whole chain by first in, first out: the inputs of a transaction form one line of units in their order, its
 * outputs take from the front in theirs, and the fee takes what is left.
 */
export function taintByFifo(columns: ChainColumns, seeds: readonly number[]): FifoTaint {
  const walk = new FifoWalk(columns);
  walk.run(orderSeeds(columns, seeds));
  return walk;
}

class FifoWalk implements FifoTaint {
  began = 0;
  fees = 0;
  transactions = 0;
  readonly #columns: ChainColumns;
  readonly #runs = new IntervalPool();
  readonly #line = new IntervalPool();
  /** First run of each output in the pool, one up; 0: none. */
  readonly #first: Uint32Array;
  readonly #count: Uint32Array;
  /** Where in the line the next output begins: a run, and how much of it is taken. */
  #run = 0;
  #used = 0;

  constructor(columns: ChainColumns) {
    this.#columns = columns;
    this.#first = new Uint32Array(columns.values.length);
    this.#count = new Uint32Array(columns.values.length);
  }

  tracedOf(output: number): number {
    return this.runsOf(output).reduce((sum, [, length]) => sum + length, 0);
  }

  runsOf(output: number): readonly (readonly [number, number])[] {
    const first = (this.#first[output] ?? 0) - 1;
    return Array.from({ length: this.#count[output] ?? 0 }, (_, i) => [
      this.#runs.starts[first + i] ?? 0,
      this.#runs.lengths[first + i] ?? 0,
    ]);
  }

  run(sources: Uint32Array): void {
    const { transactions, firstInput, firstOutput, spends } = this.#columns;
    const first = this.#first;
    let next = 0;
    const start = firstSeeded(this.#columns, sources);
    let input = firstInput[start] ?? 0;
    for (let transaction = start; transaction < transactions; transaction++) {
      const end = firstInput[transaction + 1] ?? 0;
      while (input < end && first[spends[input] ?? 0] === 0) input++;
      if (input < end) this.#pass(transaction);
      input = end;
      next = this.#seedUpTo(firstOutput[transaction + 1] ?? 0, sources, next);
    }
  }

  #seedUpTo(end: number, sources: Uint32Array, from: number): number {
    let next = from;
    while (next < sources.length && (sources[next] ?? 0) < end) this.#seed(sources[next++] ?? 0);
    return next;
  }

  #seed(output: number): void {
    const value = this.#columns.values[output] ?? 0;
    if (value === 0) return;
    this.began += value - this.tracedOf(output);
    this.#first[output] = this.#runs.size + 1;
    this.#runs.add(0, value, this.#runs.size);
    this.#count[output] = 1;
  }

  #pass(transaction: number): void {
    const { firstOutput, values } = this.#columns;
    this.transactions++;
    this.#lineUp(transaction);
    this.#run = 0;
    this.#used = 0;
    const line = this.#line;
    const end = firstOutput[transaction + 1] ?? 0;
    let from = 0;
    for (let output = firstOutput[transaction] ?? 0; output < end && this.#run < line.size; output++) {
      const to = from + (values[output] ?? 0);
      this.#take(output, from, to);
      from = to;
    }
    for (let run = this.#run; run < line.size; run++) this.fees += line.lengths[run] ?? 0;
    this.fees -= this.#used;
  }

  /** Gives an output the traced units of its stretch of the line, and leaves off where the next output continues. */
  #take(output: number, from: number, to: number): void {
    const { starts, lengths, size } = this.#line;
    const open = this.#runs.size;
    let run = this.#run;
    let used = this.#used;
    while (run < size && (starts[run] ?? 0) + used < to) {
      const start = (starts[run] ?? 0) + used;
      const left = (lengths[run] ?? 0) - used;
      const taken = Math.min(left, to - start);
      this.#runs.add(start - from, taken, open);
      used = taken === left ? 0 : used + taken;
      if (used === 0) run++;
    }
    this.#run = run;
    this.#used = used;
    this.#first[output] = this.#runs.size > open ? open + 1 : 0;
    this.#count[output] = this.#runs.size - open;
  }

  /** Puts the traced runs of all inputs into one line. */
  #lineUp(transaction: number): void {
    const { firstInput, spends, values } = this.#columns;
    const runs = this.#runs;
    const line = this.#line;
    const end = firstInput[transaction + 1] ?? 0;
    let base = 0;
    line.size = 0;
    for (let input = firstInput[transaction] ?? 0; input < end; input++) {
      const spent = spends[input] ?? 0;
      const from = (this.#first[spent] ?? 0) - 1;
      const to = from + (this.#count[spent] ?? 0);
      for (let run = from; run < to; run++) line.add(base + (runs.starts[run] ?? 0), runs.lengths[run] ?? 0, 0);
      base += values[spent] ?? 0;
    }
  }
}
