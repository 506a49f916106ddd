import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@trailmark/core/errors';
import { withRoom } from '@trailmark/store/full-disk';
import { giveBack } from '../../http/give-back.ts';
import { CHUNK, type ChunkSeal, readChunks, writeChunk } from './chunk-file.ts';
import { openArriving, openStored, readTail, type StoredPlace, writeTail } from './evidence-files.ts';
import type { Progress } from './long-work.ts';

/** What arrives is made to last, and noted, at least this often. */
const COMMIT_BYTES = 64 * CHUNK;
/** Uploads whose running hash is kept; of others what has arrived is read again when it is needed. */
const MOST_HASHES = 64;

/** The current state of an upload. */
export interface Arriving {
  readonly place: StoredPlace;
  readonly seal: ChunkSeal;
  readonly size: number;
  readonly offset: number;
}

/** Notes how far an upload has come, once the bytes are on the disk. */
export type NoteOffset = (from: number, to: number) => Promise<void>;

interface RunningHash {
  readonly offset: number;
  readonly hash: Hash;
}

const inUse = () =>
  new AppError('conflict', 'This upload is being written to by another request. Try again in a moment.', {
    context: { reason: 'upload-in-use' },
  });

/** One request's part of an upload: a piece is filled, sealed and written, and nothing more is in memory. */
class Writing {
  readonly #piece = Buffer.allocUnsafe(CHUNK);
  readonly #file: FileHandle;
  readonly #arriving: Arriving;
  readonly #filesDir: string;
  readonly #hash: Hash | undefined;
  /** Bytes received; up to `noted` they are on the disk and noted. */
  offset: number;
  noted: number;

  constructor(filesDir: string, arriving: Arriving, file: FileHandle, hash: Hash | undefined) {
    this.#filesDir = filesDir;
    this.#arriving = arriving;
    this.#file = file;
    this.#hash = hash;
    this.offset = arriving.offset;
    this.noted = arriving.offset;
  }

  get #filled(): number {
    return this.offset % CHUNK;
  }

  async begin(): Promise<void> {
    const { place, seal } = this.#arriving;
    const length = this.#filled;
    if (length === 0) return;
    const index = Math.floor(this.offset / CHUNK);
    (await readTail(this.#filesDir, place, seal, { file: this.#file, index, length })).copy(this.#piece);
  }

  async take(bytes: Uint8Array): Promise<void> {
    if (this.offset + bytes.length > this.#arriving.size) {
      throw new AppError(
        'invalid',
        'More bytes came than the declared size of the file. What came before them is kept.',
      );
    }
    this.#hash?.update(bytes);
    let from = 0;
    while (from < bytes.length) {
      const filled = this.#filled;
      const part = bytes.subarray(from, from + CHUNK - filled);
      this.#piece.set(part, filled);
      from += part.length;
      this.offset += part.length;
      if (this.#filled === 0) await this.#write(this.offset / CHUNK - 1, CHUNK);
    }
  }

  #write(index: number, length: number): Promise<void> {
    const { seal } = this.#arriving;
    return withRoom(this.#filesDir, () => writeChunk(this.#file, seal, index, this.#piece.subarray(0, length)));
  }

  /** Makes what has come last, and notes it. */
  async commit(note: NoteOffset): Promise<RunningHash | undefined> {
    const { place, seal, size } = this.#arriving;
    const [index, length] = [Math.floor(this.offset / CHUNK), this.#filled];
    if (this.offset === this.noted) return undefined;
    const piece = this.#piece.subarray(0, length);
    if (length > 0 && this.offset === size) await this.#write(index, length);
    else if (length > 0) await writeTail(this.#filesDir, place, seal, { index, piece });
    await withRoom(this.#filesDir, () => this.#file.datasync());
    await note(this.noted, this.offset);
    this.noted = this.offset;
    return this.#hash && { offset: this.offset, hash: this.#hash.copy() };
  }
}

/** Uploads on their way: who writes to which, and the SHA-256 of what has arrived of each. */
export class Arrivals {
  readonly #filesDir: string;
  readonly #busy = new Set<string>();
  readonly #hashes = new Map<string, RunningHash>();

  constructor(filesDir: string) {
    this.#filesDir = filesDir;
  }

  /** Does something with an upload while nobody else does. Throws `conflict`. */
  async hold<T>(upload: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy.has(upload)) throw inUse();
    this.#busy.add(upload);
    try {
      return await work();
    } finally {
      this.#busy.delete(upload);
    }
  }

  /**
   * Adds bytes to an upload that is locked. What has come when the body ends, or breaks off, is kept and noted. Returns the offset
   * that was noted last; throws what the body, the disk or the note threw, after keeping what can be kept.
   */
  async append(arriving: Arriving, body: AsyncIterable<Uint8Array>, note: NoteOffset): Promise<number> {
    const { upload } = arriving.place;
    const file = await openArriving(this.#filesDir, arriving.place);
    try {
      const writing = new Writing(this.#filesDir, arriving, file, this.#hashAt(upload, arriving.offset)?.copy());
      await writing.begin();
      try {
        for await (const bytes of body) {
          await writing.take(bytes);
          if (writing.offset - writing.noted >= COMMIT_BYTES) this.#keep(upload, await writing.commit(note));
        }
      } finally {
        this.#keep(upload, await writing.commit(note));
      }
      return writing.noted;
    } finally {
      await file.close();
    }
  }

  /** SHA-256 of what has arrived of an upload that is locked: kept from before, or read from the disk again. */
  async hashOf(arriving: Arriving, progress: Progress): Promise<string> {
    const { place, seal, offset } = arriving;
    const known = this.#hashAt(place.upload, offset);
    if (known) return known.copy().digest('hex');
    const hash = createHash('sha256');
    const file = await openStored(this.#filesDir, place);
    try {
      const whole = offset === arriving.size ? offset : offset - (offset % CHUNK);
      for await (const piece of readChunks(file, seal, whole)) {
        hash.update(piece);
        progress.done += piece.length;
        giveBack(piece);
      }
      const [index, length] = [whole / CHUNK, offset - whole];
      if (length > 0) hash.update(await readTail(this.#filesDir, place, seal, { file, index, length }));
    } finally {
      await file.close();
    }
    this.#keep(place.upload, { offset, hash });
    return hash.copy().digest('hex');
  }

  /** The digest that was counted while bytes came in; undefined where the server has stopped in between. */
  countedHash(upload: string, size: number): string | undefined {
    return this.#hashAt(upload, size)?.copy().digest('hex');
  }

  forget(upload: string): void {
    this.#hashes.delete(upload);
  }

  #hashAt(upload: string, offset: number): Hash | undefined {
    if (offset === 0) return createHash('sha256');
    const kept = this.#hashes.get(upload);
    return kept?.offset === offset ? kept.hash : undefined;
  }

  #keep(upload: string, running: RunningHash | undefined): void {
    if (!running) return;
    this.#hashes.delete(upload);
    this.#hashes.set(upload, running);
    const [oldest] = this.#hashes.keys();
    if (this.#hashes.size > MOST_HASHES && oldest !== undefined) this.#hashes.delete(oldest);
  }
}
