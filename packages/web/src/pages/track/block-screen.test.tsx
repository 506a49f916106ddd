import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountBlock } from '../../block-api.ts';
import { openScreen } from '../../testing/open-screen.tsx';

const HASH = 'ab'.repeat(32);
const asOf = { chain: 'eth', height: 15_000_000, hash: HASH, time: 1_655_778_535, software: 'test' } as const;
const coverage = { complete: true, summary: 'Complete.', ranges: [], gaps: [] };

function createTransaction(index: number): AccountBlock['transactions'][number] {
  return {
    hash: (index + 1).toString(16).padStart(64, '0'),
    height: asOf.height,
    index,
    indexEstimated: false,
    time: asOf.time,
    timeEstimated: false,
    confirmations: 1,
    finality: 'final',
    status: 'ok',
    from: null,
    to: null,
    created: null,
    value: 0n,
    fee: 21_000n,
    feePayer: null,
    method: null,
    moveCount: 1,
  };
}

const BLOCK: AccountBlock = {
  family: 'accounts',
  asOf,
  coverage,
  block: {
    height: asOf.height,
    hash: HASH,
    parentHash: 'cd'.repeat(32),
    heightEstimated: false,
    time: asOf.time,
    timeEstimated: false,
    isWhole: true,
    producer: null,
    transactionCount: 30,
    transactionTotal: 30,
    source: 'test',
    finality: 'final',
    verified: true,
  },
  moves: [],
  transactions: Array.from({ length: 25 }, (_, index) => createTransaction(index)),
  next: 'after-25',
};

test('the block of an account chain and its first transactions are one request, the next ones another', async () => {
  const last = Array.from({ length: 5 }, (_, index) => createTransaction(25 + index));
  const api = openScreen('/Track/eth/block/15000000', {
    getBlock: BLOCK,
    listBlockTransactions: { family: 'accounts', asOf, coverage, items: last, next: null },
  });
  const rows = page.getByRole('table', { name: 'Transactions in block order' }).getByRole('row');
  const listed = () =>
    api.calls.filter(({ route }) => route === 'listBlockTransactions').map(({ input }) => input.query);
  await expect.poll(() => rows.elements().length).toBe(26);
  expect(listed()).toEqual([]);
  await page.getByRole('button', { name: /^Load \d+ more$/ }).click();
  await expect.poll(() => rows.elements().length).toBe(31);
  expect(listed()).toEqual([{ limit: 25, cursor: 'after-25' }]);
});

test('every chain comes in one list', async () => {
  const api = openScreen('/Track', {});
  await expect.element(page.getByText('This index holds no block yet.', { exact: false })).toBeVisible();
  for (const { route, input } of api.calls) if (route === 'listChains') expect(input.query).toEqual({});
});
