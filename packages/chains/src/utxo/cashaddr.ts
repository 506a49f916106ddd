import { AppError } from '@trailmark/core/errors';

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
/** Hash bytes for each value of the three size bits. */
const HASH_BYTES = [20, 24, 28, 32, 40, 48, 56, 64];
const CHECKSUM_DIGITS = 8;
const MAX_CHARACTERS = 512;

/** Type 0 to 15 and hash of a CashAddr; the meaning of the type is the caller's. */
export interface CashAddress {
  readonly prefix: string;
  readonly type: number;
  readonly hash: Uint8Array;
}

function polymod(values: Iterable<number>): bigint {
  let checksum = 1n;
  for (const value of values) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (const [i, generator] of GENERATORS.entries()) {
      if ((top >> BigInt(i)) & 1n) checksum ^= generator;
    }
  }
  return checksum ^ 1n;
}

function prefixDigits(prefix: string): number[] {
  return [...[...prefix].map((character) => character.charCodeAt(0) & 31), 0];
}

/** Regroups bits, most significant first; undefined where the rest is not all zero or a whole group. */
function regroup(values: Iterable<number>, from: number, to: number, pad: boolean): number[] | undefined {
  const result: number[] = [];
  let bits = 0;
  let held = 0;
  for (const value of values) {
    held = (held << from) | value;
    for (bits += from; bits >= to; bits -= to) result.push((held >> (bits - to)) & ((1 << to) - 1));
    held &= (1 << bits) - 1;
  }
  if (pad) return bits > 0 ? [...result, (held << (to - bits)) & ((1 << to) - 1)] : result;
  return bits >= from || held !== 0 ? undefined : result;
}

/** Address with its prefix, lower case. The hash must have one of the eight lengths of the format. */
export function encodeCashAddress({ prefix, type, hash }: CashAddress): string {
  const size = HASH_BYTES.indexOf(hash.length);
  if (size < 0 || type < 0 || type > 15) throw new AppError('internal', 'A CashAddr cannot hold this type or length.');
  const digits = regroup([(type << 3) | size, ...hash], 8, 5, true) ?? [];
  const checksum = polymod([...prefixDigits(prefix), ...digits, ...new Array<number>(CHECKSUM_DIGITS).fill(0)]);
  for (let i = CHECKSUM_DIGITS - 1; i >= 0; i--) digits.push(Number((checksum >> BigInt(5 * i)) & 31n));
  return `${prefix}:${digits.map((digit) => CHARSET[digit]).join('')}`;
}

function invalid(reason: string): never {
  throw new AppError('invalid', reason);
}

/** The part after the colon as 5 bit digits, checksum included and checked. Throws `invalid` with the bare reason. */
export function decodeCashDigits(text: string, defaultPrefix: string): { prefix: string; digits: number[] } {
  if (text.length > MAX_CHARACTERS) invalid('it is too long');
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) invalid('it mixes upper and lower case');
  const colon = lower.indexOf(':');
  const prefix = colon < 0 ? defaultPrefix : lower.slice(0, colon);
  if (!/^[a-z]+$/.test(prefix)) invalid('its prefix is malformed');
  const digits = [...lower.slice(colon + 1)].map((character) => {
    const digit = CHARSET.indexOf(character);
    return digit < 0 ? invalid('it contains a character that such addresses never use') : digit;
  });
  if (digits.length < CHECKSUM_DIGITS) invalid('it is too short');
  if (polymod([...prefixDigits(prefix), ...digits]) !== 0n) invalid('the checksum fails');
  return { prefix, digits };
}

/**
 * Reads a CashAddr (bitcoincash.org cashaddr specification 1.1), with or without its prefix. Throws `invalid` whose
 * message is the bare reason, for the caller to put into a sentence.
 */
export function decodeCashAddress(text: string, defaultPrefix: string): CashAddress {
  const { prefix, digits } = decodeCashDigits(text, defaultPrefix);
  const bytes = regroup(digits.slice(0, -CHECKSUM_DIGITS), 5, 8, false) ?? invalid('its padding is not zero');
  const version = bytes[0] ?? invalid('it holds no data');
  if (version & 0x80) invalid('it uses a reserved version bit');
  const hash = Uint8Array.from(bytes.slice(1));
  if (hash.length !== HASH_BYTES[version & 7]) invalid('its length does not match the length it states');
  return { prefix, type: version >> 3, hash };
}
