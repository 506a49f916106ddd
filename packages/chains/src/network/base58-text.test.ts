import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { decodeBase58, encodeBase58 } from './base58-text.ts';

test('writes the base 58 text that a library writes, leading zeros included, and reads it back', () => {
  for (let length = 0; length <= 84; length++) {
    for (let kind = 0; kind < 24; kind++) {
      const zeros = kind % 6;
      const bytes = Uint8Array.from({ length }, (_, i) =>
        i < zeros ? 0 : kind < 12 ? (i * 89 + kind * 57) & 255 : kind < 18 ? 255 : i === zeros ? 1 : 0,
      );
      const text = encodeBase58(bytes);
      expect(text).toBe(base58.encode(bytes));
      expect(decodeBase58(text)).toEqual(bytes);
    }
  }
});
