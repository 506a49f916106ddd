import { type ChainColumns, firstSeeded, orderSeeds } from './chain-columns.ts';
import { ExactShares } from './exact-share.ts';

/** What a method makes of a chain. `began` = traced part of all unspent outputs + `fees`. */
export interface ChainTaint {
  /** What the seeds add: their values less what already arrived in them traced. */
  readonly began: number;
  readonly fees: number;
  /** Transactions that traced money went through. */
  readonly transactions: number;
}

export interface HaircutTaint extends ChainTaint {
  /** Traced part of each output, spent or not. */
  readonly traced: Float64Array;
}

/** Taint of the whole chain by haircut: outputs and, last, the fee take traced money in proportion, to the unit. */
export function taintByHaircut(columns: ChainColumns, seeds: readonly number[]): HaircutTaint {
  const walk = new HaircutWalk(columns);
  walk.run(orderSeeds(columns, seeds));
  return walk;
}

class HaircutWalk implements HaircutTaint {
  began = 0;
  fees = 0;
  transactions = 0;
  readonly traced: Float64Array;
  readonly #columns: ChainColumns;
  readonly #parts = new ExactShares();

  constructor(columns: ChainColumns) {
    this.#columns = columns;
    this.traced = new Float64Array(columns.values.length);
  }

  run(sources: Uint32Array): void {
    const { transactions, firstInput, firstOutput, spends } = this.#columns;
    const traced = this.traced;
    let next = 0;
    const start = firstSeeded(this.#columns, sources);
    let input = firstInput[start] ?? 0;
    for (let transaction = start; transaction < transactions; transaction++) {
      const end = firstInput[transaction + 1] ?? 0;
      while (input < end && traced[spends[input] ?? 0] === 0) input++;
      if (input < end) this.#pass(transaction);
      input = end;
      next = this.#seedUpTo(firstOutput[transaction + 1] ?? 0, sources, next);
    }
  }

  #pass(transaction: number): void {
    const { firstInput, firstOutput, spends, values } = this.#columns;
    const traced = this.traced;
    const end = firstInput[transaction + 1] ?? 0;
    let arrived = 0;
    let whole = 0;
    // One loop for both: the two places of each spent output are far apart in memory, and are then waited for together.
    for (let input = firstInput[transaction] ?? 0; input < end; input++) {
      const spent = spends[input] ?? 0;
      arrived += traced[spent] ?? 0;
      whole += values[spent] ?? 0;
    }
    const from = firstOutput[transaction] ?? 0;
    const to = firstOutput[transaction + 1] ?? 0;
    this.transactions++;
    this.#parts.divide(arrived, whole, values, from, to);
    const { shares } = this.#parts;
    for (let output = from; output < to; output++) traced[output] = shares[output - from] ?? 0;
    this.fees += shares[to - from] ?? 0;
  }

  #seedUpTo(end: number, sources: Uint32Array, from: number): number {
    let next = from;
    for (; next < sources.length && (sources[next] ?? 0) < end; next++) {
      const seed = sources[next] ?? 0;
      const value = this.#columns.values[seed] ?? 0;
      this.began += value - (this.traced[seed] ?? 0);
      this.traced[seed] = value;
    }
    return next;
  }
}
