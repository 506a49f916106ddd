import { displayHash, internalHash } from '@trailmark/core/hex';
import { ByteReader, ByteWriter } from './byte-reader.ts';
import { hash256 } from './hash.ts';
import { tokenPrefixLength } from './token-prefix.ts';

export interface TransactionInput {
  /** Display order; 64 zeros in a coinbase. */
  readonly prevTxid: string;
  /** 4,294,967,295 in a coinbase. */
  readonly prevVout: number;
  readonly script: Uint8Array;
  readonly sequence: number;
  readonly witness: readonly Uint8Array[];
}

export interface TransactionOutput {
  /** Units, 0 to 2^64-1 as written: consensus ranges are not applied. */
  readonly value: bigint;
  readonly script: Uint8Array;
  /** CashTokens prefix as written, where decoding was to split it off. */
  readonly token?: Uint8Array;
}

/** The parts of a transaction that are written. */
export interface TransactionParts {
  /** Signed 32 bit. */
  readonly version: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly lockTime: number;
  /** The integrating transaction that ends a Litecoin block with an extension block (LIP-0003). */
  readonly isHogEx?: boolean;
}

/** A transaction with what follows from its bytes; ids in display order, sizes in bytes. */
export interface Transaction extends TransactionParts {
  readonly txid: string;
  readonly wtxid: string;
  readonly size: number;
  readonly strippedSize: number;
  readonly weight: number;
  readonly vsize: number;
  readonly isCoinbase: boolean;
  readonly hasWitness: boolean;
}

export interface DecodeOptions {
  /** Accept Litecoin's extension flag, as block-ending transactions carry it. */
  readonly mweb?: boolean;
  /** Split token data off the scripts of outputs (Bitcoin Cash). */
  readonly cashTokens?: boolean;
}

const WITNESS_FLAG = 1;
const MWEB_FLAG = 8;
const MIN_INPUT_BYTES = 41;
const MIN_OUTPUT_BYTES = 9;
const NULL_TXID = '0'.repeat(64);

function list<T>(count: number, read: () => T): T[] {
  return Array.from({ length: count }, read);
}

function readInput(reader: ByteReader): TransactionInput {
  const prevTxid = displayHash(reader.take(32));
  const prevVout = reader.uint32();
  const script = reader.sized();
  return { prevTxid, prevVout, script, sequence: reader.uint32(), witness: [] };
}

function readOutput(reader: ByteReader, cashTokens: boolean): TransactionOutput {
  const value = reader.uint64();
  const whole = reader.sized();
  const split = cashTokens ? tokenPrefixLength(whole) : 0;
  if (split === 0) return { value, script: whole };
  return { value, script: whole.slice(split), token: whole.slice(0, split) };
}

function readWitnesses(reader: ByteReader, inputs: readonly TransactionInput[]): TransactionInput[] {
  const start = reader.offset;
  const filled = inputs.map((input) => ({ ...input, witness: list(reader.count(1), () => reader.sized()) }));
  if (filled.every((input) => input.witness.length === 0)) reader.fail('the witness is superfluous: all empty', start);
  return filled;
}

/** Marker and flag bytes of the extended form (BIP 144); 0 for the plain form. */
function readFlags(reader: ByteReader, mweb: boolean): number {
  if (reader.peek(0) !== 0 || (reader.peek(1) ?? 0) === 0) return 0;
  reader.byte();
  const flags = reader.byte();
  const known = WITNESS_FLAG | (mweb ? MWEB_FLAG : 0);
  return flags & ~known ? reader.fail(`unknown flags ${flags}`, reader.offset - 1) : flags;
}

function readHogEx(reader: ByteReader): true {
  return reader.byte() === 0 ? true : reader.fail('MWEB data outside of a block', reader.offset - 1);
}

