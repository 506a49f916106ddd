import { pairOf, type WashWorld } from './wash-rule.ts';

interface TradingPair {
  readonly sales: number[];
  /** Bit 1: the lower wallet bought, bit 2: it sold. */
  directions: number;
  readonly wallets: readonly [low: number, high: number];
}

/** Among sales, the pairs of wallets that sold to each other in both directions, each with all its sales. */
export function findTradingPairs(world: WashWorld, sales: Iterable<number>): TradingPair[] {
  const size = world.table.wallets.length;
  const pairs = new Map<number, TradingPair>();
  for (const sale of sales) {
    const pair = pairOf(world, sale);
    if (!pair) continue;
    const low = Math.min(pair.buyer, pair.seller);
    const high = Math.max(pair.buyer, pair.seller);
    const known = pairs.get(low * size + high) ?? { sales: [], directions: 0, wallets: [low, high] };
    known.sales.push(sale);
    known.directions |= pair.buyer === low ? 1 : 2;
    if (known.sales.length === 1) pairs.set(low * size + high, known);
  }
  return [...pairs.values()].filter(({ directions }) => directions === 3);
}
