import { closeSync, openSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { toPosition } from '@trailmark/core/position';
import type { ResolvedBlock } from '@trailmark/core/resolved-block';
import type { RegionPlace } from '../lookup/lookup-files.ts';
import { writeRecord } from '../lookup/record-codec.ts';
import { EntryColumns } from './entry-columns.ts';
import { ByteWriter, encodeNativeBlock, type NativeColumn } from './native-block.ts';
import {
  BLOCK_HEIGHT_ESTIMATED,
  BLOCK_RAW,
  BLOCK_TIME_ESTIMATED,
  BLOCK_WHOLE,
  blocksTable,
  entriesTable,
  transactionIdsTable,
  transactionsTable,
} from './tables.ts';
import { blockFees, TransactionColumns } from './transaction-columns.ts';

/** A batch on disk, ready for the store: what `ChainWriter.commit` takes. Plain data, so that it crosses threads. */
export interface EncodedBatch {
  /** Directory that holds one Native file a table; the writer empties it after the commit. */
  readonly directory: string;
  readonly regions: readonly RegionPlace[];
  /** Length of the records file before and after this batch. */
  readonly recordsStart: number;
  readonly recordsEnd: number;
  readonly heights: readonly number[];
  readonly transactions: number;
  readonly entries: number;
  readonly bytes: number;
}

function blockFlags(block: ResolvedBlock): number {
  return (
    (block.isWhole ? BLOCK_WHOLE : 0) |
    (block.hasRaw ? BLOCK_RAW : 0) |
    (block.timeEstimated ? BLOCK_TIME_ESTIMATED : 0) |
    (block.heightEstimated ? BLOCK_HEIGHT_ESTIMATED : 0)
  );
}

function writeNative(path: string, rows: number, columns: readonly NativeColumn[]): void {
  const fd = openSync(path, 'w');
  try {
    const pieces = encodeNativeBlock(rows, columns).filter((piece) => piece.length > 0);
    for (let from = 0; from < pieces.length; from += 64) writevFully(fd, pieces.slice(from, from + 64));
  } finally {
    closeSync(fd);
  }
}

function writevFully(fd: number, pieces: readonly Uint8Array[]): void {
  let rest = [...pieces];
  while (rest.length > 0) {
    let written = writevSync(fd, rest);
    while (rest.length > 0 && written >= (rest[0] as Uint8Array).length) {
      written -= (rest[0] as Uint8Array).length;
      rest = rest.slice(1);
    }
    if (written > 0) rest[0] = (rest[0] as Uint8Array).subarray(written);
  }
}

/** Encodes resolved blocks into the tables' columns and the lookup records. Memory is kept between batches. */
export class BatchEncoder {
  private readonly transactions = new TransactionColumns();
  private readonly entries = new EntryColumns();
  private readonly blockColumns = blocksTable.columns.map(() => new ByteWriter(1 << 12));
  private readonly records = new ByteWriter(1 << 22);
  private readonly regionHead = new ByteWriter(1 << 16);
  private pieces: { at: number; bytes: Uint8Array }[] = [];
  private regions: RegionPlace[] = [];
  private blockBytes = 0;
  private recordsAt = 0;
  private recordsEnd = 0;

  /** `recordsAt` is the length of the records file that the batch will be appended to. */
  begin(recordsAt: number): void {
    this.transactions.clear();
    this.entries.clear();
    for (const writer of this.blockColumns) writer.clear();
    this.pieces = [];
    this.regions = [];
    this.blockBytes = 0;
    this.recordsAt = recordsAt;
    this.recordsEnd = recordsAt;
  }

  get transactionCount(): number {
    return this.transactions.rows;
  }

  get blockCount(): number {
    return this.regions.length;
  }

  get byteCount(): number {
    return this.blockBytes;
  }

  /** Fees by transaction (-1n where not known) are answered so that the caller can check them. */
  add(block: ResolvedBlock, fees: readonly bigint[] = blockFees(block)): void {
    const position = (tx: number): number => toPosition(block.height, block.txIndex ? (block.txIndex[tx] ?? 0) : tx);
    this.transactions.addBlock(block, position, fees);
    this.entries.addBlock(block, position);
    this.addRegion(block, fees);
    this.addBlockRow(block);
    this.blockBytes += block.bytes.length;
  }

  /** Writes the Native files into `directory` and hands the records to `append` in file order. */
  finish(directory: string, append: (at: number, pieces: readonly Uint8Array[]) => void): EncodedBatch {
    append(
      this.recordsAt,
      this.pieces.map((piece) => piece.bytes),
    );
    const { transactions, ids } = this.transactions.finish();
    writeNative(join(directory, `${transactionsTable.name}.native`), this.transactions.rows, transactions);
    writeNative(join(directory, `${transactionIdsTable.name}.native`), this.transactions.rows, ids);
    writeNative(join(directory, `${entriesTable.name}.native`), this.entries.rows, this.entries.finish());
    const blocks = blocksTable.columns.map((column, index) => ({
      ...column,
      parts: [(this.blockColumns[index] as ByteWriter).view()],
    }));
    writeNative(join(directory, `${blocksTable.name}.native`), this.regions.length, blocks);
    return {
      directory,
      regions: this.regions,
      recordsStart: this.recordsAt,
      recordsEnd: this.recordsEnd,
      heights: this.regions.map((region) => region.height),
      transactions: this.transactions.rows,
      entries: this.entries.rows,
      bytes: this.blockBytes,
    };
  }

  private addRegion(block: ResolvedBlock, fees: readonly bigint[]): void {
    const head = this.regionHead;
    head.clear();
    this.records.clear();
    const listAt = head.reserve(4 + block.txCount * 8);
    head.numbers.setUint32(listAt, block.txCount, true);
    for (let tx = 0; tx < block.txCount; tx++) {
      writeRecord(this.records, block, tx, fees[tx] ?? -1n);
      head.numbers.setUint32(listAt + 4 + tx * 8, block.txIndex ? (block.txIndex[tx] ?? 0) : tx, true);
      head.numbers.setUint32(listAt + 8 + tx * 8, this.records.length, true);
    }
    const region = Buffer.concat([head.view(), this.records.view()]);
    this.pieces.push({ at: this.recordsEnd, bytes: region });
    const check = Buffer.from(block.hash.buffer, block.hash.byteOffset, 4).readUInt32LE(0);
    this.regions.push({ height: block.height, offset: this.recordsEnd, length: region.length, check });
    this.recordsEnd += region.length;
  }

  private addBlockRow(block: ResolvedBlock): void {
    const [height, hash, header, time, flags, transactions, size, weight, source] = this.blockColumns as ByteWriter[];
    const u32 = (writer: ByteWriter | undefined, value: number): void => {
      if (!writer) return;
      const at = writer.reserve(4);
      writer.buffer.writeUInt32LE(value, at);
    };
    u32(height, block.height);
    hash?.writeBytes(block.hash.subarray(0, 32));
    header?.writeString(block.header);
    u32(time, block.time);
    flags?.writeByte(blockFlags(block));
    u32(transactions, block.txCount);
    u32(size, block.size);
    u32(weight, block.weight);
    source?.writeString(Buffer.from(block.source));
  }
}
