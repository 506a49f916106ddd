import type { ChainId } from '@trailmark/core/chain';
import type { AssetId } from '@trailmark/core/ledger';
import {
  type StatementLeg,
  type StatementLine,
  type StatementTotal,
  TOTAL_KINDS,
  type TotalKind,
} from '@trailmark/core/statement/statement';
import type { LocalDate } from './local-time.ts';

/** Counterparties with sums of their own; what comes after them is summed as one. */
const MOST_KEYS = 20_000;
/** Rows of a table that are answered one by one, the largest first, or the newest months; what is left is summed by asset. */
const MOST_ROWS = 1_000;
const OTHERS = 'others';
const EARLIER = 'earlier';

interface Key {
  readonly key: string;
  readonly label: string | undefined;
}
type Sum = { -readonly [K in keyof StatementTotal]: StatementTotal[K] };

/** What a line counts under, by kind of total. */
const KEYS: Readonly<Record<TotalKind, (line: StatementLine, date: LocalDate) => Key>> = {
  month: (_, { month }) => ({ key: month, label: undefined }),
  type: ({ type }) => ({ key: type, label: undefined }),
  category: ({ parties, partyCount }) => {
    const category = partyCount === 1 ? parties[0]?.category : undefined;
    return { key: category ?? 'unlabelled', label: undefined };
  },
  counterparty: ({ parties, partyCount }) => {
    const [party] = parties;
    if (!party) return { key: 'none', label: undefined };
    return partyCount === 1 ? { key: party.address, label: party.label } : { key: 'several', label: undefined };
  },
};

/** Sums of one kind, by asset and key: both texts are there already, so that none is made for a line. */
class TotalTable {
  readonly #byAsset = new Map<AssetId, Map<string, Sum>>();
  #size = 0;

  sumOf({ key, label }: Key, asset: AssetId, chain: ChainId): Sum {
    let sums = this.#byAsset.get(asset);
    if (!sums) {
      sums = new Map();
      this.#byAsset.set(asset, sums);
    }
    const known = sums.get(key);
    if (known) return known;
    if (this.#size >= MOST_KEYS && key !== OTHERS) return this.sumOf({ key: OTHERS, label: undefined }, asset, chain);
    const empty = { in: 0n, out: 0n, fees: 0n, count: 0, valueIn: 0n, valueOut: 0n, unpriced: 0 };
    const made = { key, label, chain, asset, ...empty };
    sums.set(key, made);
    this.#size += 1;
    return made;
  }

  list(): Sum[] {
    return [...this.#byAsset.values()].flatMap((sums) => [...sums.values()]);
  }
}

function addLeg(sum: Sum, { amount, value }: StatementLeg, isFee: boolean): void {
  if (isFee) sum.fees -= amount;
  else if (amount > 0n) sum.in += amount;
  else sum.out -= amount;
  if (!isFee) sum.count += 1;
  if (value === undefined) sum.unpriced += 1;
  else if (value > 0n) sum.valueIn += value;
  else sum.valueOut -= value;
}

function byKey(a: StatementTotal, b: StatementTotal): number {
  return a.key + a.asset < b.key + b.asset ? -1 : 1;
}

function addSum(to: Sum, sum: Sum): void {
  for (const part of ['in', 'out', 'fees', 'valueIn', 'valueOut'] as const) to[part] += sum[part];
  to.count += sum.count;
  to.unpriced += sum.unpriced;
}

/** Rows that are not answered one by one as one row of each asset, so that a table always adds up to its lines. */
function join(sums: readonly Sum[], key: string, of: (count: number) => string): StatementTotal[] {
  const joined = new Map<AssetId, { readonly sum: Sum; count: number }>();
  for (const sum of sums) {
    const known = joined.get(sum.asset);
    if (known) addSum(known.sum, sum);
    const open = known ?? { sum: { ...sum, key }, count: 0 };
    if (sum.key !== OTHERS) open.count += 1;
    joined.set(sum.asset, open);
  }
  return [...joined.values()].map(({ sum, count }) => ({ ...sum, label: count === 0 ? undefined : of(count) }));
}

/** The largest first: by value, then by how often. The smallest of too many are one row of each asset, at the end. */
function bySize(sums: readonly Sum[]): StatementTotal[] {
  const sorted = sums
    .filter(({ key }) => key !== OTHERS)
    .map((sum) => ({ sum, size: sum.valueIn + sum.valueOut }))
    .sort((a, b) => (a.size < b.size ? 1 : a.size > b.size ? -1 : b.sum.count - a.sum.count || byKey(a.sum, b.sum)))
    .map(({ sum }) => sum);
  const rest = [...sorted.slice(MOST_ROWS), ...sums.filter(({ key }) => key === OTHERS)];
  return [...sorted.slice(0, MOST_ROWS), ...join(rest, OTHERS, (count) => `${count} smaller ones together`)];
}

/** Months in their order. The earliest of too many are one row of each asset, before them. */
function byMonth(sums: readonly Sum[]): StatementTotal[] {
  const sorted = sums.toSorted(byKey);
  const cut = Math.max(0, sorted.length - MOST_ROWS);
  return [...join(sorted.slice(0, cut), EARLIER, (count) => `${count} earlier ones together`), ...sorted.slice(cut)];
}

/** Sums of lines by month, type, category and counterparty, for each asset. Spam is in none. */
export function createTotals(): {
  add(line: StatementLine, date: LocalDate): void;
  list(): Readonly<Record<TotalKind, readonly StatementTotal[]>>;
} {
  const tables = {
    month: new TotalTable(),
    type: new TotalTable(),
    category: new TotalTable(),
    counterparty: new TotalTable(),
  } satisfies Record<TotalKind, TotalTable>;
  return {
    add(line, date) {
      if (line.isSpam) return;
      for (const kind of TOTAL_KINDS) {
        const key = KEYS[kind](line, date);
        for (const leg of line.legs) addLeg(tables[kind].sumOf(key, leg.asset, line.chain), leg, false);
        if (line.fee) addLeg(tables[kind].sumOf(key, line.fee.asset, line.chain), line.fee, true);
      }
    },
    list: () => ({
      month: byMonth(tables.month.list()),
      type: bySize(tables.type.list()),
      category: bySize(tables.category.list()),
      counterparty: bySize(tables.counterparty.list()),
    }),
  };
}
