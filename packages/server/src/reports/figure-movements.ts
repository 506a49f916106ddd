import type { FactStep, FactTrace } from './report-facts.ts';

/** Traced money that went from one place of a figure to another, all of one asset. */
export interface Movement {
  /** Address, or the id of a transaction. */
  readonly from: string;
  readonly to: string;
  /** Places in half hops: addresses at even ones, transactions of several payers at odd ones. Where the trace begins is 0. */
  readonly fromAt: number;
  readonly toAt: number;
  readonly amount: bigint;
}

type Part = NonNullable<FactStep['inputs']>[number];

/** What of a step is traced, by address; an input or output that nobody can be named of goes by `other`. */
function sumByAddress(parts: readonly Part[], other: (part: Part) => string): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const part of parts) {
    if (part.tainted === '0') continue;
    const id = part.address ?? other(part);
    sums.set(id, (sums.get(id) ?? 0n) + BigInt(part.tainted));
  }
  return sums;
}

/**
 * Movements of a step of the Bitcoin family. Where several addresses pay, the ledger does not say which of them paid whom: all pay the
 * transaction, and the transaction pays.
 */
function listPaid({ inputs = [], outputs = [], txid, hop }: FactStep, isForward: boolean): readonly Movement[] {
  const payers = [...sumByAddress(inputs, ({ ref }) => ref)];
  const paid = [...sumByAddress(outputs, () => txid)];
  const [near, middle, far] = [2 * (hop - 1), 2 * hop - 1, 2 * hop];
  const [fromAt, toAt] = isForward ? [near, far] : [far, near];
  if (payers.length < 2) {
    const [payer] = inputs.filter(({ tainted }) => tainted !== '0');
    const from = payer?.address ?? txid;
    return paid.map(([to, amount]) => ({ from, to, fromAt, toAt, amount }));
  }
  return [
    ...payers.map(([from, amount]) => ({ from, to: txid, fromAt, toAt: middle, amount })),
    ...paid.filter(([to]) => to !== txid).map(([to, amount]) => ({ from: txid, to, fromAt: middle, toAt, amount })),
  ];
}

/** Movements of one asset of a trace, step by step. */
export function listMovements({ steps, direction }: FactTrace, asset: string): readonly Movement[] {
  const isForward = direction === 'forward';
  return steps.flatMap((step) => {
    const [near, far] = [2 * (step.hop - 1), 2 * step.hop];
    const transfers = (step.transfers ?? []).filter((one) => one.asset === asset && one.tainted !== '0');
    const moved = transfers.map(({ from, to, tainted }) => ({
      ...{ from: from ?? step.txid, to: to ?? step.txid, amount: BigInt(tainted) },
      ...(isForward ? { fromAt: near, toAt: far } : { fromAt: far, toAt: near }),
    }));
    return asset === '' ? [...moved, ...listPaid(step, isForward)] : moved;
  });
}

/** One line a pair of places. */
export function joinMovements(movements: readonly Movement[]): readonly Movement[] {
  const joined = new Map<string, Movement>();
  for (const one of movements) {
    const key = `${one.from} ${one.to}`;
    const known = joined.get(key);
    joined.set(key, known ? { ...known, amount: known.amount + one.amount } : one);
  }
  return [...joined.values()];
}

const isBetween = (at: number): boolean => at % 2 !== 0;

/** Where each place is, in half hops from where the trace begins: farther than what money came from, or went to where it is followed back. */
export function placeMovements(
  { seeds, direction }: FactTrace,
  asset: string,
  movements: readonly Movement[],
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const seed of seeds) if (seed.asset === asset && seed.address !== null) places.set(seed.address, 0);
  const isForward = direction === 'forward';
  for (const { from, to, fromAt, toAt } of movements) {
    const [near, nearAt, far, farAt] = isForward ? [from, fromAt, to, toAt] : [to, toAt, from, fromAt];
    const own = places.get(near) ?? Math.max(0, nearAt);
    places.set(near, own);
    const next = isBetween(own + 1) === isBetween(farAt) ? own + 1 : own + 2;
    const known = places.get(far);
    // A transaction is after the last of those that pay it.
    if (known === undefined || (isBetween(farAt) && known < next)) places.set(far, Math.max(farAt, next));
  }
  return places;
}
