import { ACCOUNT_CHAIN_IDS } from '@trailmark/core/chain';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofBridgeNetworks from './bridge-networks.ts';
import { key, word } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { bridgeNetworkName, bridgeNumber, findBridgeChain, shortenWord } = recorded.watch(ofBridgeNetworks);

const KINDS = ['number', 'cctp', 'wormhole', 'layerZero'] as const;

test('a chain is found again by the name of each of its numbers', () => {
  const chains = ACCOUNT_CHAIN_IDS.filter((chain) => chain !== 'eth-dev' && chain !== 'trx');
  for (const chain of chains) {
    for (const kind of KINDS) {
      const number = bridgeNumber(kind, chain);
      expect([chain, kind, number === undefined]).toEqual([chain, kind, false]);
      expect(findBridgeChain(bridgeNetworkName(kind, number ?? -1n))).toBe(chain);
    }
  }
});

test('a development node has the numbers of Ethereum, and TRON has none', () => {
  expect(KINDS.map((kind) => bridgeNumber(kind, 'eth-dev'))).toEqual([1n, 0n, 2n, 30101n]);
  expect(KINDS.map((kind) => bridgeNumber(kind, 'trx'))).toEqual([undefined, undefined, undefined, undefined]);
});

test('a number that is not in the list is kept as a number', () => {
  expect(bridgeNetworkName('number', 2n ** 255n)).toBe(`chain ${2n ** 255n}`);
  expect(bridgeNetworkName('cctp', 99n)).toBe('domain 99');
  expect(bridgeNetworkName('wormhole', 0n)).toBe('wormhole chain 0');
  expect(bridgeNetworkName('layerZero', 1n)).toBe('endpoint 1');
  expect(findBridgeChain('chain 5')).toBeUndefined();
  expect(findBridgeChain('solana')).toBeUndefined();
});

test('a word is an address of 20 bytes only where the rest is zero', () => {
  expect(shortenWord(word(key('me')))).toBe(key('me'));
  expect(shortenWord('ab'.repeat(32))).toBe('ab'.repeat(32));
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/bridge-networks.txt');
});
