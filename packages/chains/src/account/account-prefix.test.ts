import { decodeHex } from '@trailmark/core/hex';
import { expect, test } from 'vitest';
import { tron } from '../tron.ts';
import { formatAccount, parseAccount } from './account-address.ts';
import { tronPrefixes } from './account-prefix.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('every beginning of a TRON address leads to its key', () => {
  const keys = Array.from({ length: 200 }, (_, i) =>
    ((BigInt(i) * 0x9e3779b97f4a7c15n) ** 3n % 2n ** 160n).toString(16).padStart(40, '0'),
  );
  for (const key of [...keys, '0'.repeat(40), 'f'.repeat(40), parseAccount(tron, ADDRESS)]) {
    const text = formatAccount(tron, key);
    expect(decodeHex(key)).toHaveLength(20);
    for (let length = 3; length <= text.length; length++) {
      const prefixes = tronPrefixes(text.slice(0, length));
      expect(prefixes.length).toBeLessThanOrEqual(64);
      expect(prefixes.filter((prefix) => key.startsWith(prefix))).toHaveLength(1);
    }
  }
});

test('a whole address leads to one key, and what no address begins like to none', () => {
  expect(tronPrefixes(ADDRESS)).toEqual([parseAccount(tron, ADDRESS)]);
  for (const text of ['', 'T', 'TR', '1BoatS', 'T0OI', 'Tzzz', `${ADDRESS}1`]) expect(tronPrefixes(text)).toEqual([]);
});

test('a longer beginning leads to fewer keys', () => {
  const widest = (prefixes: readonly string[]) => Math.max(...prefixes.map((prefix) => 40 - prefix.length));
  expect(widest(tronPrefixes(ADDRESS.slice(0, 12)))).toBeLessThan(widest(tronPrefixes(ADDRESS.slice(0, 4))));
});
