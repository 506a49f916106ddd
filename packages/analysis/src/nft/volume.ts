import type { CollectionTable } from './collection-table.ts';

/** Sales with a price in one unit: all = flagged + clean, to the smallest unit. */
export interface Volume {
  readonly unit: string;
  readonly count: number;
  readonly amount: bigint;
  readonly flaggedCount: number;
  readonly flagged: bigint;
  readonly cleanCount: number;
  readonly clean: bigint;
}

/** Volume by unit, largest count first; a sale is flagged where its weight is at least `from`. `rows` limits it to some sales. */
export function sumVolume(
  { sales, units }: CollectionTable,
  weights: Uint32Array,
  from: number,
  includes: (sale: number) => boolean = () => true,
): Volume[] {
  const sums = units.map((unit) => ({ unit, count: 0, amount: 0n, flaggedCount: 0, flagged: 0n }));
  for (let sale = 0; sale < sales.count; sale++) {
    const sum = sums[sales.unit[sale] as number];
    if (!sum || !includes(sale)) continue;
    const price = sales.price[sale] as bigint;
    sum.count++;
    sum.amount += price;
    if ((weights[sale] as number) < from) continue;
    sum.flaggedCount++;
    sum.flagged += price;
  }
  return sums
    .filter(({ count }) => count > 0)
    .map((sum) => ({ ...sum, cleanCount: sum.count - sum.flaggedCount, clean: sum.amount - sum.flagged }))
    .sort((a, b) => b.count - a.count);
}

/** Sales without a price: in no volume. */
export function countUnpriced({ sales }: CollectionTable): number {
  let count = 0;
  for (let sale = 0; sale < sales.count; sale++) if ((sales.unit[sale] as number) < 0) count++;
  return count;
}
