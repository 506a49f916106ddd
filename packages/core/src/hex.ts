import { AppError } from './errors.ts';

const DIGITS = '0123456789abcdef';

/** Lower-case hex of bytes, first byte first. */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (DIGITS[byte >> 4] as string) + (DIGITS[byte & 15] as string);
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
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

/** Hashes are shown in reverse byte order since the first Bitcoin release: internal bytes to display text. */
export function displayHash(internal: Uint8Array): string {
  return encodeHex(Uint8Array.from(internal).reverse());
}

/** Display text of a hash or txid back to internal byte order. Throws `invalid` unless 64 hex digits. */
export function internalHash(text: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new AppError('invalid', 'A hash has 64 hexadecimal digits.');
  return decodeHex(text).reverse();
}
