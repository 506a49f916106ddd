import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/cash-addresses.json' with { type: 'json' };
import { decodeCashAddress, decodeCashDigits, encodeCashAddress } from './cashaddr.ts';

describe('cashaddr', () => {
  test.each(vectors.checksums)('%s has a good checksum', (text) => {
    expect(decodeCashDigits(text, 'unused').digits.length).toBeGreaterThanOrEqual(8);
    expect(() => decodeCashDigits(text.replace(/.$/, 'q'), 'unused')).toThrow('the checksum fails');
    expect(decodeCashDigits(text.toUpperCase(), 'unused').prefix).toBe(text.split(':')[0]);
  });

  test.each(vectors.sizes as [number, string, string][])('type %i %s', (type, text, hex) => {
    const hash = decodeHex(hex);
    const prefix = text.split(':')[0]!;
    expect(decodeCashAddress(text, 'unused')).toEqual({ prefix, type, hash });
    expect(decodeCashAddress(text.split(':')[1]!, prefix)).toEqual({ prefix, type, hash });
    expect(encodeCashAddress({ prefix, type, hash })).toBe(text);
  });

  test.each(vectors.mismatch)('%s states another length than it has', (text) => {
    expect(() => decodeCashAddress(text, 'unused')).toThrow('its length does not match the length it states');
  });

  test.each([
    ['a hash of another length', 0, 21],
    ['a type above 15', 16, 20],
    ['a type below 0', -1, 20],
  ])('%s has no address', (_, type, length) => {
    const address = { prefix: 'bitcoincash', type, hash: new Uint8Array(length) };
    expect(() => encodeCashAddress(address)).toThrow('cannot hold this type or length');
  });

  test('is never longer than any address can be, and holds something', () => {
    const text = encodeCashAddress({ prefix: 'bitcoincash', type: 0, hash: new Uint8Array(20) });
    expect(() => decodeCashDigits(`${'q'.repeat(2_000)}${text}`, 'bitcoincash')).toThrow('it is too long');
    expect(() => decodeCashDigits('bitcoincash:qqqqqqq', 'unused')).toThrow('it is too short');
    expect(() => decodeCashDigits('bit1coin:qqqqqqqq', 'unused')).toThrow('its prefix is malformed');
    expect(() => decodeCashDigits(text.replace('q', 'b'), 'unused')).toThrow('never use');
    // The specification's own example of a good checksum over nothing.
    expect(() => decodeCashAddress('p:gpf8m4h7', 'unused')).toThrow('it holds no data');
  });

  test('mixed case, double prefix and other prefixes are refused', () => {
    const [, good] = vectors.legacy[0]!;
    expect(() => decodeCashAddress(good!.replace('b', 'B'), 'bitcoincash')).toThrow('upper and lower case');
    expect(() => decodeCashAddress(`bitcoincash:${good}`, 'bitcoincash')).toThrow(AppError);
    expect(() => decodeCashAddress(good!.split(':')[1]!, 'bchtest')).toThrow('the checksum fails');
  });

  test('any text gives an address or an AppError', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          decodeCashAddress(text, 'bitcoincash');
        } catch (error) {
          expect(AppError.is(error, 'invalid')).toBe(true);
        }
      }),
    );
  });
});

describe('digits that no encoder writes', () => {
  const GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
  const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

  /** An address with a good checksum over any digits, by the code of the specification. */
  function seal(prefix: string, digits: readonly number[]): string {
    const values = [
      ...[...prefix].map((letter) => letter.charCodeAt(0) & 31),
      0,
      ...digits,
      ...new Array<number>(8).fill(0),
    ];
    let sum = 1n;
    for (const value of values) {
      const top = sum >> 35n;
      sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
      for (const [i, each] of GENERATOR.entries()) if ((top >> BigInt(i)) & 1n) sum ^= each;
    }
    sum ^= 1n;
    const check = Array.from({ length: 8 }, (_, i) => Number((sum >> BigInt(5 * (7 - i))) & 31n));
    return `${prefix}:${[...digits, ...check].map((digit) => LETTERS[digit]).join('')}`;
  }
  /** Groups of five bits of some bytes; the rest is filled with `fill`. */
  function toDigits(bytes: readonly number[], fill = '0'): number[] {
    const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return (
      bits
        .padEnd(Math.ceil(bits.length / 5) * 5, fill)
        .match(/.{5}/g)
        ?.map((five) => Number.parseInt(five, 2)) ?? []
    );
  }
  const decode = (digits: readonly number[]) => () => decodeCashAddress(seal('bitcoincash', digits), 'bitcoincash');
  const hash = new Array<number>(20).fill(7);

  test('are refused for bits that are not zero behind the hash, and for a group too many', () => {
    expect(decode(toDigits([0, ...hash]))().hash).toEqual(Uint8Array.from(hash));
    expect(decode(toDigits([0, ...hash], '1'))).toThrow('its padding is not zero');
    expect(decode([...toDigits([0, ...hash]), 0])).toThrow('its padding is not zero');
  });

  test('are refused for the reserved bit and for a length that is not the stated one', () => {
    expect(decode(toDigits([0x80, ...hash]))).toThrow('it uses a reserved version bit');
    expect(decode(toDigits([0x78, ...hash]))().type).toBe(15);
    expect(decode(toDigits([1, ...hash]))).toThrow('does not match the length');
    expect(decode([])).toThrow('it holds no data');
  });

  test('a type has four bits', () => {
    const encode = (type: number) => () =>
      encodeCashAddress({ prefix: 'bitcoincash', type, hash: Uint8Array.from(hash) });
    expect(encode(15)()).toBe(seal('bitcoincash', toDigits([0x78, ...hash])));
    for (const type of [-1, 16]) expect(encode(type)).toThrow(AppError);
  });
});
