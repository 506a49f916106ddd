import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import {
  createSampleAccountReader,
  KEY,
  SAMPLE_ACCOUNT_PRICES,
  SAMPLE_TOKENS,
} from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import type { StateBalances } from './ledgers.ts';

const params = { chain: 'eth', address: formatAccount(getAccountChain('eth'), KEY.alice) } as const;

function open(stateBalances?: StateBalances) {
  const { client } = createSampleApp({
    readers: new Map([['eth', createSampleAccountReader()]]),
    knowledge: { tokens: SAMPLE_TOKENS, prices: () => SAMPLE_ACCOUNT_PRICES },
    stateBalances,
  });
  return client;
}

/** What the index derives of each asset, to be stated back. */
async function derive() {
  const { items } = await open().call('listAddressAssets', { params });
  return new Map(items.map(({ asset, balance }) => [asset.contract ?? 'coin', balance]));
}

test('without a followed node nothing is compared, and the answer says why', async () => {
  const answer = await open().call('listStatedBalances', { params });
  expect(answer).toMatchObject({ node: null, items: [] });
  expect(answer.note).toContain('No node is followed');
});

test('a node that states what the index derives is equal, one unit more is different, and silence is neither', async () => {
  const derived = await derive();
  const known = [...derived].filter(([, balance]) => balance !== null);
  expect(known.length).toBeGreaterThan(0);
  const ask = async (change: (balance: bigint) => bigint | undefined) => {
    const client = open(async ({ assets }) => ({
      node: 'node http://127.0.0.1:8545',
      balances: assets.map((asset) => {
        const key = asset.length === 40 ? `0x${asset}` : 'coin';
        const balance = [...derived].find(([name]) => name.toLowerCase() === key)?.[1];
        return balance == null ? 7n : change(balance);
      }),
    }));
    const { items } = await client.call('listStatedBalances', { params });
    return items.filter(({ asset }) => derived.get(asset.contract ?? 'coin') != null).map(({ verdict }) => verdict);
  };
  expect(new Set(await ask((balance) => balance))).toEqual(new Set(['equal']));
  expect(new Set(await ask((balance) => balance + 1n))).toEqual(new Set(['different']));
  expect(new Set(await ask(() => undefined))).toEqual(new Set(['not-stated']));
});

test('a balance that the index cannot derive is shown as stated, never as equal', async () => {
  const client = open(async ({ assets }) => ({ node: 'node', balances: assets.map(() => 7n) }));
  const derived = await derive();
  const { items } = await client.call('listStatedBalances', { params });
  const unknown = items.filter(({ asset }) => derived.get(asset.contract ?? 'coin') == null);
  for (const { stated, verdict } of unknown) expect([stated, verdict]).toEqual([7n, 'not-derived']);
});

test('a node on another branch is refused with what to do', async () => {
  const client = open(() => Promise.reject(new AppError('conflict', 'The node has another block at height 3.')));
  await expect(client.call('listStatedBalances', { params })).rejects.toMatchObject({ kind: 'conflict' });
});
