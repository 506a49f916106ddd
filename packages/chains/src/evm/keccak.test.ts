import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keccak256 } from './keccak.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('the hash of nothing is the one the yellow paper names', () => {
  expect(hex(keccak256(new Uint8Array(0)))).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
});

test('every length around the rate hashes as another implementation does', () => {
  for (let length = 0; length < 600; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    expect(hex(keccak256(bytes))).toBe(hex(keccak_256(bytes)));
  }
});

test('random bytes hash as another implementation does, whatever was hashed before', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => hex(keccak256(bytes)) === hex(keccak_256(bytes))),
    { numRuns: 500 },
  );
});

test('a text above the first room is hashed, and a short one after it', () => {
  const long = Uint8Array.from({ length: 300_001 }, (_, i) => i & 255);
  for (const bytes of [long, long.subarray(0, 70_000), long.subarray(0, 3)]) {
    expect(hex(keccak256(bytes))).toBe(hex(keccak_256(bytes)));
  }
});
