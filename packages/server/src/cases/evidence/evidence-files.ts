import { createHmac, hkdfSync } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { withRoom } from '@trailmark/store/full-disk';
import { CHUNK, type ChunkSeal, openChunk, readChunk, sealChunk } from './chunk-file.ts';

// Below `files/evidence/<case>/`: `arriving/<upload>/data` with the whole pieces of an upload and `tail` with the piece that is
// not yet whole, and `<address>/<upload>` for what is stored. Every part of a path is an id or a hash that the server made.

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADDRESS = /^[0-9a-f]{64}$/;
const KEEP_FREE = 2 ** 30;

/** What names the bytes of one file of evidence. */
export interface StoredPlace {
  readonly caseId: string;
  readonly upload: string;
  /** Null while it arrives. */
  readonly address: string | null;
}

function checkPart(part: string, form: RegExp): string {
  if (!form.test(part)) throw new AppError('internal', 'A file of evidence has a name of its own kind.');
  return part;
}

function folderOf(filesDir: string, caseId: string): string {
  return join(filesDir, 'evidence', checkPart(caseId, ID));
}

function arrivingFolder(filesDir: string, { caseId, upload }: StoredPlace): string {
  return join(folderOf(filesDir, caseId), 'arriving', checkPart(upload, ID));
}

function storedPath(filesDir: string, { caseId, upload, address }: StoredPlace): string | undefined {
  if (address === null) return undefined;
  return join(folderOf(filesDir, caseId), checkPart(address, ADDRESS), checkPart(upload, ID));
}

const derive = (caseKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', caseKey, '', purpose, 32));

/** The key of the pieces of a file, from the key of its case. */
export function toSeal(caseKey: Buffer, upload: string): ChunkSeal {
  return { upload, key: derive(caseKey, 'evidence-bytes') };
}

/** Where content is stored in a case: the same content in another case has another address. */
export function toAddress(caseKey: Buffer, sha256: string): string {
  return createHmac('sha256', derive(caseKey, 'evidence-address')).update(sha256, 'hex').digest('hex');
}

/** Makes the names in a folder outlast a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Throws `unavailable` where the disk has not the room for so many bytes more. */
export async function checkRoom(filesDir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(filesDir);
  if (bavail * bsize - KEEP_FREE > bytes) return;
  throw new AppError(
    'unavailable',
    'The disk of the server has no room for a file of this size. Tell its administrator.',
  );
}

/** The file that pieces of an upload are written to. The caller closes it. */
export async function openArriving(filesDir: string, place: StoredPlace): Promise<FileHandle> {
  const folder = arrivingFolder(filesDir, place);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, 'data'), constants.O_RDWR | constants.O_CREAT, 0o600);
  await syncFolder(folder);
  return file;
}

/** Keeps the piece that is not yet whole: the one before it stays until this one is on the disk. */
export async function writeTail(
  filesDir: string,
  place: StoredPlace,
  seal: ChunkSeal,
  { index, piece }: { readonly index: number; readonly piece: Uint8Array },
): Promise<void> {
  const folder = arrivingFolder(filesDir, place);
  const bytes = Buffer.concat(sealChunk(seal, index, piece));
  await withRoom(filesDir, () => writeFile(join(folder, 'tail.part'), bytes, { mode: 0o600, flush: true }));
  await rename(join(folder, 'tail.part'), join(folder, 'tail'));
  await syncFolder(folder);
}

/**
 * The bytes of the piece that an upload stopped in. They are in the tail, or, where the server stopped between writing and
 * noting it, in the whole piece that came after. Throws `inconsistent`.
 */
export async function readTail(
  filesDir: string,
  place: StoredPlace,
  seal: ChunkSeal,
  { file, index, length }: { readonly file: FileHandle; readonly index: number; readonly length: number },
): Promise<Buffer> {
  const tail = await readFile(join(arrivingFolder(filesDir, place), 'tail')).catch(() => Buffer.alloc(0));
  try {
    const piece = openChunk(seal, index, tail);
    if (piece.length >= length) return piece.subarray(0, length);
  } catch {
    // The tail is of a later piece, or was cut.
  }
  return (await readChunk(file, seal, index, CHUNK)).subarray(0, length);
}

/** The stored bytes, wherever a stop of the server left them. Throws `inconsistent` where there are none. */
export async function openStored(filesDir: string, place: StoredPlace): Promise<FileHandle> {
  const paths = [storedPath(filesDir, place), join(arrivingFolder(filesDir, place), 'data')];
  for (const path of paths) {
    if (path === undefined) continue;
    const file = await open(path, constants.O_RDONLY).catch(() => undefined);
    if (file) return file;
  }
  throw new AppError('inconsistent', 'The stored file is missing.');
}

/** Moves what has arrived to its address. Done already, it does nothing. */
export async function settleStored(filesDir: string, place: StoredPlace): Promise<void> {
  const path = storedPath(filesDir, place);
  if (path === undefined) return;
  const arriving = arrivingFolder(filesDir, place);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(join(arriving, 'data'), path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await syncFolder(dirname(path));
  await rm(arriving, { recursive: true, force: true });
}

/** Removes every file of a case. What is left where this fails cannot be read: the key of the case is gone. */
export async function removeCaseFiles(filesDir: string, caseId: string): Promise<void> {
  await rm(folderOf(filesDir, caseId), { recursive: true, force: true });
}

/** Removes the bytes of an upload that was given up. */
export async function removeArriving(filesDir: string, place: StoredPlace): Promise<void> {
  await rm(arrivingFolder(filesDir, place), { recursive: true, force: true });
}
