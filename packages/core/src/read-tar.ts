import { AppError } from './errors.ts';

const BLOCK = 512;
const MOST_ENTRIES = 2_000;

/** A file of an archive: a view of the archive itself, nothing is copied. */
export interface TarFile {
  readonly name: string;
  readonly content: Blob;
}

const fail = () =>
  new AppError('invalid', 'This archive is damaged: it is not a tar archive from its first byte to its last.');

function readText(bytes: Uint8Array, from: number, length: number): string {
  const part = bytes.subarray(from, from + length);
  const end = part.indexOf(0);
  return new TextDecoder('latin1').decode(end < 0 ? part : part.subarray(0, end));
}

/** Eleven octal digits, or base 256 for what is larger (GNU and BSD tar). */
function readSize(header: Uint8Array): number {
  if (header[124] === 0x80) {
    return Number(new DataView(header.buffer, header.byteOffset + 128, 8).getBigUint64(0));
  }
  const digits = readText(header, 124, 12).trim();
  if (!/^[0-7]{1,12}$/.test(digits)) throw fail();
  return Number.parseInt(digits, 8);
}

function checkSum(header: Uint8Array): void {
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== Number.parseInt(readText(header, 148, 8).trim(), 8)) throw fail();
}

/** The files of a tar archive, by their headers alone. Throws `invalid` for an archive that is cut or changed. */
export async function readTar(archive: Blob): Promise<readonly TarFile[]> {
  const files: TarFile[] = [];
  let at = 0;
  while (files.length < MOST_ENTRIES) {
    const header = new Uint8Array(await archive.slice(at, at + BLOCK).arrayBuffer());
    if (header.length < BLOCK) throw fail();
    if (header.every((byte) => byte === 0)) return files;
    checkSum(header);
    const size = readSize(header);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || start + size > archive.size) throw fail();
    files.push({ name: readText(header, 0, 100), content: archive.slice(start, start + size) });
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw fail();
}

/** Whether a file begins as a tar archive does. */
export async function isTar(file: Blob): Promise<boolean> {
  const magic = new Uint8Array(await file.slice(257, 262).arrayBuffer());
  return new TextDecoder().decode(magic) === 'ustar';
}
