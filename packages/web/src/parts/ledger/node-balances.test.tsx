import type { Coverage } from '@trailmark/api/wire';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../api.ts';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { NodeBalances } from './node-balances.tsx';

const ADDRESS = '0x00000000000000000000000000000000000000a1';
const coverage: Coverage = { complete: true, summary: '', ranges: [], gaps: [] };
const has = {
  ...{ outputs: false, tokens: true, logs: true, internals: true, contracts: true, clusters: false, rawProof: false },
  ...{ unconfirmed: false, keys: false },
};
const ingest: Answer<'listChains'>['items'][number]['ingest'] = {
  ...{ source: 'node', state: 'following', blocks: 1, transactions: 1, bytes: 1, transactionsPerSecond: 1 },
  ...{ height: 7, targetHeight: 7, secondsLeft: null, message: null },
};
const ETHEREUM: Answer<'listChains'>['items'][number] = {
  ...{ family: 'accounts', id: 'eth', has, name: 'Ethereum', symbol: 'ETH', decimals: 18, isTest: false },
  ...{ tip: { height: 7, hash: 'ab'.repeat(32), time: 1 }, transactionCount: 1, coverage, ingest },
};
const ETHER = 10n ** 18n;
const COIN: Answer<'listStatedBalances'>['items'][number]['asset'] = {
  ...{ id: 'eth', kind: 'coin', contract: null, symbol: 'ETH', name: 'Ether', decimals: 18, isVerified: true },
  ...{ imitates: null, standard: null },
};
const stated = (derived: bigint | null, verdict: 'different' | 'not-derived'): Answer<'listStatedBalances'> => ({
  asOf: {
    ...{ chain: 'eth', height: 7, hash: 'ab'.repeat(32), time: 1, completeTo: 7, fetched: null, software: 'Trailmark' },
  },
  ...{ address: ADDRESS, node: { description: 'node one', height: 7, hash: 'ab'.repeat(32) }, note: null, rest: 0 },
  items: [{ asset: COIN, stated: 3n * ETHER, derived, verdict }],
});

async function compare(answer: Answer<'listStatedBalances'>) {
  const listChains = { items: [ETHEREUM], software: 'Trailmark' };
  openPart(<NodeBalances chain="eth" address={ADDRESS} />, { listChains, listStatedBalances: answer });
  await page.getByRole('button', { name: 'Compare with the node' }).click();
  await expect.element(page.getByText(/node one at block 7\./)).toBeVisible();
  return page.getByRole('row').nth(1);
}

test('what a node states is shown with its height next to what the index derives, and a difference is said', async () => {
  const row = await compare(stated(2n * ETHER, 'different'));
  await expect.element(page.getByText(/1 balance differs from what the index derives/)).toBeVisible();
  await expect.element(row).toHaveTextContent(/3\.0.*2\.0.*different/);
  await expectAccessible();
});

test('what a node states of a balance that the index cannot derive is shown, and is no difference', async () => {
  const row = await compare(stated(null, 'not-derived'));
  await expect.element(row).toHaveTextContent(/3\.0.*no derived balance to compare/);
  expect(page.getByText(/differs from what the index/).elements()).toEqual([]);
});
