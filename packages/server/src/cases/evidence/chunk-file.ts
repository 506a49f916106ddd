import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@trailmark/core/errors';
import { giveBack } from '../../http/give-back.ts';

// A file of evidence is stored as records of one size, each a piece of 1 MiB of it: nonce, AES-256-GCM (NIST SP 800-38D) of the
// piece, tag. Bound to each are the upload, the number of the piece and its length, so that a piece opens at its own place only.

export const CHUNK = 2 ** 20;
const NONCE = 12;
const TAG = 16;
const RECORD = NONCE + CHUNK + TAG;
const CIPHER = 'aes-256-gcm';

/** Whose pieces, and the key they are sealed with. */
export interface ChunkSeal {
  readonly upload: string;
  readonly key: Buffer;
}

const aboutChunk = (upload: string, index: number, length: number) => Buffer.from(`${upload} ${index} ${length}`);

/** The parts of one record, in their order. */
export function sealChunk({ upload, key }: ChunkSeal, index: number, piece: Uint8Array): Buffer[] {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(aboutChunk(upload, index, piece.length));
  const body = cipher.update(piece);
  cipher.final();
  return [nonce, body, cipher.getAuthTag()];
}

function damaged(index: number, cause?: unknown): AppError {
  return new AppError('inconsistent', `Piece ${index + 1} of the stored file is missing or was changed.`, { cause });
}

/** Throws `inconsistent` for a record that was changed, cut, or is at another place. */
export function openChunk({ upload, key }: ChunkSeal, index: number, record: Buffer): Buffer {
  const length = record.length - NONCE - TAG;
  if (length < 0) throw damaged(index);
  try {
    const decipher = createDecipheriv(CIPHER, key, record.subarray(0, NONCE))
      .setAAD(aboutChunk(upload, index, length))
      .setAuthTag(record.subarray(length + NONCE));
    const piece = decipher.update(record.subarray(NONCE, NONCE + length));
    decipher.final();
    return piece;
  } catch (cause) {
    throw damaged(index, cause);
  }
}

/** Puts a piece at its place; it is on the disk for good after a `sync`. */
export async function writeChunk(file: FileHandle, seal: ChunkSeal, index: number, piece: Uint8Array): Promise<void> {
  const parts = sealChunk(seal, index, piece);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const { bytesWritten } = await file.writev(parts, index * RECORD);
  for (const part of parts) giveBack(part);
  if (bytesWritten !== length) {
    throw new AppError('unavailable', 'The disk took only a part of what was to be written. Try again.');
  }
}

/** A piece of this length. Throws `inconsistent`. */
export async function readChunk(file: FileHandle, seal: ChunkSeal, index: number, length: number): Promise<Buffer> {
  const record = Buffer.allocUnsafe(NONCE + length + TAG);
  let filled = 0;
  while (filled < record.length) {
    const { bytesRead } = await file.read(record, filled, record.length - filled, index * RECORD + filled);
    if (bytesRead === 0) throw damaged(index);
    filled += bytesRead;
  }
  const piece = openChunk(seal, index, record);
  giveBack(record);
  return piece;
}

/** The first `size` bytes of a file whose pieces are whole up to there, or end there. Throws `inconsistent`. */
export async function* readChunks(file: FileHandle, seal: ChunkSeal, size: number): AsyncGenerator<Buffer> {
  for (let index = 0; index * CHUNK < size; index++) {
    yield await readChunk(file, seal, index, Math.min(CHUNK, size - index * CHUNK));
  }
}
