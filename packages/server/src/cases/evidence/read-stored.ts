import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import { giveBack } from '../../http/give-back.ts';
import { type ChunkSeal, readChunks } from './chunk-file.ts';
import { openStored, type StoredPlace } from './evidence-files.ts';
import { describeKind, KIND_BYTES } from './file-kind.ts';
import type { Progress } from './long-work.ts';

export interface StoredFile {
  readonly place: StoredPlace;
  readonly seal: ChunkSeal;
  readonly size: number;
}

/** What was read of a stored file from its first byte to its last; without a hash where that cannot be done. */
export type Reading =
  | { readonly hash: string; readonly kind: string; readonly finding: null }
  | { readonly hash: null; readonly kind: null; readonly finding: string };

/** The bytes of a stored file, piece by piece. Throws `inconsistent` where one is missing or was changed. */
export async function* streamStored(filesDir: string, { place, seal, size }: StoredFile): AsyncGenerator<Buffer> {
  const file = await openStored(filesDir, place);
  try {
    yield* readChunks(file, seal, size);
  } finally {
    await file.close();
  }
}

/** Reads all of a stored file. A file that is damaged is a finding; other failures are thrown. */
export async function readStored(
  filesDir: string,
  stored: StoredFile,
  progress: Progress,
  signal?: AbortSignal,
): Promise<Reading> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  try {
    for await (const piece of streamStored(filesDir, stored)) {
      signal?.throwIfAborted();
      if (head.length === 0) head = Buffer.from(piece.subarray(0, KIND_BYTES));
      hash.update(piece);
      progress.done += piece.length;
      giveBack(piece);
      // Reading a long file must not keep requests waiting.
      await setImmediate();
    }
  } catch (error) {
    if (AppError.is(error, 'inconsistent')) return { hash: null, kind: null, finding: error.message };
    throw error;
  }
  return { hash: hash.digest('hex'), kind: describeKind(head), finding: null };
}
