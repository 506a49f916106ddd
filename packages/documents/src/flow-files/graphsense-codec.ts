import { AppError } from '@trailmark/core/errors';
import { parseCappedJson } from './capped-json.ts';

/**
 * A GraphSense `.gs` file is JSON text in UTF-8, as Base64, packed by LZW over characters: 32-bit little-endian codes, 0 to 255
 * single characters, from 256 on one new entry a code and never a reset. Read from the public sources of GraphSense Dashboard
 * (`src/main.js`, MIT) and of the npm package lzwcompress 1.1.0 (MIT).
 */
const FIRST_CODE = 256;
const MAX_TEXT_BYTES = 48 * 1024 * 1024;
const UNREADABLE = 'This is not a GraphSense .gs file: it does not unpack.';

/** Packs bytes into LZW codes. */
function packLzw(bytes: Uint8Array): Uint32Array {
  const table = new Map<number, number>();
  const codes: number[] = [];
  let prefix = -1;
  for (const byte of bytes) {
    const known = prefix < 0 ? byte : table.get(prefix * 256 + byte);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    codes.push(prefix);
    table.set(prefix * 256 + byte, FIRST_CODE + table.size);
    prefix = byte;
  }
  if (prefix >= 0) codes.push(prefix);
  return Uint32Array.from(codes);
}

/** Every entry is a run of what has been written already, so the table is two columns of places and nothing is copied twice. */
class LzwReader {
  #out = new Uint8Array(65_536);
  #length = 0;
  readonly #starts: Uint32Array;
  readonly #lengths: Uint32Array;

  constructor(codeCount: number) {
    this.#starts = new Uint32Array(codeCount);
    this.#lengths = new Uint32Array(codeCount);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed > MAX_TEXT_BYTES) {
      throw new AppError('invalid', `This .gs file unpacks to more than ${MAX_TEXT_BYTES / 1024 / 1024} MiB.`);
    }
    if (needed <= this.#out.length) return;
    const larger = new Uint8Array(Math.min(MAX_TEXT_BYTES, Math.max(needed, this.#out.length * 2)));
    larger.set(this.#out.subarray(0, this.#length));
    this.#out = larger;
  }

  /** Writes what a code represents; `number` counts codes from 0. */
  write(code: number, number: number): void {
    const start = this.#length;
    const entry = code - FIRST_CODE;
    if (code < FIRST_CODE) {
      this.#reserve(1);
      this.#out[this.#length++] = code;
    } else {
      if (entry >= number) throw new AppError('invalid', UNREADABLE);
      const [from = 0, length = 0] = [this.#starts[entry], this.#lengths[entry]];
      this.#reserve(length);
      // Byte by byte: the newest entry ends with the first byte that is written here.
      for (let i = 0; i < length; i++) this.#out[this.#length++] = this.#out[from + i] ?? 0;
    }
    this.#starts[number] = start;
    this.#lengths[number] = this.#length - start + 1;
  }

  bytes(): Uint8Array {
    return this.#out.subarray(0, this.#length);
  }
}

function unpackLzw(codes: Uint32Array): Uint8Array {
  const reader = new LzwReader(codes.length);
  for (const [number, code] of codes.entries()) reader.write(code, number);
  return reader.bytes();
}

/** The bytes of a `.gs` file that holds these data. */
export function encodeGraphsense(data: unknown): Uint8Array {
  const base64 = Buffer.from(JSON.stringify(data), 'utf8').toString('base64');
  const codes = packLzw(Buffer.from(base64, 'latin1'));
  const file = Buffer.alloc(codes.length * 4);
  for (const [i, code] of codes.entries()) file.writeUInt32LE(code, i * 4);
  return file;
}

/** What a `.gs` file holds. Throws `invalid` for what is none, or unpacks to more than is read. */
export function decodeGraphsense(file: Uint8Array): unknown {
  if (file.length === 0 || file.length % 4 !== 0) throw new AppError('invalid', UNREADABLE);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const codes = Uint32Array.from({ length: file.length / 4 }, (_, i) => bytes.readUInt32LE(i * 4));
  const base64 = Buffer.from(unpackLzw(codes)).toString('latin1');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) throw new AppError('invalid', UNREADABLE);
  return parseCappedJson(Buffer.from(base64, 'base64').toString('utf8'));
}
