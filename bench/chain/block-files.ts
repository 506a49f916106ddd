import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const REGTEST_MAGIC = 0xfabfb5da;
const FILE_BYTES = 128 * 1024 * 1024;

/** Writes blocks as a node does: blk00000.dat, blk00001.dat…, each block behind network magic and length. */
export class BlockFiles {
  bytes = 0;
  files = 0;
  readonly #directory: string;
  readonly #digest = createHash('sha256');
  #descriptor: number | undefined;
  #fileBytes = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  write(block: Buffer): void {
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(REGTEST_MAGIC, 0);
    frame.writeUInt32LE(block.length, 4);
    const descriptor = this.#file(block.length + 8);
    for (const part of [frame, block]) {
      writeSync(descriptor, part);
      this.#digest.update(part);
      this.#fileBytes += part.length;
      this.bytes += part.length;
    }
  }

  /** Ends the current file: the next block starts a new one. */
  cut(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** SHA-256 of everything written. Call once, at the end. */
  finish(): string {
    this.cut();
    return this.#digest.digest('hex');
  }

  #file(needed: number): number {
    if (this.#descriptor !== undefined && this.#fileBytes + needed > FILE_BYTES) this.cut();
    if (this.#descriptor === undefined) {
      const name = `blk${String(this.files++).padStart(5, '0')}.dat`;
      this.#descriptor = openSync(join(this.#directory, name), 'w');
      this.#fileBytes = 0;
    }
    return this.#descriptor;
  }
}
