import { AppError } from '@trailmark/core/errors';
import { type Position, toPosition } from '@trailmark/core/position';
import { type BlockColumns, OWNER_BYTES } from './kernel.ts';
import { instantiateKernel } from './kernel-module.ts';

/** What the inputs of a block spend: views on the memory of the table, valid until its next call. */
export interface BlockInputs {
  /** 1 where the funding output was in the table. 0 for coinbase inputs too; all else is then zero. */
  readonly inFound: Uint8Array;
  /** Base units. */
  readonly inValue: BigUint64Array;
  /** Position of the funding transaction, -1 where it was not found. */
  readonly inPosition: Float64Array;
  /** `OWNER_BYTES` each, as `BlockColumns.outOwner`. */
  readonly inOwner: Uint8Array;
  /** Codes of `SCRIPT_TYPES`: p2pk where the owner says p2pkh for a bare key. */
  readonly inType: Uint8Array;
  /** Inputs that were not found, without coinbase inputs. */
  readonly missing: number;
}

/** One unspent output. */
export interface OutpointEntry {
  readonly position: Position;
  /** Base units. */
  readonly value: bigint;
  /** Code of `SCRIPT_TYPES`. */
  readonly type: number;
  /** `OWNER_BYTES`. */
  readonly owner: Uint8Array;
}

/** Unspent outputs as columns, to fill the table from a store. */
export interface OutpointRows {
  /** 32 bytes each, internal order. */
  readonly txids: Uint8Array;
  readonly vouts: Uint32Array;
  readonly positions: Float64Array;
  readonly values: BigUint64Array;
  readonly types: Uint8Array;
  /** `OWNER_BYTES` each. */
  readonly owners: Uint8Array;
}

export interface ApplyOptions {
  /** Create every output before any is spent: needed for canonical transaction order (Bitcoin Cash since 2018). */
  readonly createFirst?: boolean;
}

export interface OutpointTable {
  /** Resolves and removes what the block spends, and adds what it creates, in the order of the block. */
  applyBlock(columns: BlockColumns, height: number, options?: ApplyOptions): BlockInputs;
  /** Adds outputs; OP_RETURN rows are skipped. */
  insertRows(rows: OutpointRows): void;
  insert(txid: Uint8Array, vout: number, entry: OutpointEntry): void;
  get(txid: Uint8Array, vout: number): OutpointEntry | undefined;
  /** True where the output was there. */
  remove(txid: Uint8Array, vout: number): boolean;
  clear(): void;
  /** Unspent outputs in the table. */
  readonly size: number;
  /** Outputs dropped for want of room since the table was made or cleared. */
  readonly evicted: number;
  /** Outputs replaced by a later one of the same txid and index (BIP30) since then. */
  readonly duplicates: number;
  /** Bytes of memory in use. */
  readonly memoryBytes: number;
}

interface TableExports {
  readonly memory: WebAssembly.Memory;
  readonly columnsAddress: () => number;
  readonly resetTable: (slots: number, most: number) => number;
  readonly prepareStage: (size: number) => number;
  readonly counters: () => number;
  readonly applyBlock: (txCount: number, base: number, createFirst: number) => void;
  readonly insertRows: (count: number) => void;
  readonly lookUp: (vout: number, remove: number) => number;
}

const SMALLEST = 2 ** 10;
const LARGEST = 2 ** 25;
const FIRST_SLOTS = 2 ** 12;
const COLUMN_COUNT = 14;

/** Columns by the numbers `packages/chains/kernel/outpoints.ts` uses. */
const BYTES = 0;
const TXIDS = 1;
const FIRST_INPUT = 2;
const FIRST_OUTPUT = 3;
const OUT_OWNER = 4;
const IN_OUTPOINT = 5;
const OUT_VALUE = 6;
const OUT_TYPE = 7;
const IN_FOUND = 8;
const IN_VALUE = 9;
const IN_POSITION = 10;
const IN_OWNER = 11;
const IN_TYPE = 12;
const TX_FLAGS = 13;

function copy(buffer: ArrayBuffer, to: number, from: ArrayBufferView): void {
  new Uint8Array(buffer, to, from.byteLength).set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength));
}

/** Lays the columns out in the table's memory, passes their place to the kernel, and answers their addresses. */
function stage(kernel: TableExports, sizes: readonly number[], inputCount: number): readonly number[] {
  const offsets: number[] = [];
  let total = 0;
  for (const size of sizes) {
    offsets.push(total);
    total += (size + 63) & ~63;
  }
  const base = kernel.prepareStage(total + 64);
  if (base === 0) throw new AppError('unavailable', `There is not enough memory for a block of ${sizes[BYTES]} bytes.`);
  const words = new Uint32Array(kernel.memory.buffer, kernel.columnsAddress(), COLUMN_COUNT + 1);
  const addresses = offsets.map((offset) => base + offset);
  words.set(addresses);
  words[COLUMN_COUNT] = inputCount;
  return addresses;
}

function readInputs(kernel: TableExports, addresses: readonly number[], count: number): BlockInputs {
  const buffer = kernel.memory.buffer;
  const at = (column: number): number => addresses[column] ?? 0;
  return {
    inFound: new Uint8Array(buffer, at(IN_FOUND), count),
    inValue: new BigUint64Array(buffer, at(IN_VALUE), count),
    inPosition: new Float64Array(buffer, at(IN_POSITION), count),
    inOwner: new Uint8Array(buffer, at(IN_OWNER), count * OWNER_BYTES),
    inType: new Uint8Array(buffer, at(IN_TYPE), count),
    missing: new Uint32Array(buffer, kernel.counters(), 4)[3] ?? 0,
  };
}

