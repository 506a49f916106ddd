import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';

const OTHERS = {
  ...{ listSources: { items: [] }, listSourceRequests: { items: [], next: null } },
  getStampAuthority: {
    ...{ isOn: false, endpoint: '', certificates: [], requestCount: 0, lastAskedAt: null, lastFault: null },
  },
};
const has = {
  ...{ outputs: true, tokens: false, logs: false, internals: false, contracts: false, clusters: true, rawProof: true },
  ...{ unconfirmed: false, keys: true },
};
const LITECOIN: Answer<'listChains'>['items'][number] = {
  ...{ family: 'outputs', id: 'ltc', has, name: 'Litecoin', symbol: 'LTC', decimals: 8, isTest: false, tip: null },
  ...{ transactionCount: 0, coverage: { complete: false, summary: '', ranges: [], gaps: [] } },
  ingest: {
    ...{ source: 'filters of node http://127.0.0.1:9332', state: 'following', blocks: 3, transactions: 0, bytes: 0 },
    ...{ transactionsPerSecond: 0, height: 2_900_001, targetHeight: 2_900_001, secondsLeft: null, message: null },
  },
};

test('a chain that is followed by block filters is listed with its node and its last block', async () => {
  const listChains = { items: [LITECOIN], software: 'Trailmark' };
  openScreen('/admin-sources', { ...OTHERS, listChains }, { as: 'platform' });
  await expect.element(page.getByText(/following, last block 2,900,001/)).toBeVisible();
  await expect.element(page.getByText('filters of node http://127.0.0.1:9332')).toBeVisible();
  await expectAccessible();
});

test('without one the section says that none is, and how it is turned on', async () => {
  openScreen('/admin-sources', OTHERS, { as: 'platform' });
  await expect.element(page.getByText('No chain is followed by block filters.')).toBeVisible();
  await expect.element(page.getByText(/--filters --follow/)).toBeVisible();
});
