import { displayHash, encodeHex } from '@trailmark/core/hex';
import type { BlockRecord, HeightRange } from '@trailmark/core/output-ledger';
import { ChangeSignal } from '../change-signal.ts';
import { BLOCK_HEIGHT_ESTIMATED, BLOCK_RAW, BLOCK_TIME_ESTIMATED, BLOCK_WHOLE } from './tables.ts';

interface StoredBlock {
  readonly height: number;
  readonly hash: string;
  readonly header: string;
  readonly time: number;
  readonly flags: number;
  readonly transactions: number;
  readonly size: number;
  readonly weight: number;
  readonly source: number;
}

/**
 * Every block in the store, in memory: heights, hashes and times are requested by every answer, and a chain has
 * fewer than a million. Strings are shared where they repeat.
 */
export class BlockIndex {
  private readonly byHeight = new Map<number, StoredBlock>();
  private readonly heightByHash = new Map<string, number>();
  /** Records handed out, for as long as their row is in the store: a long walk asks for the same blocks again and again. */
  private readonly records = new WeakMap<StoredBlock, BlockRecord>();
  private readonly sources: string[] = [];
  private sorted: number[] | undefined;
  private ranges: HeightRange[] | undefined;
  transactionCount = 0;
  /** Grows with every change, so that what was computed from the indexed blocks can detect that it is out of date. */
  version = 0;
  /** Reports writes when they are done. */
  readonly changes = new ChangeSignal();

  /** Adds a row of the `blocks` table, hash and header as hex in internal order. */
  add(row: Omit<StoredBlock, 'source'> & { readonly source: string }): void {
    this.remove(row.height);
    let source = this.sources.indexOf(row.source);
    if (source < 0) source = this.sources.push(row.source) - 1;
    this.byHeight.set(row.height, { ...row, source });
    this.heightByHash.set(row.hash, row.height);
    this.transactionCount += row.transactions;
    this.version++;
    this.forget(row.height);
  }

  remove(height: number): void {
    const stored = this.byHeight.get(height);
    if (!stored) return;
    this.byHeight.delete(height);
    this.heightByHash.delete(stored.hash);
    this.transactionCount -= stored.transactions;
    this.version++;
    this.sorted = undefined;
    this.ranges = undefined;
  }

  clear(): void {
    for (const height of [...this.byHeight.keys()]) this.remove(height);
  }

  get(height: number): BlockRecord | undefined {
    const stored = this.byHeight.get(height);
    if (!stored) return undefined;
    const known = this.records.get(stored);
    if (known) return known;
    const record = this.toRecord(stored);
    this.records.set(stored, record);
    return record;
  }

  /** Internal-order hex of an indexed block's hash. */
  storedHash(height: number): string | undefined {
    return this.byHeight.get(height)?.hash;
  }

  time(height: number): number | undefined {
    return this.byHeight.get(height)?.time;
  }

  /** By display-order hash. */
  getByHash(hash: string): BlockRecord | undefined {
    const height = this.heightByHash.get(encodeHex(Buffer.from(hash, 'hex').reverse()));
    return height === undefined ? undefined : this.get(height);
  }

  get tip(): BlockRecord | undefined {
    const heights = this.heights();
    const last = heights[heights.length - 1];
    return last === undefined ? undefined : this.get(last);
  }

  /** Indexed heights, ascending. */
  heights(): readonly number[] {
    this.sorted ??= [...this.byHeight.keys()].sort((a, b) => a - b);
    return this.sorted;
  }

  /** Highest first, strictly below `before`. */
  before(before: number | undefined, limit: number): BlockRecord[] {
    const heights = this.heights();
    let end = heights.length;
    if (before !== undefined) {
      let low = 0;
      while (low < end) {
        const middle = (low + end) >> 1;
        if ((heights[middle] ?? 0) < before) low = middle + 1;
        else end = middle;
      }
    }
    const page = heights.slice(Math.max(0, end - limit), end).reverse();
    return page.flatMap((height) => this.get(height) ?? []);
  }

  heightRanges(): readonly HeightRange[] {
    this.ranges ??= this.computeRanges();
    return this.ranges;
  }

  private computeRanges(): HeightRange[] {
    const ranges: { -readonly [K in keyof HeightRange]: HeightRange[K] }[] = [];
    let last: StoredBlock | undefined;
    for (const height of this.heights()) {
      const block = this.byHeight.get(height) as StoredBlock;
      const range = ranges[ranges.length - 1];
      // Heights that are estimates are never neighbours in truth: one run represents all of a set.
      const isNext = last !== undefined && (last.height + 1 === height || (block.flags & BLOCK_HEIGHT_ESTIMATED) !== 0);
      if (range && last && isNext && last.source === block.source && last.flags === block.flags) {
        range.toHeight = height;
        range.blocks++;
      } else {
        ranges.push({
          fromHeight: height,
          toHeight: height,
          blocks: 1,
          source: this.sources[block.source] ?? '',
          raw: (block.flags & BLOCK_RAW) !== 0,
          wholeBlocks: (block.flags & BLOCK_WHOLE) !== 0,
          timeEstimated: (block.flags & BLOCK_TIME_ESTIMATED) !== 0,
          heightEstimated: (block.flags & BLOCK_HEIGHT_ESTIMATED) !== 0,
        });
      }
      last = block;
    }
    return ranges;
  }

  private forget(height: number): void {
    this.ranges = undefined;
    const sorted = this.sorted;
    if (sorted && (sorted.length === 0 || height > (sorted[sorted.length - 1] ?? -1))) sorted.push(height);
    else this.sorted = undefined;
  }

  private toRecord(stored: StoredBlock): BlockRecord {
    const { flags } = stored;
    return {
      height: stored.height,
      hash: displayHash(Buffer.from(stored.hash, 'hex')),
      header: stored.header ? new Uint8Array(Buffer.from(stored.header, 'hex')) : undefined,
      time: stored.time,
      timeEstimated: (flags & BLOCK_TIME_ESTIMATED) !== 0,
      heightEstimated: (flags & BLOCK_HEIGHT_ESTIMATED) !== 0,
      isWhole: (flags & BLOCK_WHOLE) !== 0,
      transactionCount: stored.transactions,
      size: stored.size || undefined,
      weight: stored.weight || undefined,
      source: this.sources[stored.source] ?? '',
    };
  }
}
