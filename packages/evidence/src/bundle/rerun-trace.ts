import { getTraceMethod } from '@trailmark/analysis/tracing/catalogue';
import type { CoinTaint, OutputApportioning, SlotTaints } from '@trailmark/analysis/tracing/outputs/apportioning';
import { uniteTaints } from '@trailmark/analysis/tracing/outputs/unite-taints';
import { AppError } from '@trailmark/core/errors';
import type { BundleLedger } from './bundle-ledger.ts';
import type { FilePart, FileSeed, FileStep, TraceFile } from './trace-file.ts';

/** What running a trace again gave. `isProven`: every step was read from transactions that are proven to be in blocks of the chain. */
export interface TraceCheck {
  readonly fault: string | undefined;
  readonly isProven: boolean;
}

class Mismatch extends Error {}

function expectSame(what: string, own: bigint, stated: bigint): void {
  if (own !== stated) throw new Mismatch(`${what} is ${own}, and the trace states ${stated}.`);
}

/** The first units of an output: what a seed in part means. Methods count them from either end. */
function firstUnits(whole: bigint, amount: bigint, { keepsOrder, countsFromBack }: OutputApportioning): CoinTaint {
  if (!keepsOrder) return { amount, spans: [] };
  return { amount, spans: countsFromBack === true ? [whole - amount, whole] : [0n, amount] };
}

class TraceRun {
  readonly #trace: TraceFile;
  readonly #rule: OutputApportioning;
  readonly #ledger: BundleLedger;
  readonly #isForward: boolean;
  /** What arrives at an output and was not handed on yet. */
  readonly #arrived = new Map<string, CoinTaint>();
  readonly #seeds: ReadonlyMap<string, bigint>;
  readonly #parts: ReadonlyMap<string, bigint>;
  /** Seeds that no step has handed on. */
  readonly #waiting: Set<string>;
  isProven = true;

  constructor(trace: TraceFile, seeds: readonly FileSeed[], ledger: BundleLedger) {
    this.#trace = trace;
    this.#ledger = ledger;
    const { method, direction } = trace.request;
    const rule = getTraceMethod(method, 'outputs').outputs;
    if (!rule) throw new Mismatch(`the method ${method} is not known for this family of chains.`);
    this.#rule = rule;
    this.#isForward = direction === 'forward';
    this.#seeds = new Map(seeds.map(({ ref, amount }) => [ref, BigInt(amount)]));
    this.#waiting = new Set(this.#seeds.keys());
    const parts = trace.request.seeds.filter(({ kind, amount }) => kind === 'output' && amount !== undefined);
    this.#parts = new Map(parts.map(({ txid, vout, amount }) => [`${txid}:${vout}`, BigInt(amount ?? '0')]));
  }

