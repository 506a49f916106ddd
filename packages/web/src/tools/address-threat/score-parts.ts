import type { FiredRule, Verdict } from '@trailmark/core/screening/screening';

/** One bar of the waterfall: where it begins and ends on the scale from 0 to 100. */
export interface ScorePart {
  readonly fired: FiredRule;
  readonly from: number;
  readonly to: number;
}

/**
 * Bars from the lightest rule to the weightiest. Each begins where the one before ends, so that the last ends at the score: a rule
 * counts what it adds above all of less weight. Rules that add nothing have a bar of no length.
 */
export function listScoreParts({ fired }: Pick<Verdict, 'fired'>): readonly ScorePart[] {
  let at = 0;
  return fired
    .toSorted((a, b) => a.weight - b.weight || a.part - b.part || (a.rule < b.rule ? -1 : 1))
    .map((one) => {
      const from = at;
      at += one.part;
      return { fired: one, from, to: at };
    });
}
