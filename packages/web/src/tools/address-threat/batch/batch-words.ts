import { CATEGORIES, CATEGORY_IDS, type CategoryId } from '@trailmark/core/category';
import type { Batch, BatchRow } from './batch-queries.ts';
import type { ROW_STATES } from './batch-search.ts';

export const ROW_STATE_WORDS: Readonly<Record<(typeof ROW_STATES)[number], string>> = {
  scored: 'Scored',
  zero: 'Only rules without weight',
  none: 'No rule fired',
  unknown: 'Unknown',
  failed: 'Not screened',
  waiting: 'Waiting',
};

/** A category of this version; undefined for one that another version named. */
export function toCategory(id: string | null | undefined): CategoryId | undefined {
  return CATEGORY_IDS.find((known) => known === id);
}

export function nameCategory(id: string): string {
  const known = toCategory(id);
  return known ? CATEGORIES[known].name : id;
}

const SHOWN = 5;

/** Categories that get a column: those of the rows that weigh most, and of equal ones the most frequent. */
export function pickCategories(categories: Batch['categories']): readonly CategoryId[] {
  const known = categories.flatMap(({ name, count }) => {
    const id = toCategory(name);
    return id ? [{ id, count, weight: CATEGORIES[id].weight }] : [];
  });
  return known
    .toSorted((a, b) => b.weight - a.weight || b.count - a.count)
    .slice(0, SHOWN)
    .map(({ id }) => id);
}

/** Whether the row has shares: a row that was not read, or waits, has none of anything. */
export function hasShares({ state, shares, summary }: Pick<BatchRow, 'state' | 'shares' | 'summary'>): boolean {
  // A listed address has a verdict although no payment of it may have been read.
  const isRead = summary === null || summary.unknownPpm !== null;
  return shares !== null && state !== null && state !== 'unknown' && state !== 'failed' && isRead;
}

const STEPS = [0, 100_000, 300_000, 600_000, 900_000] as const;

/** Step of the ramp, 0 to 5; only a zero has step 0. */
export function heatStep(ppm: number): number {
  const step = STEPS.findIndex((most) => ppm <= most);
  return step < 0 ? STEPS.length : step;
}

/** "21 checksum fails, 9 unknown chain": how many lines were refused, by reason, the most first. */
export function countReasons(
  refused: Batch['refused'],
): readonly { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}
