import { asciiText } from './ascii-text.ts';

const BITCOIN = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RIPPLE = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

/** Digits are taken four at a time: 58^4 times a limb of 24 bits stays below 2^53. */
const GROUP = 4;
const GROUP_FACTORS = [1, 58, 58 ** 2, 58 ** 3, 58 ** 4];

export interface Base58Alphabet {
  readonly zero: number;
  readonly values: Int8Array;
}

function alphabet(digits: string): Base58Alphabet {
  const values = new Int8Array(128).fill(-1);
  for (let index = 0; index < 58; index++) values[digits.charCodeAt(index)] = index;
  return { zero: digits.charCodeAt(0), values };
}

export const BITCOIN_ALPHABET: Base58Alphabet = alphabet(BITCOIN);
export const RIPPLE_ALPHABET: Base58Alphabet = alphabet(RIPPLE);

function multiplyAdd(limbs: number[], factor: number, addend: number): void {
  let carry = addend;
  for (let index = 0; index < limbs.length; index++) {
    const value = (limbs[index] ?? 0) * factor + carry;
    limbs[index] = value % 0x1000000;
    carry = Math.floor(value / 0x1000000);
  }
  if (carry > 0) limbs.push(carry);
}

function toBytes(limbs: readonly number[], leading: number): Uint8Array {
  const bytes: number[] = [];
  for (const limb of limbs) bytes.push(limb & 0xff, (limb >> 8) & 0xff, limb >> 16);
  while (bytes.at(-1) === 0) bytes.pop();
  const out = new Uint8Array(leading + bytes.length);
  out.set(bytes.reverse(), leading);
  return out;
}

/**
 * Bytes of a base 58 text, or undefined where a character is no digit or the text has more than `longest` characters.
 * Packs of labels hold half a million of them, so it works in limbs instead of digit by digit.
 */
export function decodeBase58(text: string, longest = 120, digits = BITCOIN_ALPHABET): Uint8Array | undefined {
  if (text.length > longest) return undefined;
  const limbs: number[] = [];
  let leading = 0;
  while (leading < text.length && text.charCodeAt(leading) === digits.zero) leading++;
  for (let start = leading; start < text.length; start += GROUP) {
    const end = Math.min(start + GROUP, text.length);
    let value = 0;
    for (let index = start; index < end; index++) {
      const digit = digits.values[text.charCodeAt(index)] ?? -1;
      if (digit < 0) return undefined;
      value = value * 58 + digit;
    }
    multiplyAdd(limbs, GROUP_FACTORS[end - start] ?? 1, value);
  }
  return toBytes(limbs, leading);
}

const TEXT = Uint8Array.from(BITCOIN, (digit) => digit.charCodeAt(0));
const GROUP_SIZE = 58 ** GROUP;
/** At most: log 256 / log 58 is below it. */
const DIGITS_PER_BYTE = 1.37;
/** Characters of the text being written, where it is no longer than addresses are. */
const written = new Uint8Array(64);

/** Bytes in limbs of 24 bits, the highest first, from the first byte that is not zero. */
function toLimbs(bytes: Uint8Array, leading: number): number[] {
  const limbs: number[] = [];
  let limb = 0;
  for (let i = leading; i < bytes.length; i++) {
    limb = (limb << 8) | (bytes[i] ?? 0);
    if ((bytes.length - i) % 3 !== 1) continue;
    limbs.push(limb);
    limb = 0;
  }
  return limbs;
}

/** Divides the limbs by a group of digits in place; returns the rest. */
function divideByGroup(limbs: number[], from: number): number {
  let rest = 0;
  for (let i = from; i < limbs.length; i++) {
    const value = rest * 0x1000000 + (limbs[i] ?? 0);
    const quotient = Math.floor(value / GROUP_SIZE);
    limbs[i] = quotient;
    rest = value - quotient * GROUP_SIZE;
  }
  return rest;
}

/** Base 58 text of bytes in the alphabet of Bitcoin. */
export function encodeBase58(bytes: Uint8Array): string {
  let leading = 0;
  while (leading < bytes.length && bytes[leading] === 0) leading++;
  const limbs = toLimbs(bytes, leading);
  // Filled from the end: the last digits come first.
  const longest = Math.ceil(bytes.length * DIGITS_PER_BYTE);
  const codes = longest > written.length ? new Uint8Array(longest) : written;
  let at = codes.length;
  for (let from = 0; from < limbs.length; ) {
    let rest = divideByGroup(limbs, from);
    while (from < limbs.length && limbs[from] === 0) from++;
    for (let digit = 0; digit < GROUP && (rest > 0 || from < limbs.length); digit++) {
      codes[--at] = TEXT[rest % 58] ?? 0;
      rest = Math.floor(rest / 58);
    }
  }
  for (let i = 0; i < leading; i++) codes[--at] = TEXT[0] ?? 0;
  return asciiText(codes, at, codes.length);
}