  #valueOf(ref: string, stated: string | null): bigint | undefined {
    const [txid = '', vout = ''] = ref.split(':');
    const output = /^\d+$/.test(vout) ? this.#ledger.output(txid, Number(vout)) : undefined;
    if (!output) {
      this.isProven = false;
      return stated === null ? undefined : BigInt(stated);
    }
    if (stated !== null) expectSame(`the value of output ${ref}`, output.amount, BigInt(stated));
    return output.amount;
  }

  /** What is traced of an output: what arrived, and where the trace begins with it. */
  #taintOf(ref: string, stated: string | null): CoinTaint | undefined {
    const arrived = this.#arrived.get(ref);
    const seed = this.#seeds.get(ref);
    if (seed === undefined) return arrived;
    const whole = this.#valueOf(ref, stated) ?? seed;
    const own = firstUnits(whole, this.#parts.get(ref) ?? whole, this.#rule);
    const united = arrived && own.amount !== whole ? uniteTaints(own, arrived) : own;
    expectSame(`the amount that begins at ${ref}`, united.amount - (arrived?.amount ?? 0n), seed);
    return united;
  }

  #checkPlace({ txid, height, time, inputs = [], outputs = [] }: FileStep): void {
    const transaction = this.#ledger.transaction(txid);
    const place = this.#ledger.place(txid);
    if (!transaction || !place) {
      this.isProven = false;
      return;
    }
    if (!place.isAnchored) this.isProven = false;
    expectSame(`the block of ${txid}`, BigInt(place.height), BigInt(height));
    expectSame(`the time of ${txid}`, BigInt(place.time), BigInt(time));
    expectSame(
      `the number of inputs of ${txid}`,
      BigInt(transaction.isCoinbase ? 0 : transaction.inputs.length),
      BigInt(inputs.length),
    );
    expectSame(`the number of outputs of ${txid}`, BigInt(transaction.outputs.length), BigInt(outputs.length));
    for (const [i, { prevTxid, prevVout }] of transaction.isCoinbase ? [] : transaction.inputs.entries()) {
      const ref = inputs[i]?.ref ?? '';
      if (ref !== `${prevTxid}:${prevVout}` && ref !== `${txid}#${i}`)
        throw new Mismatch(`input ${i} of ${txid} spends ${prevTxid}:${prevVout}, and the trace states ${ref}.`);
    }
  }

  #collect(parts: readonly FilePart[]): SlotTaints {
    const taints = new Map<number, CoinTaint>();
    for (const [slot, { ref, tainted, amount }] of parts.entries()) {
      if (tainted === '0') continue;
      const taint = this.#taintOf(ref, amount);
      expectSame(`the traced part of ${ref}`, taint?.amount ?? 0n, BigInt(tainted));
      if (taint) taints.set(slot, taint);
      this.#arrived.delete(ref);
      this.#waiting.delete(ref);
    }
    return taints;
  }

  #run(step: FileStep): void {
    const { inputs = [], outputs = [], txid } = step;
    this.#checkPlace(step);
    const values = {
      inputs: inputs.map(({ ref, amount }) => this.#valueOf(ref, amount)),
      outputs: outputs.map(({ ref, amount }) => this.#valueOf(ref, amount) ?? 0n),
    };
    const paid = values.outputs.reduce((sum, value) => sum + value, 0n);
    const isKnown = values.inputs.every((value) => value !== undefined);
    const fee =
      isKnown && inputs.length > 0
        ? values.inputs.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n) - paid
        : undefined;
    if (fee !== undefined && step.fee != null) expectSame(`the fee of ${txid}`, fee, BigInt(step.fee));
    const [given, taken] = this.#isForward ? [inputs, outputs] : [outputs, inputs];
    const tainted = this.#collect(given);
    const way = this.#isForward ? this.#rule.forward : this.#rule.backward;
    const apportioned = way.call(this.#rule, { ...values, fee }, tainted);
    if (!apportioned) throw new Mismatch(`${txid} cannot be divided: the value of an input is not known.`);
    expectSame(`the traced part of the fee of ${txid}`, apportioned.fee, BigInt(step.feeTainted));
    expectSame(`what the method adds in ${txid}`, apportioned.added, BigInt(step.added));
    for (const [slot, { ref, tainted: stated }] of taken.entries()) {
      const taint = apportioned.taints.get(slot);
      expectSame(`the traced part of ${ref}`, taint?.amount ?? 0n, BigInt(stated));
      if (taint) this.#arrived.set(ref, taint);
    }
  }

  /** What no step handed on is a leaf, or was cut. */
  #checkEnds(): void {
    for (const ref of this.#waiting) {
      const taint = this.#taintOf(ref, null);
      if (taint) this.#arrived.set(ref, taint);
    }
    for (const { ref, amount } of this.#trace.leaves) {
      expectSame(`the amount that ends at ${ref}`, this.#arrived.get(ref)?.amount ?? 0n, BigInt(amount));
      this.#arrived.delete(ref);
    }
    const left = [...this.#arrived.values()].reduce((sum, { amount }) => sum + amount, 0n);
    const cut = this.#trace.cuts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expectSame('the sum of what was cut', left, cut);
  }

  all(): void {
    const steps = this.#isForward ? this.#trace.steps : this.#trace.steps.toReversed();
    for (const step of steps) this.#run(step);
    this.#checkEnds();
  }
}

/** What is wrong with the sums of a trace; undefined where they close for every asset. */
export function findSumFault(trace: TraceFile, seeds: readonly FileSeed[]): string | undefined {
  for (const { asset, began, added, convertedIn, convertedOut, ended, cut, fees } of trace.sums) {
    const of = (parts: readonly { readonly asset: string; readonly amount: string }[]): bigint =>
      parts.reduce((sum, part) => (part.asset === asset ? sum + BigInt(part.amount) : sum), 0n);
    const endedSum = Object.values(ended).reduce((sum, amount) => sum + BigInt(amount), 0n);
    const came = BigInt(began) + BigInt(added) + BigInt(convertedIn);
    const name = asset === '' ? 'the coin' : asset;
    if (came !== endedSum + BigInt(cut) + BigInt(fees) + BigInt(convertedOut))
      return `the sums of ${name} do not close.`;
    if (of(trace.leaves) !== endedSum) return `the ends of ${name} do not add up to what ended.`;
    if (of(trace.cuts) !== BigInt(cut)) return `the cuts of ${name} do not add up to what was cut.`;
    if (of(seeds) !== BigInt(began)) return `the seeds of ${name} do not add up to what began.`;
  }
  return undefined;
}

/**
 * Runs a trace again from the transactions of a bundle: each step is divided by the method that the request names, and every figure is
 * compared. On chains without bytes in the bundle only the sums are calculated again.
 */
export function rerunTrace(trace: TraceFile, seeds: readonly FileSeed[], ledger: BundleLedger | undefined): TraceCheck {
  const fault = findSumFault(trace, seeds);
  if (fault !== undefined || !ledger || trace.steps.some(({ family }) => family === 'accounts'))
    return { fault, isProven: false };
  try {
    const run = new TraceRun(trace, seeds, ledger);
    run.all();
    return { fault: undefined, isProven: run.isProven };
  } catch (error) {
    if (error instanceof Mismatch) return { fault: error.message, isProven: false };
    if (AppError.is(error)) return { fault: error.message, isProven: false };
    throw error;
  }
}
