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
