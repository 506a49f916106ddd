import { describeScript } from '@trailmark/chains/utxo/script';
import type { RecordInput, RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, toPosition } from '@trailmark/core/position';

export interface PlainOutput {
  /** Smallest unit. */
  readonly value: bigint;
  readonly script: Uint8Array;
}

export interface PlainInput {
  readonly txid: string;
  readonly vout: number;
  /** The output it spends, where the source states it; otherwise it is searched among the given transactions. */
  readonly spent: PlainOutput | undefined;
}

/** A transaction as the ground truth files have it. */
export interface PlainTransaction {
  readonly txid: string;
  /** Block of the transaction: anything that is the same for two transactions of one block. */
  readonly block: string;
  /** Sorts blocks: seconds, or a height. */
  readonly time: number;
  /** Place in its block. */
  readonly index: number;
  readonly isCoinbase: boolean;
  readonly inputs: readonly PlainInput[];
  readonly outputs: readonly PlainOutput[];
}

/** Transactions in the order of the ledger, with the heights that their blocks have among themselves. */
export interface SampleLedger {
  readonly records: readonly TransactionRecord[];
  readonly positionOf: ReadonlyMap<string, Position>;
}

/**
 * Turns transactions of any source into records. Blocks are numbered from 1 in order of time, so heights are those of the
 * sample and not of the chain, unless `heightAt` estimates those from the time. An input whose output nobody states has no owner
 * and no value, as in an index with gaps.
 */
export function buildLedger(
  transactions: readonly PlainTransaction[],
  heightAt: (time: number) => number = () => 0,
): SampleLedger {
  const ordered = [...transactions].sort(
    (a, b) => a.time - b.time || compare(a.block, b.block) || a.index - b.index || compare(a.txid, b.txid),
  );
  const positionOf = new Map<string, Position>();
  const byTxid = new Map<string, PlainTransaction>();
  const records: TransactionRecord[] = [];
  let height = 0;
  let block: string | undefined;
  for (const transaction of ordered) {
    if (transaction.block !== block) height = Math.max(height + 1, heightAt(transaction.time));
    block = transaction.block;
    const position = toPosition(height, transaction.index);
    records.push(toRecord(transaction, position, positionOf, byTxid));
    positionOf.set(transaction.txid, position);
    byTxid.set(transaction.txid, transaction);
  }
  return { records, positionOf };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function toRecord(
  transaction: PlainTransaction,
  position: Position,
  positionOf: ReadonlyMap<string, Position>,
  byTxid: ReadonlyMap<string, PlainTransaction>,
): TransactionRecord {
  const inputs = transaction.inputs.map((input) => toInput(input, positionOf, byTxid));
  const outputs = transaction.outputs.map(toOutput);
  const paid = outputs.reduce((sum, output) => sum + output.value, 0n);
  const isKnown = inputs.every((input) => input.value !== undefined);
  const spent = inputs.reduce((sum, input) => sum + (input.value ?? 0n), 0n);
  const { txid, isCoinbase } = transaction;
  let fee: bigint | undefined;
  if (isCoinbase) fee = 0n;
  else if (isKnown) fee = spent - paid;
  return { position, txid, fee, isCoinbase, hasRaw: false, inputs, outputs };
}

function toInput(
  input: PlainInput,
  positionOf: ReadonlyMap<string, Position>,
  byTxid: ReadonlyMap<string, PlainTransaction>,
): RecordInput {
  const spent = input.spent ?? byTxid.get(input.txid)?.outputs[input.vout];
  const described = spent && describeScript(spent.script);
  return {
    owner: described?.owner,
    value: spent?.value,
    source: positionOf.get(input.txid),
    vout: input.vout,
    isP2pk: described?.type === 'p2pk',
  };
}

function toOutput({ value, script }: PlainOutput): RecordOutput {
  const { type, owner, unspendable } = describeScript(script);
  return { owner: unspendable ? undefined : owner, value, type };
}
