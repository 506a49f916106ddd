import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';

/** An amount, and how many outputs carry exactly it. */
export interface EqualOutputs {
  readonly value: bigint;
  readonly count: number;
}

/** What detectors ask about the owners of the inputs. */
export interface InputOwners {
  readonly distinct: number;
  /** Most inputs that one owner has. */
  readonly most: number;
}

/** Output amounts with their counts, largest amount first. The order of the outputs makes no difference. */
export function groupOutputs(record: TransactionRecord): EqualOutputs[] {
  const counts = new Map<bigint, number>();
  for (const { value } of record.outputs) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : 0));
}

/** The most frequent amount; of two as frequent ones the larger, where the groups are in descending order. */
export function findMostFrequent(groups: readonly EqualOutputs[]): EqualOutputs | undefined {
  let most: EqualOutputs | undefined;
  for (const group of groups) if (group.count > (most?.count ?? 0)) most = group;
  return most;
}

/** The most frequent amount above `dust`; of two as frequent ones the larger. */
export function findMostFrequentOutput(record: TransactionRecord, dust: bigint): EqualOutputs | undefined {
  const counts = new Map<bigint, number>();
  let most: EqualOutputs | undefined;
  for (const { value } of record.outputs) {
    if (value <= dust) continue;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (!most || count > most.count || (count === most.count && value > most.value)) most = { value, count };
  }
  return most;
}

/** Counts of the input owners; undefined where one of them, or an input's value, is not known. */
export function countInputOwners(record: TransactionRecord): InputOwners | undefined {
  const counts = new Map<string, number>();
  let most = 0;
  for (const { owner, value } of record.inputs) {
    if (!owner || value === undefined) return undefined;
    const id = ownerId(owner);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    if (count > most) most = count;
  }
  return { distinct: counts.size, most };
}

/** Every output can be spent, and no two of them by the same owner. Mixes carry no data outputs. */
export function hasDistinctOutputOwners(record: TransactionRecord): boolean {
  const seen = new Set<string>();
  for (const { owner } of record.outputs) {
    if (!owner) return false;
    seen.add(ownerId(owner));
  }
  return seen.size === record.outputs.length;
}

/**
 * At most this many people could each have brought `share` units: inputs that reach it alone, and the smaller ones together.
 * An upper bound, and cheap. `slack` is the part of the share that may be missing, because some are paid for taking part.
 */
export function countPossibleFunders(record: TransactionRecord, share: bigint, slack: number): number {
  const needed = share - BigInt(Math.floor(Number(share) * slack));
  let alone = 0;
  let rest = 0n;
  for (const { value } of record.inputs) {
    if (value === undefined) continue;
    if (value >= needed) alone++;
    else rest += value;
  }
  return alone + (needed > 0n ? Number(rest / needed) : 0);
}
