import type { AccountBlockRecord, AccountRange } from '@trailmark/core/account-ledger';
import { encodeHex } from '@trailmark/core/hex';
import { ChangeSignal } from '../change-signal.ts';
import { NO_NUMBER } from './account-tables.ts';

const HASH_BYTES = 32;
const PRODUCER_BYTES = 20;
/** Hash, parent hash, producer. */
const ROW_BYTES = HASH_BYTES * 2 + PRODUCER_BYTES;
/** Which of the byte fields are known. */
const KNOWN_HASH = 1;
const KNOWN_PARENT = 2;
const KNOWN_PRODUCER = 4;

/** The columns of the indexed blocks, one row each, in the order they came. */
class Rows {
  readonly capacity: number;
  readonly height: Float64Array;
  readonly time: Uint32Array;
  readonly holds: Uint16Array;
  readonly transactions: Uint32Array;
  readonly total: Uint32Array;
  readonly source: Uint16Array;
  readonly known: Uint8Array;
  readonly bytes: Uint8Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.height = new Float64Array(capacity);
    this.time = new Uint32Array(capacity);
    this.holds = new Uint16Array(capacity);
    this.transactions = new Uint32Array(capacity);
    this.total = new Uint32Array(capacity);
    this.source = new Uint16Array(capacity);
    this.known = new Uint8Array(capacity);
    this.bytes = new Uint8Array(capacity * ROW_BYTES);
  }

  grown(): Rows {
    const next = new Rows(this.capacity * 2);
    next.height.set(this.height);
    next.time.set(this.time);
    next.holds.set(this.holds);
    next.transactions.set(this.transactions);
    next.total.set(this.total);
    next.source.set(this.source);
    next.known.set(this.known);
    next.bytes.set(this.bytes);
    return next;
  }
}

/**
 * Every block in an account chain's store, in memory as columns: heights, hashes and times are requested by every
 * answer, and these chains have many blocks.
 */
export class AccountBlockIndex {
  private rows = new Rows(1 << 10);
  private used = 0;
  private readonly free: number[] = [];
  private readonly byHeight = new Map<number, number>();
  /** Rows by the first four bytes of the hash; the row decides. */
  private readonly byHash = new Map<number, number | number[]>();
  private readonly sources: string[] = [];
  private sorted: number[] | undefined = [];
  private ranges: AccountRange[] | undefined;
  transactionCount = 0;
  /** Grows with every change, so that what was computed from the indexed blocks can detect that it is out of date. */
  version = 0;
  /** Reports writes when they are done. */
  readonly changes = new ChangeSignal();

  set(block: AccountBlockRecord): void {
    this.remove(block.height);
    const row = this.free.pop() ?? this.used++;
    if (row >= this.rows.capacity) this.rows = this.rows.grown();
    this.fill(row, block);
    this.byHeight.set(block.height, row);
    this.linkHash(row, block.hash);
    this.transactionCount += block.transactionCount;
    this.changed();
    const { sorted } = this;
    if (sorted && (sorted[sorted.length - 1] ?? -1) < block.height) sorted.push(block.height);
    else this.sorted = undefined;
  }

  remove(height: number): void {
    const row = this.byHeight.get(height);
    if (row === undefined) return;
    this.transactionCount -= this.rows.transactions[row] ?? 0;
    this.unlinkHash(row);
    this.byHeight.delete(height);
    this.free.push(row);
    const { sorted } = this;
    if (sorted && sorted[sorted.length - 1] === height) sorted.pop();
    else this.sorted = undefined;
    this.changed();
  }

  isIndexed(height: number): boolean {
    return this.byHeight.has(height);
  }

  get(height: number): AccountBlockRecord | undefined {
    const row = this.byHeight.get(height);
    return row === undefined ? undefined : this.toRecord(row);
  }

  time(height: number): number | undefined {
    const row = this.byHeight.get(height);
    return row === undefined ? undefined : this.rows.time[row];
  }

  getByHash(hash: string): AccountBlockRecord | undefined {
    if (hash.length !== HASH_BYTES * 2) return undefined;
    const found = this.byHash.get(Number.parseInt(hash.slice(0, 8), 16));
    const candidates = typeof found === 'number' ? [found] : (found ?? []);
    const row = candidates.find((candidate) => this.bytesOf(candidate, KNOWN_HASH, 0, HASH_BYTES) === hash);
    return row === undefined ? undefined : this.toRecord(row);
  }

  get tip(): AccountBlockRecord | undefined {
    const heights = this.heights();
    return this.get(heights[heights.length - 1] ?? -1);
  }

  get tipHeight(): number {
    const heights = this.heights();
    return heights[heights.length - 1] ?? -1;
  }

