import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { regtestAddress } from './address-text.ts';
import { ADDRESS_FORMS, type AddressBook, type AddressForm } from './addresses.ts';

/** What is true of one address, summed while the chain was made. Amounts in satoshi. */
export interface AddressTruth {
  readonly address: string;
  readonly form: AddressForm;
  readonly received: number;
  readonly sent: number;
  readonly receiveCount: number;
  readonly spendCount: number;
  readonly transactionCount: number;
  readonly firstHeight: number;
  readonly lastHeight: number;
}

interface Totals {
  received: number;
  sent: number;
  receiveCount: number;
  spendCount: number;
  transactionCount: number;
  lastTransaction: number;
  firstHeight: number;
  lastHeight: number;
}

const COLUMN_WORDS = 1 << 18;
export const NO_ADDRESS = 0xffffffff;

/** A column of 32 bit words (little-endian) written as it grows. */
class Column {
  readonly #descriptor: number;
  readonly #words = new Uint32Array(COLUMN_WORDS);
  #length = 0;
  #written = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  /** Appends a row and returns its number. */
  push(word: number): number {
    if (this.#length === COLUMN_WORDS) this.#flush();
    this.#words[this.#length] = word;
    return this.#written + this.#length++;
  }

  set(row: number, word: number): void {
    if (row >= this.#written) this.#words[row - this.#written] = word;
    else writeSync(this.#descriptor, Uint32Array.of(word), 0, 4, row * 4);
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = new Uint8Array(this.#words.buffer, 0, this.#length * 4);
    writeSync(this.#descriptor, bytes, 0, bytes.length, this.#written * 4);
    this.#written += this.#length;
    this.#length = 0;
  }
}

/**
 * Columns of the whole chain, one row per output (`output-address`, `output-value-low`, `output-value-high`), per input
 * (`input-transaction`, `input-vout` of the coin spent), and per transaction (`first-input`, `first-output`, `height`).
 * Transactions are numbered in chain order from 0, the coinbase of block 1; the genesis block is left out.
 */
class Columns {
  readonly #columns: readonly Column[];
  #inputs = 0;
  #outputs = 0;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    const names = ['output-address', 'output-value-low', 'output-value-high', 'input-transaction', 'input-vout'];
    names.push('first-input', 'first-output', 'height');
    this.#columns = names.map((name) => new Column(join(directory, `${name}.u32`)));
  }

  transaction(height: number): void {
    this.#columns[5]?.push(this.#inputs);
    this.#columns[6]?.push(this.#outputs);
    this.#columns[7]?.push(height);
  }

  /** Returns the number of the row. */
  output(address: number, value: number): number {
    this.#outputs++;
    this.#columns[1]?.push(value % 4294967296);
    this.#columns[2]?.push(Math.floor(value / 4294967296));
    return this.#columns[0]?.push(address) ?? 0;
  }

  setValue(row: number, value: number): void {
    this.#columns[1]?.set(row, value % 4294967296);
    this.#columns[2]?.set(row, Math.floor(value / 4294967296));
  }

  input(transaction: number, vout: number): void {
    this.#inputs++;
    this.#columns[3]?.push(transaction);
    this.#columns[4]?.push(vout);
  }

  close(): void {
    for (const column of this.#columns) column.close();
  }
}

export interface TruthOptions {
  readonly directory: string;
  /** Also write the columns of the whole chain. */
  readonly hasColumns: boolean;
  /** Besides the first 200 addresses, every n-th is followed. */
  readonly sampleStride: number;
}

const ALWAYS_FOLLOWED = 200;

/** Follows a sample of addresses exactly, and writes the columns of the whole chain on request. */
export class GroundTruth {
  inputs = 0;
  outputs = 0;
  readonly #options: TruthOptions;
  readonly #addresses: AddressBook;
  readonly #totals = new Map<number, Totals>();
  readonly #columns: Columns | undefined;
  #transaction = 0;
  #height = 0;

  constructor(addresses: AddressBook, options: TruthOptions) {
    this.#addresses = addresses;
    this.#options = options;
    this.#columns = options.hasColumns ? new Columns(join(options.directory, 'truth')) : undefined;
  }

  transaction(transaction: number, height: number): void {
    this.#transaction = transaction;
    this.#height = height;
    this.#columns?.transaction(height);
  }

  /** The coinbase of a block: its two outputs are first, the returned function gives their value. */
  coinbase(transaction: number, height: number, address: number): (value: number) => void {
    this.transaction(transaction, height);
    this.outputs += 2;
    const row = this.#columns?.output(address, 0) ?? 0;
    this.#columns?.output(NO_ADDRESS, 0);
    return (value) => {
      this.#transaction = transaction;
      this.#columns?.setValue(row, value);
      this.#receive(address, value);
    };
  }

  output(address: number, value: number): void {
    this.outputs++;
    this.#columns?.output(address, value);
    this.#receive(address, value);
  }

  #receive(address: number, value: number): void {
    const totals = this.#follow(address);
    if (!totals) return;
    totals.received += value;
    totals.receiveCount++;
  }

  input(address: number, value: number, transaction: number, vout: number): void {
    this.inputs++;
    this.#columns?.input(transaction, vout);
    const totals = this.#follow(address);
    if (!totals) return;
    totals.sent += value;
    totals.spendCount++;
  }

  entriesOf(address: number): number {
    const totals = this.#totals.get(address);
    return totals ? totals.receiveCount + totals.spendCount : 0;
  }

  of(address: number): AddressTruth | undefined {
    const totals = this.#totals.get(address);
    if (!totals) return undefined;
    const form = this.#addresses.forms[address] ?? 0;
    const { lastTransaction: _, ...shown } = totals;
    const text = regtestAddress(form, this.#addresses.payload(address));
    return { address: text, form: ADDRESS_FORMS[form] ?? 'p2pkh', ...shown };
  }

  /** Writes what is true of the sample at this point of the chain; returns how many addresses it holds. */
  writeSample(name: string): number {
    const rows = [...this.#totals.keys()].map((address) => JSON.stringify(this.of(address)));
    writeFileSync(join(this.#options.directory, name), `[\n${rows.join(',\n')}\n]\n`);
    return rows.length;
  }

  close(txids: Buffer): void {
    if (!this.#columns) return;
    this.#columns.close();
    const { forms, entities, count } = this.#addresses;
    const directory = join(this.#options.directory, 'truth');
    writeFileSync(join(directory, 'address-form.u8'), forms.subarray(0, count));
    writeFileSync(join(directory, 'address-entity.u32'), new Uint8Array(entities.buffer, 0, count * 4));
    writeFileSync(join(directory, 'txids.bin'), txids);
  }

  #follow(address: number): Totals | undefined {
    if (address >= ALWAYS_FOLLOWED && address % this.#options.sampleStride !== 0) return undefined;
    if (address === NO_ADDRESS) return undefined;
    let totals = this.#totals.get(address);
    if (!totals) {
      const counts = { received: 0, sent: 0, receiveCount: 0, spendCount: 0, transactionCount: 0 };
      totals = { ...counts, lastTransaction: -1, firstHeight: this.#height, lastHeight: this.#height };
      this.#totals.set(address, totals);
    }
    if (totals.lastTransaction !== this.#transaction) totals.transactionCount++;
    totals.lastTransaction = this.#transaction;
    totals.lastHeight = this.#height;
    return totals;
  }
}
