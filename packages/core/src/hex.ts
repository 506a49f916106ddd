import { AppError } from './errors.ts';

const DIGITS = '0123456789abcdef';
/** Two digits of every byte, as character codes. */
const CODES = Uint8Array.from({ length: 512 }, (_, i) => DIGITS.charCodeAt(i % 2 === 0 ? i >> 5 : (i >> 1) & 15));
/** Values of digits of either case by their character codes. */
const VALUES = Uint8Array.from({ length: 103 }, (_, code) =>
  Math.max(0, DIGITS.indexOf(String.fromCharCode(code).toLowerCase())),
);
/** Bytes turned into text at once: few enough to be arguments of one call. */
const CHUNK = 4096;
const codes: number[] = [];

function encodeChunk(bytes: Uint8Array, from: number, to: number): string {
  codes.length = (to - from) * 2;
  for (let i = from; i < to; i++) {
    const code = (bytes[i] ?? 0) * 2;
    codes[(i - from) * 2] = CODES[code] ?? 0;
    codes[(i - from) * 2 + 1] = CODES[code + 1] ?? 0;
  }
  return String.fromCharCode.apply(undefined, codes);
}

/** Lower-case hex of bytes, first byte first. Made in one piece: as a map's key, text that was put together is slow. */
export function encodeHex(bytes: Uint8Array): string {
  if (bytes.length <= CHUNK) return encodeChunk(bytes, 0, bytes.length);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += encodeChunk(bytes, at, Math.min(at + CHUNK, bytes.length));
  return text;
}

/** Bytes of an even-length hex string, either case. Throws `invalid`. */
export function decodeHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) {
    throw new AppError(
      'invalid',
      'This is not hexadecimal text: an even number of the digits 0-9 and a-f is expected.',
    );
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = ((VALUES[text.charCodeAt(i * 2)] ?? 0) << 4) | (VALUES[text.charCodeAt(i * 2 + 1)] ?? 0);
  }
  return bytes;
}

const turned = new Uint8Array(32);

/** Hashes are shown in reverse byte order since the first Bitcoin release: internal bytes to display text. */
export function displayHash(internal: Uint8Array): string {
  if (internal.length !== turned.length) return encodeHex(Uint8Array.from(internal).reverse());
  for (let i = 0; i < 32; i++) turned[i] = internal[31 - i] ?? 0;
  return encodeHex(turned);
}

/** Display text of a hash or txid back to internal byte order. Throws `invalid` unless 64 hex digits. */
export function internalHash(text: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new AppError('invalid', 'A hash has 64 hexadecimal digits.');
  return decodeHex(text).reverse();
}
