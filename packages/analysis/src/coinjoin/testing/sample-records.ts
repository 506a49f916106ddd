import type { RecordInput, RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { type Position, toPosition } from '@trailmark/core/position';
import { payloadLength, type ScriptType } from '@trailmark/core/script-type';

/** The same number and form, the same owner. */
export function sampleOwner(number: number, type: ScriptType = 'p2wpkh'): Owner {
  const payload = new Uint8Array(payloadLength(type));
  new DataView(payload.buffer).setUint32(0, number);
  return { type, payload };
}

export function sampleInput(owner: number | Owner, value: bigint, source?: Position): RecordInput {
  return { owner: typeof owner === 'number' ? sampleOwner(owner) : owner, value, source, vout: 0, isP2pk: false };
}

export function sampleOutput(owner: number | Owner, value: bigint): RecordOutput {
  const known = typeof owner === 'number' ? sampleOwner(owner) : owner;
  return { owner: known, value, type: known.type };
}

export const DATA_OUTPUT: RecordOutput = { owner: undefined, value: 0n, type: 'op-return' };

export function sampleRecord(inputs: readonly RecordInput[], outputs: readonly RecordOutput[]): TransactionRecord {
  const txid = '00'.repeat(32);
  return { position: toPosition(700_000, 1), txid, fee: undefined, isCoinbase: false, hasRaw: false, inputs, outputs };
}

/** A copy in a block of another height. */
export function atHeight(record: TransactionRecord, height: number): TransactionRecord {
  return { ...record, position: toPosition(height, 1) };
}

/** A copy with one input, or output, changed. */
export function withInput(record: TransactionRecord, index: number, change: Partial<RecordInput>): TransactionRecord {
  return { ...record, inputs: record.inputs.map((input, i) => (i === index ? { ...input, ...change } : input)) };
}

export function withOutput(record: TransactionRecord, index: number, change: Partial<RecordOutput>): TransactionRecord {
  return { ...record, outputs: record.outputs.map((output, i) => (i === index ? { ...output, ...change } : output)) };
}

/** Each value with an owner of its own, numbered from `first`. */
export function sampleInputs(values: readonly bigint[], first = 1): RecordInput[] {
  return values.map((value, i) => sampleInput(first + i, value));
}

export function sampleOutputs(values: readonly bigint[], first = 1001): RecordOutput[] {
  return values.map((value, i) => sampleOutput(first + i, value));
}

/** `count` values from `first` upwards, `step` apart. */
export function ramp(count: number, first: bigint, step: bigint): bigint[] {
  return Array.from({ length: count }, (_, i) => first + step * BigInt(i));
}

export function repeat(value: bigint, count: number): bigint[] {
  return ramp(count, value, 0n);
}
