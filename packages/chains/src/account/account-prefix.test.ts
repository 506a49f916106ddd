import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofBase58Address from '../utxo/base58-address.ts';
import * as ofAccountPrefix from './account-prefix.ts';

const recorded = new WatchedResults();
const { encodeBase58Check } = recorded.watch(ofBase58Address);
const { tronPrefixes } = recorded.watch(ofAccountPrefix);

/** The address of a key drawn by a number, and the key's digits. */
function draw(seed: number): { address: string; key: string } {
  let state = seed;
  const bytes = Uint8Array.from({ length: 21 }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return i === 0 ? 0x41 : state >>> 24;
  });
  return { address: encodeBase58Check(bytes), key: Buffer.from(bytes.subarray(1)).toString('hex') };
}

const SEEDS = Array.from({ length: 200 }, (_, i) => i + 1);
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('prefixes of keys', () => {
  test('hold the key of every address that begins like the text', () => {
    for (const { address, key } of SEEDS.map(draw)) {
      for (const length of [3, 4, 5, 6, 8, 12, 20, 30, 34]) {
        const prefixes = tronPrefixes(address.slice(0, length));
        expect([address, length, prefixes.filter((prefix) => key.startsWith(prefix)).length]).toEqual([
          address,
          length,
          1,
        ]);
      }
    }
  });

  test('are at most 64 of one length, and so many that hardly anything else is under them', () => {
    for (const { address } of SEEDS.map(draw)) {
      for (const length of [3, 4, 5, 6, 8, 12, 20]) {
        const prefixes = tronPrefixes(address.slice(0, length));
        expect(new Set(prefixes.map((prefix) => prefix.length)).size).toBe(1);
        expect(prefixes.length).toBeLessThanOrEqual(64);
        expect(prefixes.length).toBeGreaterThanOrEqual(4);
        expect(prefixes).toEqual([...new Set(prefixes)].toSorted());
      }
    }
  });

  test('are the whole key where the text is the whole address', () => {
    expect(tronPrefixes(USDT)).toEqual(['a614f803b6fd780986a42c78ec9c7f77e6ded13c']);
  });

  test.each(['', 'T', 'TR', 'A9z', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'T0R', 'TRO', 'Tz9', `${USDT}x`])(
    'are none for %j',
    (text) => {
      expect(tronPrefixes(text)).toEqual([]);
    },
  );
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/account-prefix.txt');
});
