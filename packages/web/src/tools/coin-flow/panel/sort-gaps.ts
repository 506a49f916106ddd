export interface SortedGaps {
  /** "103,000 to 131,024", in the order of the chain. */
  readonly ranges: readonly string[];
  readonly others: readonly string[];
}

const RANGE = /^Heights ([\d,]+ to [\d,]+) are not held whole\.$/;

/** Takes runs of missing blocks out of what is missing, so that they are stated once. */
export function sortGaps(gaps: readonly string[]): SortedGaps {
  const ranges = gaps.flatMap((gap) => RANGE.exec(gap)?.[1] ?? []);
  return { ranges, others: gaps.filter((gap) => !RANGE.test(gap)) };
}
