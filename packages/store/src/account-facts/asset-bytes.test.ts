import { expect, test } from 'vitest';
import { assetFromHex, assetToHex } from './asset-bytes.ts';

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
