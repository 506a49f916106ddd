import { base58 } from '@scure/base';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofBase58Text from './base58-text.ts';

const recorded = new WatchedResults();
const { decodeBase58, encodeBase58 } = recorded.watch(ofBase58Text);

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

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/base58-text.txt');
});
