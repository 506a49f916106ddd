import type { RecordInput, RecordOutput } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';

/** Most traces are small, and many run side by side: the columns grow. */
const FIRST_ROWS = 64;
/** In place of what is not known: no amount, position or number of an owner gets there. */
const NO_VALUE = 0xffff_ffff_ffff_ffffn;
const NO_SOURCE = -1;
const NO_OWNER = 0xffff_ffff;

/** The same memory, twice as long. */
function doubled(column: { readonly buffer: ArrayBuffer }): ArrayBuffer {
  return column.buffer.transfer(column.buffer.byteLength * 2);
}

/**
 * Inputs of all transactions that a trace holds, in columns: hundreds of thousands of them are four lists of numbers, which
 * take a fraction of the room of objects and which the collector never walks.
 */
export class InputRows {
  #count = 0;
  #values = new BigUint64Array(FIRST_ROWS);
  #sources = new Float64Array(FIRST_ROWS);
  #vouts = new Uint32Array(FIRST_ROWS);
  #owners = new Uint32Array(FIRST_ROWS);

  get count(): number {
    return this.#count;
  }

  add({ value, source, vout }: RecordInput, owner: number | undefined): void {
    const row = this.#count++;
    if (row === this.#values.length) this.#grow();
    this.#values[row] = value ?? NO_VALUE;
    this.#sources[row] = source ?? NO_SOURCE;
    this.#vouts[row] = vout;
    this.#owners[row] = owner ?? NO_OWNER;
  }

  valueAt(row: number): bigint | undefined {
    const value = this.#values[row];
    return value === NO_VALUE ? undefined : value;
  }

  /** Transaction whose output it spends; undefined where it is not indexed. */
  sourceAt(row: number): Position | undefined {
    const source = this.#sources[row];
    return source === NO_SOURCE ? undefined : source;
  }

  voutAt(row: number): number {
    return this.#vouts[row] ?? 0;
  }

  ownerAt(row: number): number | undefined {
    const owner = this.#owners[row];
    return owner === NO_OWNER ? undefined : owner;
  }

  #grow(): void {
    this.#values = new BigUint64Array(doubled(this.#values));
    this.#sources = new Float64Array(doubled(this.#sources));
    this.#vouts = new Uint32Array(doubled(this.#vouts));
    this.#owners = new Uint32Array(doubled(this.#owners));
  }
}

/** Outputs of all transactions that a trace holds, in columns. */
export class OutputRows {
  #count = 0;
  #values = new BigUint64Array(FIRST_ROWS);
  #owners = new Uint32Array(FIRST_ROWS);

  get count(): number {
    return this.#count;
  }

  add({ value }: RecordOutput, owner: number | undefined): void {
    const row = this.#count++;
    if (row === this.#values.length) this.#grow();
    this.#values[row] = value;
    this.#owners[row] = owner ?? NO_OWNER;
  }

  valueAt(row: number): bigint {
    return this.#values[row] ?? 0n;
  }

  ownerAt(row: number): number | undefined {
    const owner = this.#owners[row];
    return owner === NO_OWNER ? undefined : owner;
  }

  #grow(): void {
    this.#values = new BigUint64Array(doubled(this.#values));
    this.#owners = new Uint32Array(doubled(this.#owners));
  }
}

/** What a trace holds of the inputs and outputs of its transactions. */
export interface IndexedRows {
  readonly inputs: InputRows;
  readonly outputs: OutputRows;
}
