import { open, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@trailmark/core/errors';

/** What distinguishes one state of a growing file from the next. */
export interface FileState {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970 of the last write; undefined for bytes in memory, which do not change. */
  readonly changedAt: number | undefined;
}

/** Random access to a block file, already without the XOR mask of newer Bitcoin Core. */
export interface ByteFile {
  readonly name: string;
  /** Eight bytes laid over the file from offset 0, or undefined. Needed to distinguish zero padding from data. */
  readonly xorKey: Uint8Array | undefined;
  state(): Promise<FileState>;
  /** Up to `length` bytes from `position`, fewer at the end of the file. Throws `unavailable` when it cannot be read. */
  read(position: number, length: number): Promise<Buffer>;
}

/** A `blk*.dat` on disk. */
export function openDiskFile(path: string, xorKey: Uint8Array | undefined): ByteFile {
  const name = basename(path);
  return {
    name,
    xorKey,
    async state() {
      const { size, mtimeMs } = await guardRead(name, () => stat(path));
      return { size, changedAt: mtimeMs };
    },
    read: (position, length) => guardRead(name, () => readUnmasked(path, xorKey, position, length)),
  };
}

/** The same for bytes that are already in memory. */
export function openMemoryFile(name: string, bytes: Uint8Array): ByteFile {
  return {
    name,
    xorKey: undefined,
    state: async () => ({ size: bytes.length, changedAt: undefined }),
    read: async (position, length) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(position, position + length),
  };
}

/** The key of a folder with an `xor.dat`; undefined where there is none or it is all zero. Throws `invalid` unless 8 bytes. */
export async function readXorKey(directory: string): Promise<Uint8Array | undefined> {
  const key = await readFile(join(directory, 'xor.dat')).catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw new AppError('unavailable', 'The file xor.dat beside the block files cannot be read.', { cause });
  });
  if (!key) return undefined;
  if (key.length !== 8) throw new AppError('invalid', `The file xor.dat must hold 8 bytes; it holds ${key.length}.`);
  return key.some((byte) => byte !== 0) ? key : undefined;
}

async function readUnmasked(
  path: string,
  xorKey: Uint8Array | undefined,
  position: number,
  length: number,
): Promise<Buffer> {
  // From a multiple of 8, so that the mask starts at its first byte and whole words can be unmasked.
  const start = position - (position % 8);
  const buffer = Buffer.allocUnsafeSlow(Math.ceil((position - start + length) / 8) * 8);
  const handle = await open(path, 'r');
  let filled = 0;
  try {
    const wanted = position - start + length;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(buffer, filled, wanted - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
  } finally {
    await handle.close();
  }
  if (xorKey) unmask(buffer, xorKey);
  return buffer.subarray(position - start, Math.max(position - start, filled));
}

function unmask(buffer: Buffer, key: Uint8Array): void {
  const words = new Int32Array(buffer.buffer, buffer.byteOffset, buffer.length >> 2);
  const [even, odd] = new Int32Array(Uint8Array.from(key).buffer) as unknown as readonly [number, number];
  for (let i = 0; i + 1 < words.length; i += 2) {
    words[i] = (words[i] as number) ^ even;
    words[i + 1] = (words[i + 1] as number) ^ odd;
  }
}

async function guardRead<T>(name: string, action: () => Promise<T>): Promise<T> {
  return action().catch((cause: unknown) => {
    const reason = hasCode(cause, 'ENOENT') ? 'is gone (a pruning node deletes old files)' : 'cannot be read';
    throw new AppError('unavailable', `The block file ${name} ${reason}.`, { cause });
  });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
