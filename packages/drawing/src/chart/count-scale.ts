export interface CountBin {
  /** Step of the colour ramp, 0 to 5; 0 is a counted zero. */
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

export interface CountScale {
  readonly levelOf: (count: number) => number;
  /** What each step in use means, for the legend. */
  readonly bins: readonly CountBin[];
}

const STEPS = 5;

/** Even bins from 1 to the highest count; few different counts get few, well separated steps. */
export function createCountScale(counts: readonly number[]): CountScale {
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const width = Math.max(1, Math.ceil(most / STEPS));
  const used = Math.ceil(most / width);
  const toLevel = (bin: number) => (used <= 1 ? STEPS - 1 : Math.round(1 + ((bin - 1) * (STEPS - 1)) / (used - 1)));
  const bins = Array.from({ length: used }, (_, i) => ({
    level: toLevel(i + 1),
    from: i * width + 1,
    to: Math.min(most, (i + 1) * width),
  }));
  return {
    levelOf: (count) => (count === 0 ? 0 : toLevel(Math.ceil(count / width))),
    bins: [{ level: 0, from: 0, to: 0 }, ...bins],
  };
}
