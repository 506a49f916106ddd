import type { AccountBlock } from '@trailmark/core/account-block';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { expect, test } from 'vitest';
import { listAccountSets } from './account-sets.ts';
import { type AccountSetTarget, loadAccountSets } from './load-account-sets.ts';

interface Recorded {
  readonly target: AccountSetTarget;
  readonly committed: AccountBlock[][];
  readonly merged: AccountBlock[];
}

function record(held: readonly AccountBlock[] = []): Recorded {
  const committed: AccountBlock[][] = [];
  const merged: AccountBlock[] = [];
  const target: AccountSetTarget = {
    chain: 'eth',
    reader: createArrayAccountReader(held),
    writer: {
      commit: async (blocks) => {
        committed.push([...blocks]);
      },
      merge: async (blocks) => {
        merged.push(...blocks);
      },
    },
  };
  return { target, committed, merged };
}

const block = (height: number, holds: number): AccountBlock => ({
  height,
  hash: '',
  parentHash: '',
  time: height,
  producer: '',
  holds,
  transactionTotal: undefined,
  source: 'test',
  transactions: [],
  moves: [],
});

function setOf(chain: 'eth' | 'trx', ...blocks: AccountBlock[]) {
  return {
    id: 'test',
    chain,
    title: '',
    description: '',
    source: '',
    limitations: [],
    licence: '',
    async *blocks() {
      yield blocks;
    },
  };
}

test('blocks of all sets are committed ascending, and a second part of a block is merged into the fuller one', async () => {
  const { target, committed, merged } = record();
  await loadAccountSets(target, [setOf('eth', block(3, 0), block(9, 4)), setOf('eth', block(1, 0), block(3, 6))]);
  expect(committed.map((batch) => batch.map(({ height, holds }) => [height, holds]))).toEqual([
    [
      [1, 0],
      [3, 6],
      [9, 4],
    ],
  ]);
  expect(merged.map(({ height, holds }) => [height, holds])).toEqual([[3, 0]]);
});

test('a height that the store holds already is merged, never committed over', async () => {
  const { target, committed, merged } = record([block(3, 0)]);
  await loadAccountSets(target, [setOf('eth', block(3, 6), block(4, 0))]);
  expect(committed.flat().map(({ height }) => height)).toEqual([4]);
  expect(merged.map(({ height }) => height)).toEqual([3]);
});

test("another chain's set is refused", async () => {
  await expect(loadAccountSets(record().target, [setOf('trx', block(1, 0))])).rejects.toThrow(/belongs to trx/);
});

test('the bundled sets of Ethereum go in ascending, each transaction once', async () => {
  const { target, committed, merged } = record();
  const started = performance.now();
  await loadAccountSets(target, listAccountSets('eth'));
  console.log(`read in ${Math.round(performance.now() - started)} ms`);
  const heights = committed.flat().map(({ height }) => height);
  expect(heights.length).toBe(new Set(heights).size);
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
  const transactions = [...committed.flat(), ...merged].reduce((sum, { transactions: own }) => sum + own.length, 0);
  expect(transactions).toBe(16_480);
});
