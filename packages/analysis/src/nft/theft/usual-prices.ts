import type { NftSale } from '@trailmark/core/nft';
import { countPieces } from '../count-pieces.ts';
import { median } from '../median.ts';

/** Sales of the collection that a price is compared with, and how many there must be. */
export const LOOK_BACK = 30;
const LEAST = 5;
/** One in a hundred of what was usual. */
const SHARE = 100n;

/** Whether a price is less than a hundredth of what was usual. */
export function isNearZero(amount: bigint, usual: bigint | undefined): boolean {
  return usual !== undefined && amount * SHARE <= usual;
}

/**
 * What the collection of each sale usually sold for before it, in the same unit; undefined where that is not known. Sales for almost
 * nothing and bundles are left out: many thefts in a row must not become what is usual.
 */
export function listUsualPrices(
  sales: readonly NftSale[],
  unitOf: (asset: string) => string,
): readonly (bigint | undefined)[] {
  const recent = new Map<string, bigint[]>();
  return sales.map(({ contract, price, items, itemCount }) => {
    if (!price) return undefined;
    const key = `${contract}/${unitOf(price.asset)}`;
    const before = recent.get(key) ?? [];
    const usual = before.length < LEAST ? undefined : median(before);
    if (countPieces({ items, itemCount }) === 1 && price.amount > 0n && !isNearZero(price.amount, usual))
      recent.set(key, [...before.slice(1 - LOOK_BACK), price.amount]);
    return usual;
  });
}
