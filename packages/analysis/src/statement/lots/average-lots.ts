import { type LotBook, shareOf } from './lot-book.ts';

/** One pool at its average cost. Where any of it came without a price, the cost of what leaves is unknown until the pool is empty. */
export function createAverageLots(): LotBook {
  let [total, cost]: [bigint, bigint | undefined] = [0n, 0n];
  return {
    method: 'average',
    add(_lot, amount, added) {
      total += amount;
      cost = cost === undefined || added === undefined ? undefined : cost + added;
    },
    take(wanted) {
      const amount = wanted < total ? wanted : total;
      const part = total === 0n ? undefined : shareOf(cost, amount, total);
      total -= amount;
      if (total === 0n) cost = 0n;
      else if (cost !== undefined && part !== undefined) cost -= part;
      return { parts: [], cost: amount < wanted ? undefined : part };
    },
    left: () => total,
  };
}
