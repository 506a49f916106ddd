import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCompareMethods from '../compare-methods.ts';
import { type PlainChain, type PlainMove, requestOf, tracePlain } from './testing/plain-chain.ts';

const recorded = new WatchedResults();
const { compareMethods } = recorded.watch(ofCompareMethods);

const usd = (height: number, from: string, to: string, amount: bigint): PlainMove => ({
  ...{ height, from, to, amount },
  kind: 'stated',
  asset: 'usd',
});

/** A source that is known to have received 25 dollars and paid out 1,000, half of it before that. */
const SOURCE: PlainChain = {
  moves: [
    usd(1, 'source', 'early', 500_000_000n),
    usd(2, 'friend', 'source', 25_000_000n),
    usd(3, 'source', 'late', 500_000_000n),
  ],
};
const seed = (side?: 'received' | 'paid' | 'all') =>
  ({ kind: 'address', address: 'source', ...(side && { side }) }) as const;
const trace = (side?: 'received' | 'paid' | 'all', chain = SOURCE) =>
  tracePlain(chain, { asset: 'usd', seeds: [seed(side)] });

describe('an address that paid more than it is known to have received', () => {
  test('begins with its receipts, and the sum says what is left unbegun', async () => {
    for (const side of [undefined, 'received'] as const) {
      const { sums, gaps } = await trace(side);
      expect(sums).toMatchObject([{ began: 25_000_000n, difference: 0n, unbegun: 975_000_000n }]);
      const gap = gaps.find(({ kind }) => kind === 'unbegun');
      expect(gap?.where).toBe('source');
      expect(gap?.message).toContain(
        'source received 25.000000 USD stated and paid 1000.000000 USD stated, as far as indexed',
      );
      expect(gap?.message).toContain('leaves out at least 975.000000 USD stated that it paid');
    }
  });

  test('begins with all of it on request, and then nothing is unbegun and nothing counts twice', async () => {
    const { sums, gaps, leaves } = await trace('all');
    expect(sums[0]).toMatchObject({ began: 1_000_000_000n, difference: 0n });
    expect(sums[0]?.unbegun).toBeUndefined();
    expect(gaps.some(({ kind }) => kind === 'unbegun')).toBe(false);
    expect(leaves.map(({ amount }) => amount)).toEqual([500_000_000n, 500_000_000n]);
  });

  test('of what it paid leaves nothing unbegun', async () => {
    const { sums } = await trace('paid');
    expect(sums[0]).toMatchObject({ began: 1_000_000_000n });
    expect(sums[0]?.unbegun).toBeUndefined();
  });

  test('says so too where its receipts come only after its payments', async () => {
    const moves = [usd(1, 'source', 'early', 500_000_000n), usd(2, 'friend', 'source', 900_000_000n)];
    const { sums } = await trace(undefined, { moves });
    expect(sums).toMatchObject([{ began: 900_000_000n, unbegun: 500_000_000n }]);
  });

  test('is one that did so within a block only where the block as a whole shows it', async () => {
    const moves = [usd(1, 'source', 'x', 5n), usd(1, 'friend', 'source', 5n)];
    expect((await trace(undefined, { moves })).sums[0]?.unbegun).toBeUndefined();
  });
});

test('an account along the way that paid more stated value than it received is a gap', async () => {
  const chain = { moves: [usd(1, 'victim', 'a', 10n), usd(2, 'a', 'b', 50n)] };
  const { gaps } = await tracePlain(chain, {
    asset: 'usd',
    seeds: [{ kind: 'address', address: 'victim', side: 'paid' }],
  });
  expect(gaps.map(({ kind }) => kind)).toContain('value-unknown');
});

test('a comparison of methods says what none of them accounts for', async () => {
  const run = (request: Parameters<typeof tracePlain>[1]) => tracePlain(SOURCE, request);
  const methods = [
    { id: 'fifo/1', name: 'FIFO' },
    { id: 'haircut/1', name: 'haircut' },
  ];
  const found = await compareMethods(requestOf({ asset: 'usd', seeds: [seed()] }), methods, run);
  expect(found.methods.map(({ unbegun }) => unbegun)).toEqual([975_000_000n, 975_000_000n]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/unbegun-seeds.txt');
});