  /** Indexed heights, ascending. */
  heights(): readonly number[] {
    this.sorted ??= [...this.byHeight.keys()].sort((a, b) => a - b);
    return this.sorted;
  }

  /** Highest first, strictly below `before`. */
  before(before: number | undefined, limit: number): AccountBlockRecord[] {
    const heights = this.heights();
    const end = before === undefined ? heights.length : this.countBelow(before);
    const page = heights.slice(Math.max(0, end - limit), end).reverse();
    return page.flatMap((height) => this.get(height) ?? []);
  }

  heightRanges(): readonly AccountRange[] {
    this.ranges ??= this.computeRanges();
    return this.ranges;
  }

  /** Indexed heights from the first to the last, inclusive. */
  heightsBetween(from: number, to: number): readonly number[] {
    return this.heights().slice(this.countBelow(from), this.countBelow(to + 1));
  }

  private countBelow(height: number): number {
    const heights = this.heights();
    let low = 0;
    let high = heights.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((heights[middle] ?? 0) < height) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private computeRanges(): AccountRange[] {
    const ranges: { -readonly [K in keyof AccountRange]: AccountRange[K] }[] = [];
    const { rows } = this;
    let last = -1;
    for (const height of this.heights()) {
      const row = this.byHeight.get(height) as number;
      const range = ranges[ranges.length - 1];
      const isSame = last >= 0 && rows.source[last] === rows.source[row] && rows.holds[last] === rows.holds[row];
      if (range && isSame && range.toHeight + 1 === height) {
        range.toHeight = height;
        range.blocks++;
      } else {
        const source = this.sources[rows.source[row] ?? 0] ?? '';
        ranges.push({ fromHeight: height, toHeight: height, blocks: 1, source, holds: rows.holds[row] ?? 0 });
      }
      last = row;
    }
    return ranges;
  }

  private fill(row: number, block: AccountBlockRecord): void {
    const { rows } = this;
    let source = this.sources.indexOf(block.source);
    if (source < 0) source = this.sources.push(block.source) - 1;
    rows.height[row] = block.height;
    rows.time[row] = block.time;
    rows.holds[row] = block.holds;
    rows.transactions[row] = block.transactionCount;
    rows.total[row] = block.transactionTotal ?? NO_NUMBER;
    rows.source[row] = source;
    rows.known[row] =
      (block.hash ? KNOWN_HASH : 0) | (block.parentHash ? KNOWN_PARENT : 0) | (block.producer ? KNOWN_PRODUCER : 0);
    const at = row * ROW_BYTES;
    rows.bytes.set(Buffer.from(block.hash, 'hex'), at);
    rows.bytes.set(Buffer.from(block.parentHash, 'hex'), at + HASH_BYTES);
    rows.bytes.set(Buffer.from(block.producer, 'hex'), at + HASH_BYTES * 2);
  }

  private bytesOf(row: number, known: number, from: number, size: number): string {
    if (((this.rows.known[row] ?? 0) & known) === 0) return '';
    const at = row * ROW_BYTES + from;
    return encodeHex(this.rows.bytes.subarray(at, at + size));
  }

  private toRecord(row: number): AccountBlockRecord {
    const { rows } = this;
    const total = rows.total[row];
    return {
      height: rows.height[row] ?? 0,
      hash: this.bytesOf(row, KNOWN_HASH, 0, HASH_BYTES),
      parentHash: this.bytesOf(row, KNOWN_PARENT, HASH_BYTES, HASH_BYTES),
      time: rows.time[row] ?? 0,
      producer: this.bytesOf(row, KNOWN_PRODUCER, HASH_BYTES * 2, PRODUCER_BYTES),
      holds: rows.holds[row] ?? 0,
      transactionCount: rows.transactions[row] ?? 0,
      transactionTotal: total === NO_NUMBER ? undefined : total,
      source: this.sources[rows.source[row] ?? 0] ?? '',
    };
  }

  private linkHash(row: number, hash: string): void {
    if (hash === '') return;
    const key = Number.parseInt(hash.slice(0, 8), 16);
    const known = this.byHash.get(key);
    if (known === undefined) this.byHash.set(key, row);
    else this.byHash.set(key, typeof known === 'number' ? [known, row] : [...known, row]);
  }

  private unlinkHash(row: number): void {
    const hash = this.bytesOf(row, KNOWN_HASH, 0, HASH_BYTES);
    if (hash === '') return;
    const key = Number.parseInt(hash.slice(0, 8), 16);
    const known = this.byHash.get(key);
    const rest = (typeof known === 'number' ? [known] : (known ?? [])).filter((other) => other !== row);
    if (rest.length === 0) this.byHash.delete(key);
    else this.byHash.set(key, rest);
  }

  private changed(): void {
    this.version++;
    this.ranges = undefined;
  }
}
