import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountBlock } from '@trailmark/core/account-block';
import type { AccountChainStore } from '@trailmark/store/account-facts/account-store';
import { type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAccountSets } from './account-sets.ts';
import { loadAccountSets } from './load-account-sets.ts';

const BRIDGE = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const PAGE = { offset: 0, limit: 200 };

const folder = mkdtempSync(join(tmpdir(), 'trailmark-account-bundled-'));
let facts: FactsStore;
let store: AccountChainStore;
let loaded: number;
let seconds: number;
const blocks: AccountBlock[] = [];

beforeAll(async () => {
  facts = await openFactsStore({ dataDirectory: folder });
  store = await facts.accountChain('eth');
  const started = performance.now();
  loaded = await loadAccountSets(store, listAccountSets('eth'));
  seconds = (performance.now() - started) / 1000;
  for (const set of listAccountSets('eth')) for await (const batch of set.blocks()) blocks.push(...batch);
});
afterAll(async () => {
  await facts?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('all sets of Ethereum are loaded within seconds, each transaction once', () => {
  console.log(`${loaded} transactions loaded in ${seconds.toFixed(1)} s`);
  expect(loaded).toBe(16_480);
  expect(seconds).toBeLessThan(30);
});

test('coverage names each set with its heights', () => {
  const sources = new Set(store.reader.heightRanges().map((range) => range.source));
  expect([...sources].sort()).toEqual(
    listAccountSets('eth')
      .map((set) => set.source)
      .sort(),
  );
});

test('every recipient of the Nomad bridge holds of each token what the bundled moves add up to', async () => {
  const moves = blocks.flatMap((block) => block.transactions.flatMap((tx) => tx.moves));
  const recipients = new Set(moves.filter(({ from }) => from === BRIDGE).map(({ to }) => to));
  expect(recipients.size).toBe(561);
  const [received, sent] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
  for (const move of moves.filter(({ kind }) => kind === 'token')) {
    if (recipients.has(move.to) && move.amount > 0n) add(received, `${move.to} ${move.asset}`, move.amount);
    if (move.from === BRIDGE) add(sent, move.asset, move.amount);
  }
  const held = new Map<string, bigint>();
  for (const recipient of recipients) {
    const { items } = await store.reader.assetsOf(recipient, PAGE);
    for (const item of items.filter((asset) => asset.received > 0n && asset.asset.length === 40)) {
      held.set(`${recipient} ${item.asset}`, item.received);
    }
  }
  expect(held).toEqual(received);
  const { items } = await store.reader.assetsOf(BRIDGE, PAGE);
  expect(new Map(items.map(({ asset, sent: amount }) => [asset, amount]))).toEqual(sent);
  expect(sent.size).toBe(14);
  expect(sent.get(USDC)).toBe(87_247_033_140_665n);
});

test('a stated price is never part of a balance in the coin', async () => {
  const sale = blocks
    .flatMap((block) => block.transactions)
    .find((tx) => tx.moves.some(({ kind }) => kind === 'stated'));
  const seller = sale?.moves.find(({ kind }) => kind === 'nft')?.from ?? '';
  const totals = (await store.reader.totals([seller])).get(seller);
  expect(totals?.moveCount).toBeGreaterThan(0);
  expect(totals?.native).toBeUndefined();
});

test('loading the same sets again adds nothing', async () => {
  const set = listAccountSets('eth').filter(({ id }) => id === 'nomad' || id === 'flows-lifi');
  const before = (await store.reader.totals([BRIDGE])).get(BRIDGE);
  expect(await loadAccountSets(store, set)).toBe(16_480);
  expect((await store.reader.totals([BRIDGE])).get(BRIDGE)).toEqual(before);
});
