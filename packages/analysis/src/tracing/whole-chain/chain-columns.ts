import { AppError } from '@trailmark/core/errors';

/**
 * A whole chain of outputs as columns: transactions in the order of the chain, outputs and inputs numbered through.
 * Rows of transaction `t` run from `firstOutput[t]` to `firstOutput[t + 1]`, inputs likewise. A coinbase has no inputs.
 */
export interface ChainColumns {
  readonly transactions: number;
  /** One more than there are transactions: the last says where the rows end. */
  readonly firstInput: Uint32Array;
  readonly firstOutput: Uint32Array;
  /** Number of the output that each input spends. */
  readonly spends: Uint32Array;
  /** Value of each output in the smallest unit, as a whole number. */
  readonly values: Float64Array;
}

/**
 * Transactions move less than this. Products of two amounts then have exact halves in 64 bit floating point, and all the
 * coins Bitcoin will ever have are below it.
 */
export const MOST_MOVED = 2 ** 51;

function fail(transaction: number, what: string): never {
  throw new AppError('inconsistent', `Transaction ${transaction} of the chain ${what}.`);
}

function checkInputs(columns: ChainColumns, transaction: number): number {
  const { firstInput, firstOutput, spends, values } = columns;
  const own = firstOutput[transaction] ?? 0;
  const end = firstInput[transaction + 1] ?? 0;
  let paidIn = 0;
  for (let input = firstInput[transaction] ?? 0; input < end; input++) {
    const spent = spends[input] ?? own;
    if (spent >= own) fail(transaction, 'spends an output that does not come before it; an earlier one is right');
    paidIn += values[spent] ?? 0;
  }
  return paidIn;
}

function checkOutputs(columns: ChainColumns, transaction: number): number {
  const { firstOutput, values } = columns;
  const end = firstOutput[transaction + 1] ?? 0;
  let paidOut = 0;
  for (let output = firstOutput[transaction] ?? 0; output < end; output++) {
    const value = values[output] ?? Number.NaN;
    if (!(value >= 0 && Number.isInteger(value))) fail(transaction, 'has an amount that is no whole number from 0 on');
    paidOut += value;
  }
  return paidOut;
}

function checkShape({ transactions, firstInput, firstOutput, spends, values }: ChainColumns): void {
  const isWhole =
    firstInput.length === transactions + 1 &&
    firstOutput.length === transactions + 1 &&
    firstInput[transactions] === spends.length &&
    firstOutput[transactions] === values.length;
  if (!isWhole) {
    throw new AppError(
      'inconsistent',
      'The columns of the chain are not of one length: each row needs its place in all.',
    );
  }
}

/** Throws `inconsistent` unless the kernels can calculate with the columns exactly: everything indexed, in order, each output spent once. */
export function checkChainColumns(columns: ChainColumns): void {
  checkShape(columns);
  const isSpent = new Uint8Array(columns.values.length);
  for (const output of columns.spends) {
    if (isSpent[output] === 1) throw new AppError('inconsistent', `Output ${output} of the chain is spent twice.`);
    isSpent[output] = 1;
  }
  for (let transaction = 0; transaction < columns.transactions; transaction++) {
    const paidIn = checkInputs(columns, transaction);
    const paidOut = checkOutputs(columns, transaction);
    const isCoinbase = columns.firstInput[transaction] === columns.firstInput[transaction + 1];
    if (!isCoinbase && paidOut > paidIn) fail(transaction, 'pays out more than it takes in');
    if (Math.max(paidIn, paidOut) >= MOST_MOVED)
      fail(transaction, `moves ${paidIn}; amounts below 2^51 are exact here`);
  }
}

/** The transaction that an output is of. */
function transactionOfOutput({ transactions, firstOutput }: ChainColumns, output: number): number {
  let low = 0;
  let high = transactions - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((firstOutput[middle] ?? 0) <= output) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Seeds in order, each once. Throws `invalid` for one that the chain does not have. */
export function orderSeeds(columns: ChainColumns, seeds: readonly number[]): Uint32Array {
  const wrong = seeds.find((seed) => !(Number.isInteger(seed) && seed >= 0 && seed < columns.values.length));
  if (wrong !== undefined) {
    throw new AppError('invalid', `There is no output ${wrong}; the chain has ${columns.values.length}, from 0 on.`);
  }
  return Uint32Array.from(new Set(seeds)).sort();
}

/** The first transaction with a seed among its outputs; one past the last where there are no seeds. */
export function firstSeeded(columns: ChainColumns, sources: Uint32Array): number {
  const [first] = sources;
  return first === undefined ? columns.transactions : transactionOfOutput(columns, first);
}