function applyBlock(kernel: TableExports, columns: BlockColumns, height: number, options: ApplyOptions): BlockInputs {
  const { txCount: txs, inputCount: inputs, outputCount: outputs } = columns;
  const sizes = [
    columns.length,
    txs * 32,
    (txs + 1) * 4,
    (txs + 1) * 4,
    outputs * OWNER_BYTES,
    inputs * 4,
    outputs * 8,
    outputs,
    inputs,
    inputs * 8,
    inputs * 8,
    inputs * OWNER_BYTES,
    inputs,
    txs,
  ];
  const addresses = stage(kernel, sizes, inputs);
  const buffer = kernel.memory.buffer;
  const put = (column: number, from: ArrayBufferView): void => copy(buffer, addresses[column] ?? 0, from);
  put(BYTES, columns.bytes.subarray(0, columns.length));
  put(TXIDS, columns.txids);
  put(FIRST_INPUT, columns.txFirstInput);
  put(FIRST_OUTPUT, columns.txFirstOutput);
  put(OUT_OWNER, columns.outOwner);
  put(IN_OUTPOINT, columns.inOutpoint);
  put(OUT_VALUE, columns.outValue);
  put(OUT_TYPE, columns.outType);
  put(TX_FLAGS, columns.txFlags);
  kernel.applyBlock(txs, toPosition(height, 0), options.createFirst ? 1 : 0);
  return readInputs(kernel, addresses, inputs);
}

function insertRows(kernel: TableExports, rows: OutpointRows): void {
  const count = rows.types.length;
  if (rows.txids.length !== count * 32 || rows.owners.length !== count * OWNER_BYTES) {
    throw new AppError('invalid', `Each of ${count} outputs needs a txid of 32 bytes and an owner of ${OWNER_BYTES}.`);
  }
  const columns = new Map<number, ArrayBufferView>([
    [TXIDS, rows.txids],
    [IN_OUTPOINT, rows.vouts],
    [IN_POSITION, rows.positions],
    [OUT_VALUE, rows.values],
    [OUT_TYPE, rows.types],
    [OUT_OWNER, rows.owners],
  ]);
  const sizes = Array.from({ length: COLUMN_COUNT }, (_, column) => columns.get(column)?.byteLength ?? 0);
  const addresses = stage(kernel, sizes, 0);
  for (const [column, from] of columns) copy(kernel.memory.buffer, addresses[column] ?? 0, from);
  kernel.insertRows(count);
}

/** Finds one output, and removes it on request. The owner is a copy. */
function lookUp(kernel: TableExports, txid: Uint8Array, vout: number, remove: boolean): OutpointEntry | undefined {
  const sizes = Array.from({ length: COLUMN_COUNT }, () => OWNER_BYTES);
  const addresses = stage(kernel, sizes, 1);
  copy(kernel.memory.buffer, addresses[TXIDS] ?? 0, txid);
  if (kernel.lookUp(vout, remove ? 1 : 0) === 0) return undefined;
  const { inPosition, inValue, inType, inOwner } = readInputs(kernel, addresses, 1);
  return { position: inPosition[0] ?? 0, value: inValue[0] ?? 0n, type: inType[0] ?? 0, owner: inOwner.slice() };
}

function rowOf(txid: Uint8Array, vout: number, entry: OutpointEntry): OutpointRows {
  return {
    txids: txid,
    vouts: Uint32Array.of(vout),
    positions: Float64Array.of(entry.position),
    values: BigUint64Array.of(entry.value),
    types: Uint8Array.of(entry.type),
    owners: entry.owner,
  };
}

/**
 * A bounded table of unspent outputs in WebAssembly, to resolve the inputs of whole blocks while a chain is read.
 * `capacity` is in outputs, a power of two from 2^10 to 2^25: at 80 % of it the oldest outputs are dropped down to 60 %,
 * and what was dropped is for the caller to find elsewhere. Memory is taken as needed, up to 68 bytes times capacity.
 */
export function createOutpointTable(capacity: number): OutpointTable {
  if (capacity < SMALLEST || capacity > LARGEST || !Number.isInteger(Math.log2(capacity))) {
    throw new AppError(
      'invalid',
      `The outpoint table has a capacity of a power of two from 2^10 to 2^25, not ${capacity}.`,
    );
  }
  let kernel: TableExports;
  const reset = (): void => {
    // A new instance gives the memory back, which a memory of WebAssembly cannot do on its own.
    kernel = instantiateKernel() as unknown as TableExports;
    if (kernel.resetTable(Math.min(capacity * 2, FIRST_SLOTS), capacity) === 0) {
      throw new AppError('unavailable', 'There is not enough memory for the outpoint table.');
    }
  };
  const counter = (index: number): number => new Uint32Array(kernel.memory.buffer, kernel.counters(), 4)[index] ?? 0;
  reset();
  return {
    applyBlock: (columns, height, options = {}) => applyBlock(kernel, columns, height, options),
    insertRows: (rows) => insertRows(kernel, rows),
    insert: (txid, vout, entry) => insertRows(kernel, rowOf(txid, vout, entry)),
    get: (txid, vout) => lookUp(kernel, txid, vout, false),
    remove: (txid, vout) => lookUp(kernel, txid, vout, true) !== undefined,
    clear: reset,
    get size() {
      return counter(0);
    },
    get evicted() {
      return counter(1);
    },
    get duplicates() {
      return counter(2);
    },
    get memoryBytes() {
      return kernel.memory.buffer.byteLength;
    },
  };
}
