import { closeSync, fdatasync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FundingAnswers } from '@trailmark/core/funding';
import { displayHash } from '@trailmark/core/hex';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight, positionIndex } from '@trailmark/core/position';
import { readRecord, readStoredOutput } from './record-codec.ts';

/**
 * Transaction records by position, next to the facts store: one file of block regions, appended as blocks come, and one
 * of fixed slots that says where each height's region is. A region is: record count u32, then per record its index in
 * the block u32 and the end of its bytes u32 (from the end of this list), then the records. Everything here can be made
 * again from the facts; a slot counts only when its check equals the block hash the facts store holds for that height.
 */
export interface RegionPlace {
  readonly height: number;
  readonly offset: number;
  readonly length: number;
  /** First four bytes of the block hash, internal order, as a little-endian integer. */
  readonly check: number;
}

const SLOT_BYTES = 16;
const TXID_BYTES = 32;

const syncData = promisify(fdatasync);

function openFile(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch {
    return openSync(path, 'w+');
  }
}

function writeAll(fd: number, bytes: Uint8Array, at: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}

function readAll(fd: number, length: number, at: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, at + done);
    if (count === 0) return undefined;
    done += count;
  }
  return bytes;
}

/** Ties a slot's check to its place, so that a damaged offset or length never looks like a good slot. */
function mixPlace(slot: Buffer): number {
  let mixed = 0x811c9dc5;
  for (let i = 0; i < 12; i++) mixed = Math.imul(mixed ^ (slot[i] ?? 0), 0x01000193);
  return mixed;
}

/** Where the bytes of a record are in the file. */
interface RecordPlace {
  readonly at: number;
  readonly length: number;
}

/** The list of one region, in memory. */
class Region {
  readonly height: number;
  readonly #list: Buffer;
  readonly #count: number;
  /** Where its records begin in the file. */
  readonly #offset: number;

  constructor(height: number, list: Buffer, offset: number) {
    this.height = height;
    this.#list = list;
    this.#count = list.length / 8;
    this.#offset = offset;
  }

  /** The record of an index in the block. Whole blocks hold index i at row i. */
  find(index: number): RecordPlace | undefined {
    const row = this.#indexAt(index) === index ? index : this.#search(index);
    if (row < 0) return undefined;
    const from = row === 0 ? 0 : this.#endAt(row - 1);
    return { at: this.#offset + from, length: this.#endAt(row) - from };
  }

  #indexAt(row: number): number {
    return row < this.#count ? this.#list.readUInt32LE(row * 8) : -1;
  }

  #endAt(row: number): number {
    return this.#list.readUInt32LE(row * 8 + 4);
  }

  #search(index: number): number {
    for (let row = 0; row < this.#count; row++) if (this.#indexAt(row) === index) return row;
    return -1;
  }
}

/** Bytes between two records that are cheaper to read along than to leave out, and the most that are read at once. */
const NARROW_GAP = 8_192;
const LONGEST_SPAN = 262_144;

/** Bytes to read from a record on, so that those that follow it closely come with it. `least` of the record itself. */
function spanFrom(places: readonly (RecordPlace | undefined)[], first: number, least: number): number {
  const from = places[first]?.at ?? 0;
  let end = from + least;
  for (let i = first + 1; i < places.length; i++) {
    const place = places[i];
    if (!place) continue;
    const isNear = place.at >= end && place.at <= end + NARROW_GAP;
    if (!isNear || place.at + place.length > from + LONGEST_SPAN) break;
    end = place.at + place.length;
  }
  return end - from;
}

/** Lists of regions kept in memory: about 20 kB each. */
const MOST_REGIONS = 1_024;

