import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofAssetBytes from './asset-bytes.ts';

const recorded = new WatchedResults();
const { assetFromHex, assetToHex } = recorded.watch(ofAssetBytes);

const CONTRACT = 'dac17f958d2ee523a2206206994597c13d831ec7';

test('a contract is its twenty bytes and the coin nothing, in either spelling', () => {
  expect(assetToHex(CONTRACT)).toBe(CONTRACT);
  expect(assetFromHex(CONTRACT.toUpperCase())).toBe(CONTRACT);
  expect(assetToHex('')).toBe('');
  expect(assetFromHex('')).toBe('');
});

test.each(Array.from({ length: 24 }, (_, i) => i + 1))(
  'another key of %d letters is never taken for a contract',
  (length) => {
    const key = '1002000'.padEnd(length, '7').slice(0, length);
    const hex = assetToHex(key);
    expect(hex).not.toHaveLength(CONTRACT.length);
    expect(assetFromHex(hex.toUpperCase())).toBe(key);
  },
);

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/asset-bytes.txt');
});