function readParts(reader: ByteReader, options: DecodeOptions): TransactionParts {
  const version = reader.int32();
  const flags = readFlags(reader, options.mweb ?? false);
  const bare = list(reader.count(MIN_INPUT_BYTES), () => readInput(reader));
  const outputs = list(reader.count(MIN_OUTPUT_BYTES), () => readOutput(reader, options.cashTokens ?? false));
  const inputs = flags & WITNESS_FLAG ? readWitnesses(reader, bare) : bare;
  const hogEx = flags & MWEB_FLAG ? { isHogEx: readHogEx(reader) } : {};
  return { version, inputs, outputs, lockTime: reader.uint32(), ...hogEx };
}

function writeBody(writer: ByteWriter, tx: TransactionParts): void {
  writer.compactSize(tx.inputs.length);
  for (const input of tx.inputs) {
    writer.bytes(internalHash(input.prevTxid)).uint32(input.prevVout).sized(input.script).uint32(input.sequence);
  }
  writer.compactSize(tx.outputs.length);
  for (const { value, script, token } of tx.outputs) {
    const prefix = token ?? new Uint8Array(0);
    writer
      .uint64(value)
      .compactSize(prefix.length + script.length)
      .bytes(prefix)
      .bytes(script);
  }
}

/**
 * Bytes of a transaction. Without `witness` it is the form whose hash is the txid; with it, the witness (BIP 144) and
 * Litecoin's flag are written where the transaction has them.
 */
export function encodeTransaction(tx: TransactionParts, options: { readonly witness: boolean }): Uint8Array {
  const hasWitness = options.witness && tx.inputs.some((input) => input.witness.length > 0);
  const isHogEx = options.witness && tx.isHogEx === true;
  const writer = new ByteWriter().int32(tx.version);
  if (hasWitness || isHogEx) writer.byte(0).byte((hasWitness ? WITNESS_FLAG : 0) | (isHogEx ? MWEB_FLAG : 0));
  writeBody(writer, tx);
  if (hasWitness) {
    for (const { witness } of tx.inputs) {
      writer.compactSize(witness.length);
      for (const item of witness) writer.sized(item);
    }
  }
  if (isHogEx) writer.byte(0);
  return writer.uint32(tx.lockTime).finish();
}

function isCoinbase({ inputs }: TransactionParts): boolean {
  return inputs.length === 1 && inputs[0]?.prevTxid === NULL_TXID && inputs[0].prevVout === 0xffff_ffff;
}

function withIdentity(parts: TransactionParts, raw: Uint8Array): Transaction {
  const hasWitness = parts.inputs.some((input) => input.witness.length > 0);
  const stripped = hasWitness || parts.isHogEx ? encodeTransaction(parts, { witness: false }) : raw;
  const txid = displayHash(hash256(stripped));
  // Litecoin's flag is no part of either id, so only a witness makes them differ.
  const plain = parts.isHogEx ? encodeTransaction({ ...parts, isHogEx: false }, { witness: true }) : raw;
  const weight = stripped.length * 3 + raw.length;
  return {
    ...parts,
    txid,
    wtxid: hasWitness ? displayHash(hash256(plain)) : txid,
    size: raw.length,
    strippedSize: stripped.length,
    weight,
    vsize: Math.ceil(weight / 4),
    isCoinbase: isCoinbase(parts),
    hasWitness,
  };
}

/** Reads one transaction of which more bytes may follow, leaving the reader behind it. Throws `invalid`. */
export function readTransaction(reader: ByteReader, options: DecodeOptions = {}): Transaction {
  const start = reader.offset;
  const parts = readParts(reader, options);
  return withIdentity(parts, reader.bytes.slice(start, reader.offset));
}

/**
 * Decodes one whole raw transaction. Throws `invalid` with the byte offset for anything truncated, left over, not in
 * its shortest form, or of unknown shape; consensus limits are not checked.
 */
export function decodeTransaction(bytes: Uint8Array, options: DecodeOptions = {}): Transaction {
  const reader = new ByteReader(bytes);
  const tx = readTransaction(reader, options);
  if (reader.remaining > 0) reader.fail(`${reader.remaining} bytes are left over`);
  return tx;
}
