import { describe, expect, test } from 'vitest';
import { BLEND } from '../protocols/blend.ts';
import { findHolders, sumPeriods } from './collection-figures.ts';
import { CollectionBuilder } from './collection-table.ts';
import { listUsualPrices } from './theft/usual-prices.ts';

const [ANNA, BERT] = ['a1', 'b2'].map((byte) => byte.repeat(20)) as [string, string];
const DEAD = `${'0'.repeat(36)}dead`;

/** Sales of one month, each with its price and how many pieces of one token it was of. */
const soldFor = (...prices: readonly (readonly [price: bigint, pieces?: bigint])[]) =>
  prices.map(([amount, pieces = 1n], i) => ({
    ...{ time: 1_600_000_000 + i, buyer: BERT, seller: ANNA, pool: '', itemCount: 1, isFlashLoan: false },
    ...{ price: { asset: '', amount, tokenId: undefined }, items: [{ tokenId: 7n, amount: pieces }] },
  }));

function lowestOf(...prices: readonly (readonly [price: bigint, pieces?: bigint])[]): bigint | undefined {
  const builder = new CollectionBuilder((asset) => asset);
  for (const sale of soldFor(...prices)) builder.addSale(sale);
  const table = builder.build();
  const weights = new Uint32Array(prices.length);
  return sumPeriods(table, '', weights, { strictFrom: 2, looseFrom: 1, period: 'month' })[0]?.lowest;
}

describe('the lowest sale of a period', () => {
  test('is no gift for one wei, and none at 0', () => {
    expect(lowestOf([1_000n], [900n], [1n], [0n])).toBe(900n);
    expect(lowestOf([1_000n], [900n], [11n])).toBe(11n);
    expect(lowestOf([0n])).toBeUndefined();
    expect(lowestOf([5n])).toBe(5n);
  });

  test('is of one piece: ten pieces at one price are no item at that price', () => {
    expect(lowestOf([1_000n], [900n], [500n, 10n])).toBe(900n);
  });
});

test('ten pieces at one price are no usual price of one', () => {
  const sales = soldFor(...Array.from({ length: 5 }, () => [1_000n] as const), [5_000n, 10n], [1_000n]).map((sale) => ({
    ...sale,
    contract: 'c0',
  }));
  expect(listUsualPrices(sales as never, (asset) => asset)).toEqual([...Array(5).fill(undefined), 1_000n, 1_000n]);
});

test('neither the burn address nor a contract that keeps items for others is a holder', () => {
  const move = (from: string, to: string, tokenId: bigint) => ({ from, to, tokenId, amount: 1n });
  const mints = [1n, 2n, 3n].map((id) => move('', ANNA, id));
  const { wallets, items } = findHolders([...mints, move(ANNA, DEAD, 2n), move(ANNA, BLEND, 3n)]);
  expect(wallets).toEqual([{ wallet: ANNA, count: 1n }]);
  expect(items).toBe(2n);
});
