import type { TransactionRecord } from '@trailmark/core/output-ledger';

/** What a walk over a whole ledger left traced: by `txid:vout` of outputs nobody spends, and in fees. */
export interface ReferenceTotals {
  readonly held: ReadonlyMap<string, bigint>;
  readonly fees: bigint;
}

type Marked = readonly boolean[];

/** Reads the traced units of a coin in an order of its own. */
interface UnitMethod {
  /** Fills outputs, in order, from the line of all input units. */
  readonly deal: (line: Marked, outputs: readonly number[]) => { outputs: Marked[]; fee: Marked };
}

const FIFO: UnitMethod = {
  deal(line, outputs) {
    let next = 0;
    const dealt = outputs.map((value) => {
      next += value;
      return line.slice(next - value, next);
    });
    return { outputs: dealt, fee: line.slice(next) };
  },
};

const LIFO: UnitMethod = {
  deal(line, outputs) {
    let end = line.length;
    const dealt = outputs.map((value) => {
      end -= value;
      return line.slice(end, end + value);
    });
    return { outputs: dealt, fee: line.slice(0, end) };
  },
};

interface Walk {
  readonly records: readonly TransactionRecord[];
  /** `position:vout`. */
  readonly seeds: ReadonlySet<string>;
}

const countTraced = (units: Marked): bigint => BigInt(units.filter(Boolean).length);

/** Every unit of money an element of an array: obviously right, and only for small amounts. */
function walkUnits({ records, seeds }: Walk, method: UnitMethod): ReferenceTotals {
  const coins = new Map<string, Marked>();
  const names = new Map<string, string>();
  let fees = 0n;
  for (const { position, txid, inputs, outputs, isCoinbase } of records) {
    const line = inputs.flatMap(({ source, vout }) => {
      const units = coins.get(`${source}:${vout}`) ?? [];
      coins.delete(`${source}:${vout}`);
      return units;
    });
    const values = outputs.map(({ value }) => Number(value));
    const issued = values.reduce((sum, value) => sum + value, 0);
    const { outputs: dealt, fee } = method.deal(isCoinbase ? Array(issued).fill(false) : line, values);
    fees += countTraced(fee);
    for (const [vout, units] of dealt.entries()) {
      const key = `${position}:${vout}`;
      coins.set(key, seeds.has(key) ? units.map(() => true) : units);
      names.set(key, `${txid}:${vout}`);
    }
  }
  const held = [...coins].map(([key, units]) => [names.get(key) ?? key, countTraced(units)] as const);
  return { held: new Map(held.filter(([, amount]) => amount > 0n)), fees };
}

interface Run {
  readonly length: bigint;
  readonly isTraced: boolean;
}

/** Takes the first units off a line of runs. */
function takeFront(line: Run[], amount: bigint): Run[] {
  const taken: Run[] = [];
  for (let left = amount; left > 0n; ) {
    const run = line.shift() ?? { length: left, isTraced: false };
    const over = run.length - left;
    taken.push({ ...run, length: over > 0n ? left : run.length });
    if (over > 0n) line.unshift({ ...run, length: over });
    left -= run.length;
  }
  return taken;
}

const sumTraced = (runs: readonly Run[]): bigint =>
  runs.reduce((sum, { length, isTraced }) => (isTraced ? sum + length : sum), 0n);

/** FIFO with runs of equal units in place of single ones, for real amounts. */
export function referenceFifoRuns({ records, seeds }: Walk): ReferenceTotals {
  const coins = new Map<string, { readonly name: string; readonly runs: readonly Run[] }>();
  let fees = 0n;
  for (const { position, txid, inputs, outputs } of records) {
    const line = inputs.flatMap(({ source, vout, value = 0n }): readonly Run[] => {
      const coin = coins.get(`${source}:${vout}`);
      coins.delete(`${source}:${vout}`);
      return coin?.runs ?? [{ length: value, isTraced: false }];
    });
    for (const [vout, { value }] of outputs.entries()) {
      const key = `${position}:${vout}`;
      const runs = takeFront(line, value);
      coins.set(key, { name: `${txid}:${vout}`, runs: seeds.has(key) ? [{ length: value, isTraced: true }] : runs });
    }
    fees += sumTraced(line);
  }
  const held = [...coins.values()].map(({ name, runs }) => [name, sumTraced(runs)] as const);
  return { held: new Map(held.filter(([, amount]) => amount > 0n)), fees };
}

export const referenceFifo = (walk: Walk): ReferenceTotals => walkUnits(walk, FIFO);
export const referenceLifo = (walk: Walk): ReferenceTotals => walkUnits(walk, LIFO);

/** Hands out an amount by proportion: down to whole units, then one at a time to whoever is furthest below their due. */
function dealInProportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / total);
  let left = amount - parts.reduce((sum, part) => sum + part, 0n);
  const isServed = weights.map(() => false);
  for (; left > 0n; left--) {
    let best = -1;
    let bestDue = -1n;
    for (const [i, weight] of weights.entries()) {
      const due = (amount * weight) % total;
      if (!isServed[i] && due > bestDue) [best, bestDue] = [i, due];
    }
    parts[best] = (parts[best] ?? 0n) + 1n;
    isServed[best] = true;
  }
  return parts;
}

interface Share {
  readonly outputs: readonly bigint[];
  readonly fee: bigint;
}

/** Amounts by coin in chain order, divided by `divide`, which sees only sums. */
function walkAmounts(
  { records, seeds }: Walk,
  divide: (tainted: bigint, outputs: readonly bigint[], fee: bigint) => Share,
): ReferenceTotals {
  const coins = new Map<string, { name: string; amount: bigint }>();
  let fees = 0n;
  for (const { position, txid, inputs, outputs, fee } of records) {
    let tainted = 0n;
    for (const { source, vout } of inputs) {
      tainted += coins.get(`${source}:${vout}`)?.amount ?? 0n;
      coins.delete(`${source}:${vout}`);
    }
    const values = outputs.map(({ value }) => value);
    const share = divide(tainted, values, fee ?? 0n);
    fees += share.fee;
    for (const [vout, value] of values.entries()) {
      const key = `${position}:${vout}`;
      coins.set(key, { name: `${txid}:${vout}`, amount: seeds.has(key) ? value : (share.outputs[vout] ?? 0n) });
    }
  }
  const held = [...coins.values()].map(({ name, amount }) => [name, amount] as const);
  return { held: new Map(held.filter(([, amount]) => amount > 0n)), fees };
}

export function referenceHaircut(walk: Walk): ReferenceTotals {
  return walkAmounts(walk, (tainted, outputs, fee) => {
    const parts = dealInProportion(tainted, [...outputs, fee]);
    return { outputs: parts.slice(0, -1), fee: parts.at(-1) ?? 0n };
  });
}

export function referencePoison(walk: Walk): ReferenceTotals {
  return walkAmounts(walk, (tainted, outputs, fee) =>
    tainted > 0n ? { outputs, fee } : { outputs: outputs.map(() => 0n), fee: 0n },
  );
}
