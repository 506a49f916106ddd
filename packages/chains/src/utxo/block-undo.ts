import { secp256k1 } from '@noble/curves/secp256k1.js';
import { AppError } from '@trailmark/core/errors';
import { ByteReader } from './byte-reader.ts';
import { OP } from './opcode.ts';

/** An output that an input of a block spent, as a node keeps it to undo the block. */
export interface SpentOutput {
  /** Units. */
  readonly value: bigint;
  readonly script: Uint8Array;
}

/** Forms of a compressed script (Bitcoin Core, src/compressor.h): below these numbers a script has a form, above it a length. */
const SPECIAL_SCRIPTS = 6;
const LONGEST_SCRIPT = 100_000;

/** A whole number in Bitcoin Core's base-128 form (`VARINT` in src/serialize.h), most significant group first. */
function readVarInt(reader: ByteReader): bigint {
  let value = 0n;
  for (let digits = 0; digits < 10; digits++) {
    const byte = reader.byte();
    value = (value << 7n) | BigInt(byte & 0x7f);
    if ((byte & 0x80) === 0) return value;
    value++;
  }
  return reader.fail('a number has more than ten bytes');
}

/** Undoes Bitcoin Core's `CompressAmount`: the zeros at the end of an amount are kept as an exponent. */
function decompressAmount(compressed: bigint): bigint {
  if (compressed === 0n) return 0n;
  let rest = compressed - 1n;
  const exponent = rest % 10n;
  rest /= 10n;
  if (exponent === 9n) return (rest + 1n) * 10n ** 9n;
  const digit = (rest % 9n) + 1n;
  return ((rest / 9n) * 10n + digit) * 10n ** exponent;
}

function keyScript(key: Uint8Array): Uint8Array {
  return Uint8Array.of(key.length, ...key, OP.CHECKSIG);
}

/** A 65 byte key from its x coordinate; `parity` as in the first byte of the 33 byte form. */
function uncompressKey(parity: number, x: Uint8Array, reader: ByteReader): Uint8Array {
  try {
    return secp256k1.Point.fromBytes(Uint8Array.of(parity, ...x)).toBytes(false);
  } catch {
    return reader.fail('a compressed key is no point of the curve');
  }
}

function readScript(reader: ByteReader): Uint8Array {
  const form = Number(readVarInt(reader));
  if (form === 0) return Uint8Array.of(OP.DUP, OP.HASH160, 20, ...reader.take(20), OP.EQUALVERIFY, OP.CHECKSIG);
  if (form === 1) return Uint8Array.of(OP.HASH160, 20, ...reader.take(20), OP.EQUAL);
  if (form === 2 || form === 3) return keyScript(Uint8Array.of(form, ...reader.take(32)));
  if (form === 4 || form === 5) return keyScript(uncompressKey(form - 2, reader.take(32), reader));
  const length = form - SPECIAL_SCRIPTS;
  if (length > LONGEST_SCRIPT) return reader.fail('a script is longer than any can be');
  return new Uint8Array(reader.take(length));
}

function readSpentOutput(reader: ByteReader): SpentOutput {
  const heightAndCoinbase = readVarInt(reader);
  // A transaction version was here until Bitcoin Core 0.15, and a zero since.
  if (heightAndCoinbase > 1n) readVarInt(reader);
  const value = decompressAmount(readVarInt(reader));
  return { value, script: readScript(reader) };
}

/**
 * The outputs that the transactions of a block spent, coinbase left out, in the order of the transactions and their inputs:
 * `CBlockUndo` of Bitcoin Core and the nodes derived from it. Litecoin appends data of its extension block, which is not
 * read. Throws `invalid` for bytes of another form.
 */
export function decodeBlockUndo(bytes: Uint8Array, { mweb = false } = {}): SpentOutput[][] {
  const reader = new ByteReader(bytes);
  const transactions: SpentOutput[][] = [];
  for (let left = reader.count(1); left > 0; left--) {
    const spent: SpentOutput[] = [];
    for (let inputs = reader.count(3); inputs > 0; inputs--) spent.push(readSpentOutput(reader));
    transactions.push(spent);
  }
  if (!mweb && reader.offset !== bytes.length) {
    throw new AppError('invalid', `Undo data has ${bytes.length - reader.offset} bytes behind its last transaction.`);
  }
  return transactions;
}
