import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@trailmark/core/errors';

const BLOCK = 512;
const PIECE = 2 ** 20;
const MOST_ENTRIES = 2_000;
const SIGNED_NAME = 'package.json';

/** A file of the archive after the signed one, hashed as it was read. */
interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

interface PackageArchive {
  /** The signed file. */
  readonly text: string;
  readonly files: readonly ArchivedFile[];
}

const fail = () =>
  new AppError(
    'invalid',
    'This archive is damaged: it is not a package in a tar archive from its first byte to its last.',
  );

/** Exactly so many bytes from a place. Throws `invalid` where the file ends before. */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw fail();
    done += bytesRead;
  }
  return bytes;
}

const textOf = (header: Buffer, from: number, length: number): string =>
  header.toString('latin1', from, from + length).split('\0')[0] ?? '';

/** Name and size of an entry (POSIX ustar); undefined for the zeros at the end. Throws `invalid` for what is no header. */
function readHeader(header: Buffer): { readonly name: string; readonly size: number } | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== Number.parseInt(textOf(header, 148, 8).trim(), 8)) throw fail();
  const digits = textOf(header, 124, 12).trim();
  const isLarge = header[124] === 0x80;
  if (!isLarge && !/^[0-7]{1,12}$/.test(digits)) throw fail();
  const size = isLarge ? Number(header.readBigUInt64BE(128)) : Number.parseInt(digits, 8);
  if (!Number.isSafeInteger(size)) throw fail();
  return { name: textOf(header, 0, 100), size };
}

async function hashAt(file: FileHandle, at: number, size: number): Promise<string> {
  const hash = createHash('sha256');
  for (let done = 0; done < size; done += PIECE)
    hash.update(await readAt(file, at + done, Math.min(PIECE, size - done)));
  return hash.digest('hex');
}

export async function isArchive(file: FileHandle): Promise<boolean> {
  const magic = Buffer.alloc(5);
  await file.read(magic, 0, magic.length, 257);
  return magic.toString('latin1') === 'ustar';
}

/**
 * Reads an archive of a package from its first byte to its last, a piece at a time: the signed file as text, and of each other file
 * what it hashes to. Throws `invalid` for an archive that is cut, or whose first file is not the signed one.
 */
export async function readArchive(file: FileHandle, mostSigned: number): Promise<PackageArchive> {
  const { size: end } = await file.stat();
  const files: ArchivedFile[] = [];
  let text: string | undefined;
  let at = 0;
  while (files.length < MOST_ENTRIES) {
    const entry = readHeader(await readAt(file, at, BLOCK));
    const start = at + BLOCK;
    if (!entry) {
      if (text === undefined) throw fail();
      return { text, files };
    }
    if (start + entry.size > end) throw fail();
    if (text === undefined) {
      if (entry.name !== SIGNED_NAME || entry.size > mostSigned) throw fail();
      text = (await readAt(file, start, entry.size)).toString('utf8');
    } else {
      files.push({ ...entry, sha256: await hashAt(file, start, entry.size) });
    }
    at = start + Math.ceil(entry.size / BLOCK) * BLOCK;
  }
  throw fail();
}
