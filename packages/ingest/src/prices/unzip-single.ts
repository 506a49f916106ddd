import { inflateRawSync } from 'node:zlib';
import { AppError } from '@trailmark/core/errors';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST = 64 * 2 ** 20;

function refuse(): never {
  throw new AppError('invalid', 'This is not a ZIP archive with one deflated file of at most 64 MiB.');
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - 65_535); at--) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  return refuse();
}

/** Text of the only file in a ZIP archive (PKWARE APPNOTE 4.3). Throws `invalid` for any other archive. */
export function unzipSingle(archive: Uint8Array): string {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const end = findEnd(bytes);
    const entry = bytes.readUInt32LE(end + 16);
    if (bytes.readUInt16LE(end + 10) !== 1 || bytes.readUInt32LE(entry) !== DIRECTORY_ENTRY) refuse();
    const [method, size] = [bytes.readUInt16LE(entry + 10), bytes.readUInt32LE(entry + 20)];
    const local = bytes.readUInt32LE(entry + 42);
    const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (entry + ENTRY_BYTES > end || start + size > entry || method !== 8) refuse();
    return inflateRawSync(bytes.subarray(start, start + size), { maxOutputLength: LONGEST }).toString('utf8');
  } catch (error) {
    if (AppError.is(error)) throw error;
    return refuse();
  }
}
