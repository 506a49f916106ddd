import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofHash from './hash.ts';
import * as ofShortHash from './short-hash.ts';
import { LONGEST_SHORT } from './short-hash.ts';

const recorded = new WatchedResults();
const { hash256 } = recorded.watch(ofHash);
const { shortChecksum } = recorded.watch(ofShortHash);

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

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/short-hash.txt');
});
