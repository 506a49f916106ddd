import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import { ownerId } from '@trailmark/core/owner';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofChainAddress from './chain-address.ts';
import * as ofChainTraits from './chain-traits.ts';

const recorded = new WatchedResults();
const { formatAddress, normaliseAddress, parseAddress } = recorded.watch(ofChainAddress);
const { listTraits } = recorded.watch(ofChainTraits);

const BYTES = '751e76e8199196d454941c45d1b3a323f1433bd6';
const OWNER = ownerId({ type: 'p2pkh', payload: decodeHex(BYTES) });

test('every chain reads back the address it writes', () => {
  for (const { id, hasOutputs } of listTraits()) {
    const key = hasOutputs ? OWNER : BYTES;
    expect([id, parseAddress(id, formatAddress(id, key))]).toEqual([id, key]);
  }
});

test('an address in another spelling becomes the one that records are kept under', () => {
  expect(normaliseAddress('bch', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH')).toMatch(/^(bitcoincash:)?q/);
  expect(normaliseAddress('eth', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  );
  expect(normaliseAddress('btc', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  );
});

test('a script without an address keeps its form and its hash', () => {
  for (const text of [`script:${'ab'.repeat(32)}`, `script:multisig:${'cd'.repeat(32)}`]) {
    expect(normaliseAddress('btc', text)).toBe(text);
  }
});

test('a text that is no address of the chain is refused with the reason', () => {
  expect(() => parseAddress('btc', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toThrow(AppError);
  expect(() => parseAddress('eth', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toThrow(AppError);
});

test('a text that is no key of a chain has no address there', () => {
  for (const { id, name, hasOutputs } of listTraits()) {
    const wrong = hasOutputs
      ? ['', 'ff', 'ab'.repeat(20)]
      : ['', 'ab'.repeat(19), 'ab'.repeat(21), 'zz'.repeat(20), OWNER];
    for (const key of wrong) expect(() => formatAddress(id, key), `${id} ${key}`).toThrow(name);
  }
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/chain-address.txt');
});
