import { keccak_256 } from '@noble/hashes/sha3.js';
import { eventName, methodName, PROTOCOLS } from '@trailmark/analysis/protocols/catalogue';
import { EVENT_NAMES, EVENTS } from '@trailmark/analysis/protocols/event-signatures';
import { METHODS } from '@trailmark/analysis/protocols/method-signatures';
import { TORNADO_POOLS } from '@trailmark/analysis/protocols/tornado-pools';
import { WRAPPED_COINS } from '@trailmark/analysis/protocols/wrapped-coins';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { ACCOUNT_CHAIN_IDS } from '@trailmark/core/chain';
import { encodeHex } from '@trailmark/core/hex';
import { expect, test } from 'vitest';

const keccak = (text: string): string => encodeHex(keccak_256(new TextEncoder().encode(text)));

test('every event has the topic of its signature', () => {
  expect(EVENT_NAMES.size).toBeGreaterThan(50);
  for (const [topic, signature] of EVENT_NAMES) expect([signature, topic]).toEqual([signature, keccak(signature)]);
  expect(eventName(keccak('Transfer(address,address,uint256)'))).toBe('Transfer(address,address,uint256)');
  expect(eventName('00'.repeat(32))).toBeUndefined();
});

test('no two events share a topic', () => {
  const topics = Object.values(EVENTS).map(({ topic }) => topic);
  expect(new Set(topics).size).toBe(topics.length);
});

test('every method has the selector of its signature, and no two share one', () => {
  const selectors = Object.values(METHODS);
  for (const [signature, selector] of Object.entries(METHODS)) expect(selector).toBe(keccak(signature).slice(0, 8));
  expect(new Set(selectors).size).toBe(selectors.length);
  expect(methodName('a9059cbb')).toBe('transfer(address,uint256)');
  expect(methodName('00000000')).toBeUndefined();
});

test('the wrapped coins are those the chains define, where a chain has one that writes no transfers', () => {
  const defined = ACCOUNT_CHAIN_IDS.map(getAccountChain).flatMap((chain) =>
    chain.family === 'evm' && chain.wrappedNative ? [{ id: chain.id, wrapped: chain.wrappedNative }] : [],
  );
  expect(defined.length).toBeGreaterThan(4);
  for (const { id, wrapped } of defined) expect([id, WRAPPED_COINS[id]]).toEqual([id, wrapped]);
});

test('addresses of known contracts are 40 lower-case hex digits', () => {
  const pools = Object.values(TORNADO_POOLS).flatMap((chain) => [...chain.keys()]);
  expect(pools).toHaveLength(38);
  for (const address of pools) expect(address).toMatch(/^[0-9a-f]{40}$/);
});

test('the ids of all protocols are distinct', () => {
  const ids = PROTOCOLS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
