import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountReader } from '@trailmark/core/account-ledger';
import { type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSampleAccountReader,
  hashOf,
  KEY,
  SAMPLE_ACCOUNT_BLOCKS,
  SAMPLE_ACCOUNT_PRICES,
  SAMPLE_METADATA,
  SAMPLE_TOKENS,
} from './testing/sample-account-ledger.ts';
import { createSampleApp, type SampleApp } from './testing/sample-app.ts';

const address = (key: string) => formatAccount(getAccountChain('eth'), key);

function open(reader: AccountReader): SampleApp {
  return createSampleApp({
    accountReaders: new Map([['eth', reader]]),
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
}, 60_000);
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
      [plain, stored].map(async ({ request }) => (await request(`/api/v1/account-ledger/eth${path}`)).text()),
    );
    expect(`${path} ${found}`).toBe(`${path} ${expected}`);
  }
}, 120_000);

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
