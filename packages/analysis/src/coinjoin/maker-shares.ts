import type { RecordInput } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';

/** What must hold of amounts for makers to have taken part. */
export interface MakerTerms {
  /** The equal amount each participant receives, units. */
  readonly share: bigint;
  /** Most a maker may earn, units. */
  readonly mostEarned: bigint;
  /** Most sums of inputs one maker's may be chosen from: among too many, chance alone finds one that fits. */
  readonly mostSums: number;
  /** Inputs looked at before the search ends without an answer. */
  readonly mostSteps: number;
}

/** `undecided`: there are too many inputs, so that amounts which add up would mean nothing. */
export type MakerVerdict = 'makers' | 'none' | 'undecided';

/** More makers than any market has; the search goes one call deeper with each. */
const MOST_MAKERS = 200;

/** With fewer inputs allowed to a maker than this, that none fits says nothing. */
const USUAL_INPUTS = 3;

interface Search extends MakerTerms {
  /** Sums of the inputs of one owner, descending. */
  readonly parts: readonly bigint[];
  readonly isTaken: boolean[];
  readonly mostInputs: number;
  steps: number;
}

function descending(values: readonly bigint[]): bigint[] {
  return [...values].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
}

/** Inputs of one owner belong to one participant: their sums, descending. */
function sumByOwner(inputs: readonly RecordInput[]): bigint[] {
  const sums = new Map<string, bigint>();
  for (const { owner, value } of inputs) {
    if (!owner || value === undefined) continue;
    const id = ownerId(owner);
    sums.set(id, (sums.get(id) ?? 0n) + value);
  }
  return descending([...sums.values()]);
}

/** Most inputs a maker may bring so that there are no more than so many different choices of them. */
function countInputs(parts: number, mostSums: number): number {
  let choices = 1;
  let sums = 0;
  for (let taken = 1; taken <= parts; taken++) {
    choices = (choices * (parts - taken + 1)) / taken;
    sums += choices;
    if (sums > mostSums) return Math.max(1, taken - 1);
  }
  return parts;
}

/** Takes more inputs for one maker, from `next` on, until they sum up to what it received less what it may have earned. */
function takeInputs(
  search: Search,
  least: bigint,
  most: bigint,
  next: number,
  left: number,
  go: () => boolean,
): boolean {
  if (least <= 0n && go()) return true;
  if (left === 0) return false;
  let previous: bigint | undefined;
  for (let i = next; i < search.parts.length; i++) {
    if (++search.steps > search.mostSteps) return false;
    const part = search.parts[i] as bigint;
    if (search.isTaken[i] || part > most || part === previous) continue;
    // The largest that is left is too small, however many are taken.
    if (part * BigInt(left) < least) return false;
    previous = part;
    search.isTaken[i] = true;
    if (takeInputs(search, least - part, most - part, i + 1, left - 1, go)) return true;
    search.isTaken[i] = false;
  }
  return false;
}

/** Finds a maker's inputs for each change output from `at` on; `spare` of them may be the taker's. */
function assignMakers(search: Search, change: readonly bigint[], at: number, spare: number): boolean {
  const value = change[at];
  // Whoever is left is the taker, and must have brought something.
  if (value === undefined) return search.isTaken.includes(false);
  const received = search.share + value;
  const isMaker = takeInputs(search, received - search.mostEarned, received, 0, search.mostInputs, () =>
    assignMakers(search, change, at + 1, spare),
  );
  return isMaker || (spare > 0 && assignMakers(search, change, at + 1, spare - 1));
}

/**
 * Whether inputs can be given to makers so that each receives its share and one change output, and earns: never less than it
 * brought, and little more. What is left over is the taker's, who pays. The order of inputs and change makes no difference.
 */
export function findMakers(
  inputs: readonly RecordInput[],
  change: readonly bigint[],
  makers: number,
  terms: MakerTerms,
): MakerVerdict {
  const parts = sumByOwner(inputs);
  if (change.length < makers || parts.length <= makers) return 'none';
  if (makers > MOST_MAKERS) return 'undecided';
  const mostInputs = countInputs(parts.length, terms.mostSums);
  const search: Search = { ...terms, parts, isTaken: parts.map(() => false), mostInputs, steps: 0 };
  if (assignMakers(search, descending(change), 0, change.length - makers)) return 'makers';
  return search.steps > terms.mostSteps || mostInputs < USUAL_INPUTS ? 'undecided' : 'none';
}
