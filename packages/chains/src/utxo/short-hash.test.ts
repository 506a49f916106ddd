import { expect, test } from 'vitest';
import { hash256 } from './hash.ts';
import { LONGEST_SHORT, shortChecksum } from './short-hash.ts';

test('is the beginning of the double hash of a library, at every length', () => {
  for (let length = 0; length <= LONGEST_SHORT; length++) {
    for (let kind = 0; kind < 20; kind++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 61 + kind * 97 + length * 31) & 255);
      expect(shortChecksum(bytes)).toBe(new DataView(hash256(bytes).buffer).getUint32(0));
    }
  }
});

test('refuses what does not fit into one block', () => {
  expect(() => shortChecksum(new Uint8Array(LONGEST_SHORT + 1))).toThrow('At most 55 bytes');
});
