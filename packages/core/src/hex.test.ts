import { expect, test } from 'vitest';
import { decodeHex, encodeHex } from './hex.ts';

test('hex names every byte by two digits, first byte first, whatever the length', () => {
  expect(encodeHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe('00010f10ff');
  expect(encodeHex(new Uint8Array(0))).toBe('');
  for (const length of [1, 33, 4_095, 4_096, 4_097, 20_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) & 255);
    expect(encodeHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
    expect(decodeHex(encodeHex(bytes))).toEqual(bytes);
  }
});

test('a short text after a long one has nothing of it left', () => {
  encodeHex(new Uint8Array(4_000).fill(255));
  expect(encodeHex(Uint8Array.of(7))).toBe('07');
});
