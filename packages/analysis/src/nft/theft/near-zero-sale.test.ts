import type { ItemEvent, NftSale } from '@trailmark/core/nft';
import { describe, expect, test } from 'vitest';
import { findThefts } from './find-thefts.ts';
import { listUsualPrices } from './usual-prices.ts';

const [OWNER, THIEF] = ['0a'.repeat(20), '0b'.repeat(20)];
const [CHEAP, DEAR] = ['c1'.repeat(20), 'c2'.repeat(20)];
const unitOf = (asset: string): string => asset;

/** Price of a sale of one item of a collection; several items at that price together. */
type Sold = readonly [contract: string, price: bigint, items?: number];

/** Sales that are listed as sold for almost nothing, by their places. */
function findCheap(sold: readonly Sold[]): number[] {
  const sales = sold.map(
    ([contract, amount, items = 1]) =>
      ({
        ...{ contract, seller: OWNER, buyer: THIEF, itemCount: items, price: { asset: '', amount } },
        items: Array.from({ length: items }, (_, i) => ({ tokenId: BigInt(i), amount: 1n })),
      }) as unknown as NftSale,
  );
  const events = sales.map(
    ({ contract }, sale) =>
      ({ contract, tokenId: 1n, amount: 1n, from: OWNER, to: THIEF, kind: 'sale', sale }) as unknown as ItemEvent,
  );
  const trails = findThefts({
    ...{ events, sales, approvals: [], usual: listUsualPrices(sales, unitOf) },
    ...{ isMarket: () => false, fraudLabel: () => undefined },
  });
  return trails.flatMap(({ finding }) => (finding.pattern === 'near-zero-sale' ? [finding.event] : []));
}

const usual = (contract: string, price: bigint, count = 6): Sold[] =>
  Array.from({ length: count }, () => [contract, price]);

describe('an item sold for almost nothing', () => {
  test('is compared with its own collection, not with dearer ones of the same wallet', () => {
    expect(findCheap([...usual(DEAR, 10_000n), [CHEAP, 50n]])).toEqual([]);
    expect(findCheap([...usual(DEAR, 10_000n), [DEAR, 50n]])).toEqual([6]);
    expect(findCheap([...usual(DEAR, 10_000n), [DEAR, 101n]])).toEqual([]);
  });

  test('stays one after many others: what was taken lowers no usual price', () => {
    const taken: Sold[] = Array.from({ length: 60 }, () => [DEAR, 1n]);
    expect(findCheap([...usual(DEAR, 10_000n), ...taken])).toEqual(taken.map((_, i) => i + 6));
  });

  test('is one at a price of 0, whatever else was sold, and each item of a bundle that costs almost nothing together', () => {
    expect(findCheap([[DEAR, 0n]])).toEqual([0]);
    expect(findCheap([[DEAR, 1n]])).toEqual([]);
    expect(findCheap([...usual(DEAR, 10_000n), [DEAR, 90n, 3]])).toEqual([6]);
    expect(findCheap([...usual(DEAR, 10_000n), [DEAR, 9_000n, 3]])).toEqual([]);
  });
});
