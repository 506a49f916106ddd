import type { FlowPlace } from '@trailmark/core/flow/flow-document';

/** `align-x`: one column. `align-y`: one row. `spread`: equal distances in their direction. */
export type Arrangement = 'align-x' | 'align-y' | 'spread';
type Held = readonly (readonly [key: string, place: FlowPlace])[];

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function span(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

function spread(held: Held): Held {
  const axis = span(held.map(([, { x }]) => x)) > span(held.map(([, { y }]) => y)) ? 'x' : 'y';
  const sorted = [...held].sort(([a, p], [b, q]) => p[axis] - q[axis] || (a < b ? -1 : 1));
  const from = sorted[0]?.[1][axis] ?? 0;
  const step = ((sorted.at(-1)?.[1][axis] ?? 0) - from) / Math.max(1, sorted.length - 1);
  return sorted.map(([key, place], i) => [key, { ...place, [axis]: Math.round(from + i * step) }]);
}

/** New places of what is selected; the same selection gives the same places. */
export function arrangePlaces(how: Arrangement, held: Held): Held {
  if (held.length < 2) return held;
  if (how === 'spread') return spread(held);
  const axis = how === 'align-x' ? 'x' : 'y';
  const line = Math.round(mean(held.map(([, place]) => place[axis])));
  return held.map(([key, place]) => [key, { ...place, [axis]: line }]);
}
