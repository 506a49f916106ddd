import { AppError } from '@trailmark/core/errors';
import { faultError } from './kernel-faults.ts';
import { instantiateKernel } from './kernel-module.ts';

/** How the blocks of a chain differ from Bitcoin's. */
export interface ParseOptions {
  /** Bytes before the transaction count: 80, or header and AuxPoW data together. Default 80. */
  readonly headerLength?: number;
  /** Bytes may follow the last transaction (the extension block of Litecoin). */
  readonly allowExtension?: boolean;
  /** Transactions may carry flag 0x08 with an empty MWEB body (HogEx, LIP-0002). */
  readonly mweb?: boolean;
  /** The 32 byte script hash of Bitcoin Cash counts as `p2sh32`. */
  readonly p2sh32?: boolean;
}

/** Bits of `BlockColumns.txFlags`. */
export const TX_HAS_WITNESS = 1;
export const TX_IS_COINBASE = 2;
export const TX_HAS_MWEB = 4;

/** Bytes of one owner in `BlockColumns.outOwner`: form code, payload length, six zeros, payload padded with zeros. */
export const OWNER_BYTES = 40;

/**
 * A parsed block as columns: views on the memory of the kernel, valid until its next call. Offsets are in bytes of
 * `bytes`; hashes are in internal order; the rows of a transaction's inputs are those from its entry of
 * `txFirstInput` up to the next one's, which is why that column has one entry more than there are transactions.
 */
export interface BlockColumns {
  readonly bytes: Uint8Array;
  /** Double SHA-256 of the first 80 bytes. */
  readonly headerHash: Uint8Array;
  /** The root computed from the txids is the one in the header. */
  readonly merkleMatches: boolean;
  /** Two equal neighbours were hashed together at some level (CVE-2012-2459): the list may hold repeats. */
  readonly merkleMutated: boolean;
  /** Bytes up to the end of the last transaction. */
  readonly length: number;
  readonly txCount: number;
  readonly inputCount: number;
  readonly outputCount: number;
  readonly txOffset: Uint32Array;
  readonly txSize: Uint32Array;
  /** Size without marker, flag and witness (BIP141). */
  readonly txStrippedSize: Uint32Array;
  readonly txFirstInput: Uint32Array;
  readonly txFirstOutput: Uint32Array;
  readonly txVersion: Int32Array;
  readonly txLockTime: Uint32Array;
  readonly txFlags: Uint8Array;
  /** 32 bytes each. */
  readonly txids: Uint8Array;
  /** Offset of the 36 byte outpoint. */
  readonly inOutpoint: Uint32Array;
  readonly inScriptOffset: Uint32Array;
  readonly inScriptLength: Uint32Array;
  readonly inSequence: Uint32Array;
  /** Base units. */
  readonly outValue: BigUint64Array;
  readonly outScriptOffset: Uint32Array;
  readonly outScriptLength: Uint32Array;
  /** Codes of `SCRIPT_TYPES`. */
  readonly outType: Uint8Array;
  /** `OWNER_BYTES` each. P2PK has the form of P2PKH and the HASH160 of its key; all zero for OP_RETURN. */
  readonly outOwner: Uint8Array;
}

export interface BlockKernel {
  /** Parses and hashes a whole block. Throws `invalid` naming what is wrong and at which byte. */
  parse(bytes: Uint8Array, options?: ParseOptions): BlockColumns;
  /** Merkle root over 32 byte hashes in internal order, at least one. The result is a copy. */
  merkleRoot(txids: Uint8Array): Uint8Array;
  /** Double SHA-256. The result is a copy. */
  sha256d(bytes: Uint8Array): Uint8Array;
}

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly prepare: (length: number) => number;
  readonly resultAddress: () => number;
  readonly parseBlock: (length: number, headerLength: number, options: number) => number;
  readonly hashBytes: (length: number) => number;
  readonly hashTree: (count: number) => number;
}

const RESULT_WORDS = 26;

