import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { BLOCK_HOLDS_ALL, BLOCK_HOLDS_FEES, BLOCK_HOLDS_TOKENS } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { randomAccountBlocks, randomAddress } from '@trailmark/store/testing/random-account-blocks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSampleAccountReader,
  hashOf,
  KEY,
  SAMPLE_ACCOUNT_BLOCKS,
  SAMPLE_ACCOUNT_PRICES,
  SAMPLE_METADATA,
  SAMPLE_TOKENS,
} from '../testing/sample-account-ledger.ts';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';

const address = (key: string) => formatAccount(getAccountChain('eth'), key);

function open(reader: AccountLedger): SampleApp {
  return createSampleApp({
    readers: new Map([['eth', reader]]),
    knowledge: { tokens: SAMPLE_TOKENS, prices: () => SAMPLE_ACCOUNT_PRICES },
  });
}

let directory: string;
let facts: FactsStore;
let stored: SampleApp;
const plain = open(createSampleAccountReader());
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'account-store-'));
  facts = await openFactsStore({ dataDirectory: directory });
  const { writer, reader } = await facts.accountChain('eth');
  await writer.commit(SAMPLE_ACCOUNT_BLOCKS);
  await writer.putTokens(SAMPLE_METADATA);
  stored = open(reader);
});
afterAll(async () => {
  await facts?.close();
  rmSync(directory, { recursive: true, force: true });
});

const TETHER = `eth:0x${KEY.tether}`;
const HISTORIES = [
  '',
  '?order=oldest&limit=2',
  `?asset=${TETHER}`,
  '?asset=eth',
  '?asset=eth&order=oldest&limit=3',
  '?direction=in',
  '?direction=self',
  '?kind=fee',
  `?counterparty=${address(KEY.bob)}&withoutZero=1`,
  '?asset=eth&minAmount=1&maxAmount=9000000000000000000',
  // Beyond what the store's integers hold, either way: they neither come round nor fail.
  `?asset=eth&minAmount=${2n ** 256n}`,
  `?asset=eth&minAmount=-1&maxAmount=${2n ** 256n}`,
  '?asset=eth&maxAmount=-1',
  '?fromHeight=2&toHeight=3',
];

const PATHS = [
  '/blocks',
  '/blocks/0',
  '/blocks/3?limit=2',
  ...[1, 4, 6, 8, 9].map((number) => `/transactions/${hashOf(number)}`),
  ...Object.values(KEY).flatMap((key) => [
    `/addresses/${address(key)}`,
    `/addresses/${address(key)}/assets`,
    `/addresses/${address(key)}/counterparties`,
    `/addresses/${address(key)}/counterparties?asset=eth&sort=received`,
    `/addresses/${address(key)}/activity`,
    `/addresses/${address(key)}/export`,
    ...HISTORIES.flatMap((query) => [
      `/addresses/${address(key)}/transactions${query}`,
      `/addresses/${address(key)}/moves${query}`,
    ]),
  ]),
];

test('a store answers every question as plain blocks do', async () => {
  for (const path of PATHS) {
    const [expected, found] = await Promise.all(
      [plain, stored].map(async ({ request }) => {
        const response = await request(`/api/v1/account-ledger/eth${path}`);
        return `${path} ${response.status} ${await response.text()}`;
      }),
    );
    expect(found).toBe(expected);
    expect(expected).not.toContain(`${path} 5`);
  }
});

test('a store searches as plain blocks do', async () => {
  for (const q of [
    address(KEY.alice),
    address(KEY.bob).slice(0, 7),
    hashOf(4),
    hashOf(4).slice(0, 60),
    '3',
    `0x${KEY.bob.slice(0, 5)}…b2`,
  ]) {
    const [expected, found] = await Promise.all(
      [plain, stored].map(({ client }) => client.call('search', { query: { q } })),
    );
    expect(found).toEqual(expected);
  }
});

test('a balance that a node contradicts is not derived, even of a known token, and stays so when names are read again', async () => {
  const { writer } = await facts.accountChain('eth');
  const balanceFault = 'its own balances at block 4 are not what its Transfer events add up to';
  const [known] = SAMPLE_METADATA;
  await writer.putTokens([{ ...known!, balanceFault }]);
  await writer.putTokens([known!]);
  const params = { chain: 'eth', address: address(KEY.alice) } as const;
  const { items } = await stored.client.call('listAddressAssets', { params });
  expect(items.find(({ asset }) => asset.id === TETHER)).toMatchObject({
    balance: null,
    balanceNote: expect.stringMatching(/Transfer events add up to/),
  });
  const { points } = await stored.client.call('getAddressActivity', { params, query: { asset: TETHER } });
  expect(points.length).toBeGreaterThan(0);
  expect(points.every(({ balance }) => balance === null)).toBe(true);
});

test('no balance of the coin is derived of a random ledger without traces, and every balance of a token is', async () => {
  const { writer, reader } = await facts.accountChain('base');
  const holds = BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS;
  const blocks = randomAccountBlocks({ seed: 7, blocks: 60, addresses: 9, firstHeight: 0 });
  await writer.commit(blocks.map((block) => ({ ...block, holds })));
  const { client } = createSampleApp({ readers: new Map([['base', reader]]) });
  let tokens = 0;
  for (let i = 0; i < 9; i++) {
    const params = { chain: 'base', address: formatAccount(getAccountChain('base'), randomAddress(i)) } as const;
    const [{ coin }, { items }, { points }, { items: moves }] = await Promise.all([
      client.call('getAddress', { params }),
      client.call('listAddressAssets', { params, query: { limit: 100 } }),
      client.call('getAddressActivity', { params }),
      client.call('listAddressTransfers', { params, query: { asset: 'base', limit: 100 } }),
    ]);
    expect(coin?.balance ?? null).toBeNull();
    expect([...points.map(({ balance }) => balance), ...moves.map(({ runningBalance }) => runningBalance)]).toEqual(
      [...points, ...moves].map(() => null),
    );
    for (const { asset, balance, received, sent } of items.filter(({ asset: { contract } }) => contract !== null)) {
      tokens++;
      expect(balance).toBe(received >= sent ? received - sent : null);
      expect(asset.isVerified).toBe(false);
    }
  }
  expect(tokens).toBeGreaterThan(9);
});
