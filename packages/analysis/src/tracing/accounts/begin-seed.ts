import { type Departure, least, most, type Run } from './account-apportioning.ts';

/** A seed as it leaves for its trail, and what begins with it: what nothing traced had brought. */
export interface BegunSeed {
  readonly begun: bigint;
  readonly departure: Departure;
}

/** The first units of a payment and those marked already, as runs in their order. */
function markFirst(part: bigint, runs: readonly Run[]): Run[] {
  const marked: Run[] = [];
  let start = 0n;
  for (const { amount, isTraced } of runs) {
    const first = part > start ? least(part - start, amount) : 0n;
    if (first > 0n) marked.push({ amount: first, isTraced: true });
    if (first < amount) marked.push({ amount: amount - first, isTraced });
    start += amount;
  }
  return marked;
}

function tracedOf(runs: readonly Run[]): bigint {
  return runs.reduce((sum, { amount, isTraced }) => (isTraced ? sum + amount : sum), 0n);
}

/**
 * What a seed begins with, given what the payer's account makes of the payment. A whole seed is traced whole. Of a seed in part
 * the first units are traced, in addition to those that were already; methods that do not distinguish units take the larger amount, and
 * poison still adds what it adds to any payment.
 */
export function beginSeed(amount: bigint, part: bigint, left: Departure): BegunSeed {
  const brought = left.tainted - left.added;
  if (part >= amount) return { begun: amount - brought, departure: { tainted: amount, added: 0n, runs: undefined } };
  const runs = left.runs && markFirst(part, left.runs);
  const tainted = runs ? tracedOf(runs) : most(part, left.tainted);
  const begun = left.added > 0n ? most(part - brought, 0n) : tainted - brought;
  return { begun, departure: { tainted, added: tainted - brought - begun, runs } };
}