export class LookupFiles {
  /** Lists that were needed lately; `seen` where a height was requested once, which is not worth reading its whole list. */
  private readonly regions = new Map<number, Region | 'seen'>();
  private readonly records: number;
  private readonly slots: number;
  private slotBytes: Buffer;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.records = openFile(join(directory, 'records.dat'));
    this.slots = openFile(join(directory, 'heights.dat'));
    const size = fstatSync(this.slots).size;
    this.slotBytes = readAll(this.slots, size - (size % SLOT_BYTES), 0) ?? Buffer.alloc(0);
  }

  /** Where the next region may be appended. */
  get end(): number {
    return fstatSync(this.records).size;
  }

  append(at: number, pieces: readonly Uint8Array[]): void {
    let offset = at;
    for (const piece of pieces) {
      writeAll(this.records, piece, offset);
      offset += piece.length;
    }
  }

  /** Resolves when everything appended is on disk. */
  sync(): Promise<void> {
    return syncData(this.records);
  }

  /** Drops what was appended beyond `length`: the tail of a batch that was never committed. */
  truncate(length: number): void {
    this.regions.clear();
    if (this.end > length) ftruncateSync(this.records, length);
  }

  /** Makes regions findable. The records are on disk before any slot points at them; waiting for it holds up nobody else. */
  async publish(places: readonly RegionPlace[]): Promise<void> {
    await syncData(this.records);
    this.regions.clear();
    for (const place of places) {
      const slot = Buffer.alloc(SLOT_BYTES);
      slot.writeUInt32LE(place.offset >>> 0, 0);
      slot.writeUInt32LE((place.offset / 0x1_0000_0000) >>> 0, 4);
      slot.writeUInt32LE(place.length, 8);
      slot.writeUInt32LE((place.check ^ mixPlace(slot)) >>> 0, 12);
      this.setSlot(place.height, slot);
    }
    const first = Math.min(...places.map((place) => place.height));
    const last = Math.max(...places.map((place) => place.height));
    writeAll(this.slots, this.slotBytes.subarray(first * SLOT_BYTES, (last + 1) * SLOT_BYTES), first * SLOT_BYTES);
  }

  place(height: number): RegionPlace | undefined {
    const at = height * SLOT_BYTES;
    if (at + SLOT_BYTES > this.slotBytes.length) return undefined;
    const length = this.slotBytes.readUInt32LE(at + 8);
    if (length === 0) return undefined;
    const offset = this.slotBytes.readUInt32LE(at) + this.slotBytes.readUInt32LE(at + 4) * 0x1_0000_0000;
    const check = this.slotBytes.readUInt32LE(at + 12) ^ mixPlace(this.slotBytes.subarray(at, at + 12));
    return { height, offset, length, check: check >>> 0 };
  }

  /** Indexes in the block of the stored records, ascending. */
  indexes(height: number): number[] {
    const list = this.regionList(height);
    if (!list) return [];
    return Array.from({ length: list.length / 8 }, (_, i) => list.readUInt32LE(i * 8));
  }

  record(position: Position): TransactionRecord | undefined {
    const bytes = this.recordBytes(position);
    return bytes && readRecord(bytes, position);
  }

  /** Reads one output of the transaction at a position into a row of `answers`; false when another transaction is there. */
  readOutput(position: Position, txid: Uint8Array, vout: number, answers: FundingAnswers, row: number): boolean {
    const bytes = this.recordBytes(position);
    if (!bytes || !readStoredOutput(bytes, txid, vout, answers, row)) return false;
    answers.positions[row] = position;
    return true;
  }

  private recordBytes(position: Position): Buffer | undefined {
    const place = this.recordPlace(position);
    return place && readAll(this.records, place.length, place.at);
  }

  private recordPlace(position: Position): RecordPlace | undefined {
    const place = this.place(positionHeight(position));
    if (!place) return undefined;
    const head = readAll(this.records, 4, place.offset);
    const count = head?.readUInt32LE(0) ?? 0;
    const found = this.findInRegion(place, count, positionIndex(position));
    return found && { at: place.offset + 4 + count * 8 + found.from, length: found.to - found.from };
  }

  /** Records in the requested order. Neighbours of one height cost least: the list of their region is read once. */
  recordsAt(positions: readonly (Position | undefined)[]): (TransactionRecord | undefined)[] {
    return this.readEach(positions, (length) => length, readRecord);
  }

  /** Txids (display order) in the requested order. */
  txidsAt(positions: readonly (Position | undefined)[]): (string | undefined)[] {
    return this.readEach(
      positions,
      () => TXID_BYTES,
      (bytes) => displayHash(bytes),
    );
  }

  private readEach<Answer>(
    positions: readonly (Position | undefined)[],
    lengthOf: (length: number) => number,
    decode: (bytes: Buffer, position: Position) => Answer,
  ): (Answer | undefined)[] {
    const places = this.placesOf(positions);
    let span: { readonly at: number; readonly bytes: Buffer } | undefined;
    return places.map((place, i) => {
      const position = positions[i];
      if (!place || position === undefined) return undefined;
      const { at } = place;
      const length = lengthOf(place.length);
      if (!span || at < span.at || at + length > span.at + span.bytes.length) {
        const bytes = readAll(this.records, spanFrom(places, i, length), at) ?? readAll(this.records, length, at);
        span = bytes && { at, bytes };
      }
      return span && decode(span.bytes.subarray(at - span.at, at - span.at + length), position);
    });
  }

  private placesOf(positions: readonly (Position | undefined)[]): (RecordPlace | undefined)[] {
    let region: Region | undefined;
    return positions.map((position, i) => {
      if (position === undefined) return undefined;
      const height = positionHeight(position);
      const next = positions[i + 1];
      if (region?.height !== height) {
        const isFollowed = next !== undefined && positionHeight(next) === height;
        region = this.keptRegion(height, isFollowed);
      }
      return region ? region.find(positionIndex(position)) : this.recordPlace(position);
    });
  }

  /** The list of a region where it is in memory, or worth reading because another record of it is requested. */
  private keptRegion(height: number, isFollowed: boolean): Region | undefined {
    const known = this.regions.get(height);
    if (known && known !== 'seen') return known;
    const region = isFollowed || known === 'seen' ? this.region(height) : undefined;
    if (this.regions.size >= MOST_REGIONS) {
      const oldest = this.regions.keys().next();
      if (!oldest.done) this.regions.delete(oldest.value);
    }
    this.regions.set(height, region ?? 'seen');
    return region;
  }

  private region(height: number): Region | undefined {
    const place = this.place(height);
    const list = this.regionList(height);
    return place && list && new Region(height, list, place.offset + 4 + list.length);
  }

  close(): void {
    closeSync(this.records);
    closeSync(this.slots);
  }

  private regionList(height: number): Buffer | undefined {
    const place = this.place(height);
    if (!place) return undefined;
    const count = readAll(this.records, 4, place.offset)?.readUInt32LE(0) ?? 0;
    return readAll(this.records, count * 8, place.offset + 4);
  }

  /** Whole blocks hold index i at row i: one read. Blocks with holes are searched. */
  private findInRegion(place: RegionPlace, count: number, index: number): { from: number; to: number } | undefined {
    const row = Math.min(index, count - 1);
    if (row < 0) return undefined;
    const at = place.offset + 4 + Math.max(0, row - 1) * 8;
    const near = readAll(this.records, row === 0 ? 8 : 16, at);
    if (!near) return undefined;
    const own = row === 0 ? 0 : 8;
    if (near.readUInt32LE(own) === index) {
      return { from: row === 0 ? 0 : near.readUInt32LE(4), to: near.readUInt32LE(own + 4) };
    }
    const list = readAll(this.records, count * 8, place.offset + 4);
    for (let i = 0; list && i < count; i++) {
      if (list.readUInt32LE(i * 8) !== index) continue;
      return { from: i === 0 ? 0 : list.readUInt32LE(i * 8 - 4), to: list.readUInt32LE(i * 8 + 4) };
    }
    return undefined;
  }

  private setSlot(height: number, slot: Buffer): void {
    const least = (height + 1) * SLOT_BYTES;
    if (this.slotBytes.length < least) {
      const next = Buffer.alloc(Math.max(least, Math.min(this.slotBytes.length * 2, least + (1 << 20))));
      this.slotBytes.copy(next);
      this.slotBytes = next;
    }
    slot.copy(this.slotBytes, height * SLOT_BYTES);
  }
}
