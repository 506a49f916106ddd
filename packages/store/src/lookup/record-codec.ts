import { AppError } from '@trailmark/core/errors';
import type { FundingAnswers } from '@trailmark/core/funding';
import { displayHash } from '@trailmark/core/hex';
import type { RecordInput, RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import {
  hasRawBytes,
  INPUT_OWNER,
  INPUT_P2PK,
  INPUT_SOURCE,
  INPUT_VALUE,
  OWNER_ROW_BYTES,
  type ResolvedBlock,
  TX_COINBASE,
} from '@trailmark/core/resolved-block';
import { payloadLength, SCRIPT_TYPES } from '@trailmark/core/script-type';
import type { ByteWriter } from '../facts/native-block.ts';

/**
 * A transaction record on disk, little-endian: txid 32, fee i64 (-1 not known), flags u8, input count u32, output count
 * u32; per input: known-flags u8, vout u32, value u64, source u64, owner; per output: script type u8, value u64, owner.
 * An owner is its form byte (0: none) and the payload, 20 or 32 bytes as the form says.
 */
const HEAD_BYTES = 32 + 8 + 1 + 4 + 4;
const RECORD_COINBASE = 1;
const RECORD_RAW = 2;

function writeOwner(target: Uint8Array, start: number, rows: Uint8Array, row: number): number {
  const from = row * OWNER_ROW_BYTES;
  const form = rows[from] ?? 0;
  let at = start;
  target[at++] = form;
  if (form === 0) return at;
  const length = rows[from + 1] ?? 0;
  for (let i = 0; i < length; i++) target[at + i] = rows[from + 8 + i] ?? 0;
  return at + length;
}

function writePair(target: DataView, at: number, low: number, high: number): void {
  target.setUint32(at, low, true);
  target.setUint32(at + 4, high, true);
}

function writeInputs(writer: ByteWriter, block: ResolvedBlock, from: number, to: number, start: number): number {
  const { numbers, buffer } = writer;
  const values = new Uint32Array(block.inValue.buffer, block.inValue.byteOffset, block.inValue.length * 2);
  let at = start;
  for (let i = from; i < to; i++) {
    const source = Math.max(0, block.inPosition[i] ?? 0);
    buffer[at] = block.inFlags[i] ?? 0;
    numbers.setUint32(at + 1, block.inVout[i] ?? 0, true);
    writePair(numbers, at + 5, values[i * 2] ?? 0, values[i * 2 + 1] ?? 0);
    writePair(numbers, at + 13, source >>> 0, (source / 0x1_0000_0000) >>> 0);
    at = writeOwner(buffer, at + 21, block.inOwner, i);
  }
  return at;
}

function writeOutputs(writer: ByteWriter, block: ResolvedBlock, from: number, to: number, start: number): number {
  const { numbers, buffer } = writer;
  const values = new Uint32Array(block.outValue.buffer, block.outValue.byteOffset, block.outValue.length * 2);
  let at = start;
  for (let i = from; i < to; i++) {
    buffer[at] = block.outType[i] ?? 0;
    writePair(numbers, at + 1, values[i * 2] ?? 0, values[i * 2 + 1] ?? 0);
    at = writeOwner(buffer, at + 9, block.outOwner, i);
  }
  return at;
}

/** Appends the record of one transaction of a block. `fee` is -1n where not known. */
export function writeRecord(writer: ByteWriter, block: ResolvedBlock, tx: number, fee: bigint): void {
  const [firstIn, endIn] = [block.txFirstInput[tx] ?? 0, block.txFirstInput[tx + 1] ?? 0];
  const [firstOut, endOut] = [block.txFirstOutput[tx] ?? 0, block.txFirstOutput[tx + 1] ?? 0];
  const start = writer.reserve(HEAD_BYTES + (endIn - firstIn) * 54 + (endOut - firstOut) * 42);
  const isCoinbase = ((block.txFlags[tx] ?? 0) & TX_COINBASE) !== 0;
  writer.buffer.set(block.txids.subarray(tx * 32, tx * 32 + 32), start);
  writer.numbers.setBigInt64(start + 32, fee, true);
  writer.buffer[start + 40] = (isCoinbase ? RECORD_COINBASE : 0) | (hasRawBytes(block, tx) ? RECORD_RAW : 0);
  writePair(writer.numbers, start + 41, endIn - firstIn, endOut - firstOut);
  const outputsAt = writeInputs(writer, block, firstIn, endIn, start + HEAD_BYTES);
  writer.truncate(writeOutputs(writer, block, firstOut, endOut, outputsAt));
}

const PAYLOAD_LENGTHS = SCRIPT_TYPES.map(payloadLength);

/** The bytes of one record, read from the front: millions are read in a row, so nothing is made that is not in the answer. */
class RecordCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#at = at;
  }

  input(): RecordInput {
    const at = this.#at;
    const view = this.#view;
    const flags = view.getUint8(at);
    this.#at = at + 21;
    const owner = this.#owner();
    const source = view.getUint32(at + 13, true) + view.getUint32(at + 17, true) * 0x1_0000_0000;
    return {
      owner: flags & INPUT_OWNER ? owner : undefined,
      value: flags & INPUT_VALUE ? view.getBigUint64(at + 5, true) : undefined,
      source: flags & INPUT_SOURCE ? source : undefined,
      vout: view.getUint32(at + 1, true),
      isP2pk: (flags & INPUT_P2PK) !== 0,
    };
  }

  output(): RecordOutput {
    const at = this.#at;
    const type = SCRIPT_TYPES[this.#view.getUint8(at)] ?? 'nonstandard';
    this.#at = at + 9;
    const owner = this.#owner();
    return { owner, value: this.#view.getBigUint64(at + 1, true), type };
  }

  #owner(): Owner | undefined {
    const code = this.#view.getUint8(this.#at++);
    const type = SCRIPT_TYPES[code];
    if (!type)
      throw new AppError(
        'inconsistent',
        'A transaction record contains an unknown script form. Rebuild the lookup files.',
      );
    if (type === 'op-return') return undefined;
    const from = this.#at;
    const length = PAYLOAD_LENGTHS[code] ?? 0;
    this.#at = from + length;
    if (this.#at > this.#bytes.length) throw new RangeError('The record ends within an owner.');
    // A loop over so few bytes is faster than a view and a copy of it.
    const payload = new Uint8Array(length);
    for (let i = 0; i < length; i++) payload[i] = this.#bytes[from + i] ?? 0;
    return { type, payload };
  }
}

/** Bytes of an owner from its form byte on. */
function ownerLength(form: number): number {
  const type = SCRIPT_TYPES[form];
  return 1 + (type === undefined || form === 0 ? 0 : payloadLength(type));
}

/**
 * Reads one output of a record into a row of `answers` without decoding the rest. Returns false when the record is of
 * another transaction, or has no such output, or nobody can spend it. Throws `inconsistent` when the bytes are no record.
 */
export function readStoredOutput(
  bytes: Buffer,
  txid: Uint8Array,
  vout: number,
  answers: FundingAnswers,
  row: number,
): boolean {
  for (let i = 0; i < 32; i++) if (bytes[i] !== txid[i]) return false;
  const inputs = bytes.readUInt32LE(41);
  if (vout >= bytes.readUInt32LE(45)) return false;
  let at = HEAD_BYTES;
  for (let i = 0; i < inputs; i++) at += 21 + ownerLength(bytes[at + 21] ?? 0);
  for (let i = 0; i < vout; i++) at += 9 + ownerLength(bytes[at + 9] ?? 0);
  if (bytes[at + 9] === 0) return false;
  const length = ownerLength(bytes[at + 9] ?? 0);
  if (at + 9 + length > bytes.length) {
    throw new AppError('inconsistent', 'A transaction record of the lookup files cannot be read; rebuild them.');
  }
  const owner = row * OWNER_ROW_BYTES;
  answers.found[row] = 1;
  answers.values[row] = bytes.readBigUInt64LE(at + 1);
  answers.types[row] = bytes[at] ?? 0;
  answers.owners[owner] = bytes[at + 9] ?? 0;
  answers.owners[owner + 1] = length - 1;
  answers.owners.set(bytes.subarray(at + 10, at + 9 + length), owner + 8);
  return true;
}

/** Decodes one record. Throws `inconsistent` when the bytes are not one. */
export function readRecord(bytes: Buffer, position: Position): TransactionRecord {
  try {
    const flags = bytes[40] ?? 0;
    const fee = bytes.readBigInt64LE(32);
    const cursor = new RecordCursor(bytes, HEAD_BYTES);
    const inputs: RecordInput[] = [];
    const outputs: RecordOutput[] = [];
    for (let i = bytes.readUInt32LE(41); i > 0; i--) inputs.push(cursor.input());
    for (let i = bytes.readUInt32LE(45); i > 0; i--) outputs.push(cursor.output());
    return {
      position,
      txid: displayHash(bytes.subarray(0, 32)),
      fee: fee < 0n ? undefined : fee,
      isCoinbase: (flags & RECORD_COINBASE) !== 0,
      hasRaw: (flags & RECORD_RAW) !== 0,
      inputs,
      outputs,
    };
  } catch (error) {
    throw new AppError('inconsistent', 'A transaction record of the lookup files cannot be read; rebuild them.', {
      cause: error,
    });
  }
}
