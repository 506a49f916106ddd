import type { StatementLine, StatementTotal, TotalKind } from '@trailmark/core/statement/statement';
import type { LocalDate } from './local-time.ts';

/** Counterparties with sums of their own; what comes after them is summed as one. */
const MOST_KEYS = 20_000;
/** Rows of a table that are answered, the largest first. */
const MOST_ROWS = 1_000;
const OTHERS = 'others';

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

function addLine(sums: Map<string, Sum>, found: Key, line: StatementLine): void {
  const parts = [...line.legs.map((leg) => ({ ...leg, isFee: false }))];
  if (line.fee) parts.push({ ...line.fee, isFee: true });
  for (const { asset, amount, value, isFee } of parts) {
    const wanted = `${found.key} ${asset}`;
    const isNew = !sums.has(wanted) && sums.size >= MOST_KEYS;
    const name = isNew ? { key: OTHERS, label: undefined } : found;
    const key = `${name.key} ${asset}`;
    const empty = { in: 0n, out: 0n, fees: 0n, count: 0, valueIn: 0n, valueOut: 0n, unpriced: 0 };
    const sum = sums.get(key) ?? { ...name, chain: line.chain, asset, ...empty };
    if (isFee) sum.fees -= amount;
    else if (amount > 0n) sum.in += amount;
    else sum.out -= amount;
    if (!isFee) sum.count += 1;
    if (value === undefined) sum.unpriced += 1;
    else if (value > 0n) sum.valueIn += value;
    else sum.valueOut -= value;
    sums.set(key, sum);
  }
}

function bySize(a: StatementTotal, b: StatementTotal): number {
  const size = ({ valueIn, valueOut }: StatementTotal) => valueIn + valueOut;
  return Number(size(b) - size(a)) || b.count - a.count || (a.key + a.asset < b.key + b.asset ? -1 : 1);
}

function byKey(a: StatementTotal, b: StatementTotal): number {
  return a.key + a.asset < b.key + b.asset ? -1 : 1;
}

/** Sums of lines by month, type, category and counterparty, for each asset. Spam is in none. */
export function createTotals(): {
  add(line: StatementLine, date: LocalDate): void;
  list(): Readonly<Record<TotalKind, readonly StatementTotal[]>>;
} {
  const sums = {
    month: new Map<string, Sum>(),
    type: new Map<string, Sum>(),
    category: new Map<string, Sum>(),
    counterparty: new Map<string, Sum>(),
  } satisfies Record<TotalKind, Map<string, Sum>>;
  const kinds = ['month', 'type', 'category', 'counterparty'] as const;
  return {
    add(line, date) {
      if (line.isSpam) return;
      for (const kind of kinds) addLine(sums[kind], KEYS[kind](line, date), line);
    },
    list: () => ({
      month: [...sums.month.values()].sort(byKey).slice(0, MOST_ROWS),
      type: [...sums.type.values()].sort(bySize).slice(0, MOST_ROWS),
      category: [...sums.category.values()].sort(bySize).slice(0, MOST_ROWS),
      counterparty: [...sums.counterparty.values()].sort(bySize).slice(0, MOST_ROWS),
    }),
  };
}
