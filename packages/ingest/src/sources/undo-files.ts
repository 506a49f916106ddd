import { hash } from 'node:crypto';
import { decodeBlockUndo, type SpentOutput } from '@trailmark/chains/utxo/block-undo';
import { AppError } from '@trailmark/core/errors';
import type { ByteFile } from './byte-file.ts';

const FRAME_BYTES = 8;
const CHECKSUM_BYTES = 32;
/** Blocks that follow each other are in few files; one undo file of a node has up to some 30 MB. */
const FILES_KEPT = 3;

/** A block whose undo data is wanted. */
export interface UndoRequest {
  /** Name of the block file it is in: a node writes the undo data of `blk00003.dat` into `rev00003.dat`. */
  readonly blockFile: string;
  /** Internal order. */
  readonly parentHash: Uint8Array;
  readonly transactions: number;
}

interface UndoRecord {
  readonly position: number;
  readonly size: number;
}

interface UndoFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly records: readonly UndoRecord[];
  /** The record behind the one found last: a node writes them in the order of the chain. */
  next: number;
}

/** How much undo data was found. */
export interface UndoCensus {
  readonly blocks: number;
  /** Blocks whose file has undo data, but none with a checksum that fits them. */
  readonly damaged: number;
  /** Blocks whose undo file is missing. */
  readonly missing: number;
}

/**
 * The outputs that blocks spent, from the `rev*.dat` next to a node's block files. A record counts only where its checksum,
 * a double SHA-256 over the hash of the parent block and the record, fits the block.
 */
export class UndoFiles {
  readonly #open: (name: string) => Promise<ByteFile | undefined>;
  readonly #magics: readonly Buffer[];
  readonly #mweb: boolean;
  readonly #files = new Map<string, UndoFile | undefined>();
  #blocks = 0;
  #damaged = 0;
  #missing = 0;

  constructor(
    open: (name: string) => Promise<ByteFile | undefined>,
    options: { readonly magics: readonly string[]; readonly mweb: boolean },
  ) {
    this.#open = open;
    this.#magics = options.magics.map((magic) => Buffer.from(magic, 'hex'));
    this.#mweb = options.mweb;
  }

  census(): UndoCensus {
    return { blocks: this.#blocks, damaged: this.#damaged, missing: this.#missing };
  }

  /** By transaction, coinbase left out, and input; undefined where the files have no valid record of the block. */
  async read(request: UndoRequest): Promise<readonly (readonly SpentOutput[])[] | undefined> {
    if (request.transactions <= 1) return [];
    const file = await this.#file(request.blockFile.replace(/^blk/, 'rev'));
    const record = file && find(file, request);
    if (!record) {
      if (file) this.#damaged++;
      else this.#missing++;
      return undefined;
    }
    const spent = this.#decode(record);
    if (spent) this.#blocks++;
    else this.#damaged++;
    return spent;
  }

  #decode(record: Buffer): readonly (readonly SpentOutput[])[] | undefined {
    try {
      return decodeBlockUndo(record, { mweb: this.#mweb });
    } catch (error) {
      if (AppError.is(error, 'invalid')) return undefined;
      throw error;
    }
  }

  async #file(name: string): Promise<UndoFile | undefined> {
    if (this.#files.has(name)) return this.#files.get(name);
    const source = await this.#open(name);
    const bytes = source && (await source.read(0, (await source.state()).size));
    const file = bytes && { name, bytes, records: listRecords(bytes, this.#magics), next: 0 };
    const oldest = this.#files.keys().next().value;
    if (this.#files.size >= FILES_KEPT && oldest !== undefined) this.#files.delete(oldest);
    this.#files.set(name, file);
    return file;
  }
}

/** Records are framed as blocks are, with a checksum behind each that the length does not count. */
function listRecords(bytes: Buffer, magics: readonly Buffer[]): UndoRecord[] {
  const records: UndoRecord[] = [];
  const isMagic = (at: number): boolean => magics.some((magic) => bytes.compare(magic, 0, 4, at, at + 4) === 0);
  for (let at = 0; at + FRAME_BYTES <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    if (isMagic(at) && at + FRAME_BYTES + size + CHECKSUM_BYTES <= bytes.length) {
      records.push({ position: at + FRAME_BYTES, size });
      at += FRAME_BYTES + size + CHECKSUM_BYTES;
      continue;
    }
    const next = Math.min(...magics.map((magic) => bytes.indexOf(magic, at + 1)).filter((hit) => hit >= 0));
    if (next === Number.POSITIVE_INFINITY) break;
    at = next;
  }
  return records;
}

function find(file: UndoFile, { parentHash, transactions }: UndoRequest): Buffer | undefined {
  const { bytes, records } = file;
  for (let i = 0; i < records.length; i++) {
    const index = (file.next + i) % records.length;
    const { position, size } = records[index] as UndoRecord;
    const record = bytes.subarray(position, position + size);
    if (!countsTransactions(record, transactions - 1)) continue;
    const once = hash('sha256', Buffer.concat([parentHash, record]), 'buffer');
    const checksum = hash('sha256', once, 'buffer');
    if (checksum.compare(bytes, position + size, position + size + CHECKSUM_BYTES) !== 0) continue;
    file.next = index + 1;
    return record;
  }
  return undefined;
}

/** Whether a record begins with this count, so that few checksums are calculated. */
function countsTransactions(record: Buffer, count: number): boolean {
  if (count < 0xfd) return record[0] === count;
  return record.length > 3 && record[0] === 0xfd && record.readUInt16LE(1) === count;
}
