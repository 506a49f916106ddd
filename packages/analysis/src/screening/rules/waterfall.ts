import type { FiredRule } from '@trailmark/core/screening/screening';
import type { Firing } from './fired.ts';

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The weightiest first; the order of equal ones depends on nothing but what they are about. */
function byWeight(a: Firing, b: Firing): number {
  return (
    b.weight - a.weight ||
    byText(a.rule, b.rule) ||
    byText(a.asset ?? '', b.asset ?? '') ||
    byText(a.way ?? '', b.way ?? '')
  );
}

/**
 * Each rule with its part of the score. A rule reaches up to its weight; patterns are added up, the weightiest first, and
 * reach up to the cap together. A part is what a rule adds above all that reach less, so parts add up to the score.
 */
export function addParts(
  firings: readonly Firing[],
  behaviourCap: number,
): { readonly fired: readonly FiredRule[]; readonly score: number } {
  const sorted = firings.toSorted(byWeight);
  let together = 0;
  const reaches = sorted.map((firing) => {
    if (firing.basis !== 'behaviour') return firing.weight;
    together = Math.min(behaviourCap, together + firing.weight);
    return together;
  });
  const parts = sorted.map(() => 0);
  let score = 0;
  const order = sorted.map((_, index) => index).toSorted((a, b) => (reaches[a] ?? 0) - (reaches[b] ?? 0) || a - b);
  for (const index of order) {
    const reach = reaches[index] ?? 0;
    parts[index] = reach - score;
    score = reach;
  }
  return { fired: sorted.map((firing, index) => ({ ...firing, part: parts[index] ?? 0 })), score };
}
