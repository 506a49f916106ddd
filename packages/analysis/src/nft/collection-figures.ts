import type { AccountKey } from '@trailmark/core/account-block';
import type { ItemEvent, NftSale } from '@trailmark/core/nft';
import type { CollectionTable } from './collection-table.ts';
import { findHolder, isBurnAddress } from './item-holders.ts';
import { median } from './median.ts';
import { isNearZero } from './theft/usual-prices.ts';

/** What a wallet bought and sold of a collection, in one unit. */
export interface TraderSum {
  readonly wallet: AccountKey;
  readonly boughtCount: number;
  readonly bought: bigint;
  readonly soldCount: number;
  readonly sold: bigint;
}

/** Wallets by what they bought, most first, of sales that are included and have a price in the unit. */
export function sumTraders(
  { sales, wallets, units }: CollectionTable,
  unit: string,
  includes: (sale: number) => boolean,
): TraderSum[] {
  const place = units.indexOf(unit);
  const sums = new Map<number, { boughtCount: number; bought: bigint; soldCount: number; sold: bigint }>();
  const sumOf = (wallet: number) => {
    const known = sums.get(wallet) ?? { boughtCount: 0, bought: 0n, soldCount: 0, sold: 0n };
    sums.set(wallet, known);
    return known;
  };
  for (let sale = 0; sale < sales.count; sale++) {
    if (sales.unit[sale] !== place || !includes(sale)) continue;
    const price = sales.price[sale] as bigint;
    const [buyer, seller] = [sales.buyer[sale] as number, sales.seller[sale] as number];
    if (buyer !== 0) {
      const sum = sumOf(buyer);
      sum.boughtCount++;
      sum.bought += price;
    }
    if (seller !== 0) {
      const sum = sumOf(seller);
      sum.soldCount++;
      sum.sold += price;
    }
  }
  return [...sums]
    .map(([wallet, sum]) => ({ wallet: wallets[wallet] as AccountKey, ...sum }))
    .sort((a, b) => compare(b.bought, a.bought) || compare(b.sold, a.sold) || (a.wallet < b.wallet ? -1 : 1));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A span of time with its sales: volume, what is flagged of it, and the lowest price that is not flagged strictly. */
export interface PeriodSum {
  /** Start, seconds since 1970 UTC. */
  readonly time: number;
  readonly count: number;
  readonly amount: bigint;
  readonly strict: bigint;
  readonly loose: bigint;
  /** Of single items; undefined where every sale of the period is flagged or of several items. */
  readonly lowest: bigint | undefined;
  readonly highest: bigint;
}

const MONTHS = { month: 1, quarter: 3 } as const;

/** Start of the calendar month or quarter of a time, UTC. */
export function periodStart(time: number, period: keyof typeof MONTHS): number {
  const date = new Date(time * 1_000);
  const month = Math.floor(date.getUTCMonth() / MONTHS[period]) * MONTHS[period];
  return Date.UTC(date.getUTCFullYear(), month) / 1_000;
}

/** Sums by calendar month or quarter, ascending; periods without sales in between are there with nothing. */
export function sumPeriods(
  { sales, units }: CollectionTable,
  unit: string,
  weights: Uint32Array,
  { strictFrom, looseFrom, period }: { strictFrom: number; looseFrom: number; period: keyof typeof MONTHS },
): PeriodSum[] {
  const place = units.indexOf(unit);
  const sums = new Map<number, OpenPeriod>();
  for (let sale = 0; sale < sales.count; sale++) {
    if (sales.unit[sale] !== place) continue;
    const time = periodStart(sales.time[sale] as number, period);
    const price = sales.price[sale] as bigint;
    const weight = weights[sale] as number;
    const sum = sums.get(time) ?? emptyPeriod(time);
    sums.set(time, sum);
    sum.count++;
    sum.amount += price;
    if (weight >= strictFrom) sum.strict += price;
    if (weight >= looseFrom) sum.loose += price;
    if (price > sum.highest) sum.highest = price;
  }
  const isSingle = (sale: number): boolean =>
    sales.unit[sale] === place && (weights[sale] as number) < strictFrom && sales.pieces[sale] === 1;
  const singles = Map.groupBy(listPlaces(sales.count, isSingle), (sale) =>
    periodStart(sales.time[sale] as number, period),
  );
  for (const [time, sum] of sums)
    sum.lowest = findLowest((singles.get(time) ?? []).map((sale) => sales.price[sale] as bigint));
  return fillPeriods(sums, period);
}

/** The lowest price that is more than a hundredth of the median: neither a gift nor a gift for one wei is a floor. */
function findLowest(all: readonly bigint[]): bigint | undefined {
  const prices = all.filter((price) => price > 0n);
  const usual = median(prices);
  return prices.reduce<bigint | undefined>((lowest, price) => {
    if (isNearZero(price, usual) || (lowest !== undefined && price >= lowest)) return lowest;
    return price;
  }, undefined);
}

function listPlaces(count: number, includes: (place: number) => boolean): number[] {
  return Array.from({ length: count }, (_, place) => place).filter(includes);
}

type OpenPeriod = { -readonly [Key in keyof PeriodSum]: PeriodSum[Key] };

function emptyPeriod(time: number): OpenPeriod {
  return { time, count: 0, amount: 0n, strict: 0n, loose: 0n, lowest: undefined, highest: 0n };
}

function fillPeriods(sums: ReadonlyMap<number, PeriodSum>, period: keyof typeof MONTHS): PeriodSum[] {
  const times = [...sums.keys()].sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const filled: PeriodSum[] = [];
  for (let time = first; time <= last; time = nextPeriod(time, period))
    filled.push(sums.get(time) ?? emptyPeriod(time));
  return filled;
}

function nextPeriod(time: number, period: keyof typeof MONTHS): number {
  const date = new Date(time * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + MONTHS[period]) / 1_000;
}

/** Who owns what of a collection, as far as its transfers show it. */
export interface Holders {
  /** Wallets with at least one item, most items first: without contracts that keep items for others. */
  readonly wallets: readonly { readonly wallet: AccountKey; readonly count: bigint }[];
  /** Items that are not burned, those in the keeping of contracts too. */
  readonly items: bigint;
  /** Transfers from somebody who had no such item: the collection is not known from its beginning, or its contract lies. */
  readonly contradictions: number;
}

/** Owners after the last transfer. */
export function findHolders(events: readonly Pick<ItemEvent, 'from' | 'to' | 'tokenId' | 'amount'>[]): Holders {
  const owned = new Map<string, bigint>();
  let contradictions = 0;
  for (const { from, to, tokenId, amount } of events) {
    if (from !== '') {
      const key = `${from}/${tokenId}`;
      const before = owned.get(key) ?? 0n;
      if (before < amount) contradictions++;
      if (before <= amount) owned.delete(key);
      else owned.set(key, before - amount);
    }
    if (!isBurnAddress(to)) owned.set(`${to}/${tokenId}`, (owned.get(`${to}/${tokenId}`) ?? 0n) + amount);
  }
  const items = [...owned.values()].reduce((sum, amount) => sum + amount, 0n);
  return { wallets: rankWallets(owned), items, contradictions };
}

/** Wallets by how many items they own, from what each owns of each token. */
function rankWallets(owned: ReadonlyMap<string, bigint>): Holders['wallets'] {
  const counts = new Map<string, bigint>();
  for (const [key, amount] of owned) {
    const wallet = key.slice(0, 40);
    if (!findHolder(wallet)) counts.set(wallet, (counts.get(wallet) ?? 0n) + amount);
  }
  return [...counts]
    .map(([wallet, count]) => ({ wallet, count }))
    .sort((a, b) => compare(b.count, a.count) || (a.wallet < b.wallet ? -1 : 1));
}

/** Sales with the highest price in a unit. */
export function highestSales(
  sales: readonly NftSale[],
  unitOf: (asset: string) => string,
  unit: string,
  limit: number,
): number[] {
  return sales
    .map((_, i) => i)
    .filter((i) => sales[i]?.price && unitOf(sales[i]?.price?.asset ?? '') === unit)
    .sort((a, b) => compare(sales[b]?.price?.amount ?? 0n, sales[a]?.price?.amount ?? 0n) || a - b)
    .slice(0, limit);
}
