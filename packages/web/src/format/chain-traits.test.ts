import { CHAIN_IDS } from '@trailmark/core/chain';
import { expect, test } from 'vitest';
import { findTraits, listTraits, traitsOf } from './chain-traits.ts';

test('every chain has its traits once', () => {
  expect(
    listTraits()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(CHAIN_IDS.toSorted());
  expect(CHAIN_IDS.map((id) => traitsOf(id).id)).toEqual(CHAIN_IDS);
});

test('chains of outputs have clusters and proofs, chains of accounts have tokens', () => {
  expect(traitsOf('btc')).toMatchObject({ symbol: 'BTC', hasOutputs: true, hasClusters: true, hasTokens: false });
  expect(traitsOf('eth')).toMatchObject({ symbol: 'ETH', hasTokens: true, hasOutputs: false, hasProofs: false });
});

test('every network but the main one is a test network', () => {
  expect(traitsOf('btc-signet').network).toBe('test');
  expect(traitsOf('eth-dev').network).toBe('test');
  expect(traitsOf('trx').network).toBe('main');
});

test('an unknown id has no traits', () => {
  expect(findTraits('xyz')).toBeUndefined();
});