/** Views on the columns, from the words that `report` in `packages/chains/kernel/block.ts` writes in this order. */
function readColumns(buffer: ArrayBuffer, words: Uint32Array, byteLength: number): BlockColumns {
  const word = (index: number): number => words[index] ?? 0;
  const txCount = word(1);
  const inputCount = word(2);
  const outputCount = word(3);
  const u32 = (index: number, length: number): Uint32Array => new Uint32Array(buffer, word(index), length);
  const u8 = (index: number, length: number): Uint8Array => new Uint8Array(buffer, word(index), length);
  return {
    bytes: u8(0, byteLength),
    headerHash: u8(7, 32),
    merkleMatches: word(5) === 1,
    merkleMutated: word(6) === 1,
    length: word(4),
    txCount,
    inputCount,
    outputCount,
    txOffset: u32(8, txCount),
    txSize: u32(9, txCount),
    txStrippedSize: u32(10, txCount),
    txFirstInput: u32(11, txCount + 1),
    txFirstOutput: u32(12, txCount + 1),
    txVersion: new Int32Array(buffer, word(13), txCount),
    txLockTime: u32(14, txCount),
    txFlags: u8(15, txCount),
    txids: u8(16, txCount * 32),
    inOutpoint: u32(17, inputCount),
    inScriptOffset: u32(18, inputCount),
    inScriptLength: u32(19, inputCount),
    inSequence: u32(20, inputCount),
    outValue: new BigUint64Array(buffer, word(21), outputCount),
    outScriptOffset: u32(22, outputCount),
    outScriptLength: u32(23, outputCount),
    outType: u8(24, outputCount),
    outOwner: u8(25, outputCount * OWNER_BYTES),
  };
}

/** Copies bytes to where the kernel reads them, behind the room it needs. Throws `unavailable` when memory is out. */
function load(kernel: KernelExports, bytes: Uint8Array): void {
  const address = kernel.prepare(bytes.length);
  if (address === 0) throw faultError({ code: 0, at: 0, part: 0, transaction: 0, value: 0n }, bytes.length);
  new Uint8Array(kernel.memory.buffer, address, bytes.length).set(bytes);
}

function parse(kernel: KernelExports, bytes: Uint8Array, options: ParseOptions): BlockColumns {
  const headerLength = options.headerLength ?? 80;
  if (!Number.isInteger(headerLength) || headerLength < 80 || headerLength > 0x7fffffff) {
    throw new AppError('invalid', `A block header has at least 80 bytes, not ${headerLength}.`);
  }
  load(kernel, bytes);
  const flags = (options.allowExtension ? 1 : 0) | (options.mweb ? 2 : 0) | (options.p2sh32 ? 4 : 0);
  const code = kernel.parseBlock(bytes.length, headerLength, flags);
  const words = new Uint32Array(kernel.memory.buffer, kernel.resultAddress(), RESULT_WORDS);
  if (code === 0) return readColumns(kernel.memory.buffer, words, bytes.length);
  const [, at = 0, part = 0, transaction = 0, low = 0, high = 0] = words;
  throw faultError({ code, at, part, transaction, value: (BigInt(high) << 32n) | BigInt(low) }, bytes.length);
}

/**
 * The block parser and hasher in WebAssembly (SIMD, four messages at a time). One instance keeps the memory of the
 * largest block it has seen; its results are valid until its next call, so it serves one caller at a time.
 */
export function createBlockKernel(): BlockKernel {
  const kernel = instantiateKernel() as unknown as KernelExports;
  const digest = (address: number): Uint8Array => new Uint8Array(kernel.memory.buffer, address, 32).slice();
  return {
    parse: (bytes, options = {}) => parse(kernel, bytes, options),
    merkleRoot(txids) {
      if (txids.length === 0 || txids.length % 32 !== 0) {
        throw new AppError('invalid', `A merkle tree needs one or more 32 byte hashes, not ${txids.length} bytes.`);
      }
      load(kernel, txids);
      return digest(kernel.hashTree(txids.length / 32));
    },
    sha256d(bytes) {
      load(kernel, bytes);
      return digest(kernel.hashBytes(bytes.length));
    },
  };
}
