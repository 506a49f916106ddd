import { type ChainColumns, firstSeeded, orderSeeds } from './chain-columns.ts';

export interface PoisonTaint {
  /** 1 for each output that traced money can have reached. */
  readonly outputs: Uint8Array;
  /** 1 for each transaction it can have gone through. */
  readonly reached: Uint8Array;
  readonly transactions: number;
}

/** Everything that can be reached from the seeds: one traced input makes all outputs of a transaction traced, whole. */
export function taintByPoison(columns: ChainColumns, seeds: readonly number[]): PoisonTaint {
  const { transactions, firstInput, firstOutput, spends } = columns;
  const outputs = new Uint8Array(columns.values.length);
  const reached = new Uint8Array(transactions);
  const sources = orderSeeds(columns, seeds);
  for (const seed of sources) outputs[seed] = 1;
  let touched = 0;
  const start = firstSeeded(columns, sources);
  let input = firstInput[start] ?? 0;
  for (let transaction = start; transaction < transactions; transaction++) {
    const end = firstInput[transaction + 1] ?? 0;
    while (input < end && outputs[spends[input] ?? 0] === 0) input++;
    if (input === end) continue;
    input = end;
    reached[transaction] = 1;
    touched++;
    mark(outputs, firstOutput[transaction] ?? 0, firstOutput[transaction + 1] ?? 0);
  }
  return { outputs, reached, transactions: touched };
}

/** Most transactions have two or three outputs, for which `fill` is slower than a loop. */
function mark(outputs: Uint8Array, from: number, to: number): void {
  for (let output = from; output < to; output++) outputs[output] = 1;
}
