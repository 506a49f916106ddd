/** How many subjects were screened at a time, in milliseconds. */
export interface RateSample {
  readonly at: number;
  readonly done: number;
}

const KEPT = 15;
const LEAST_MS = 1_500;

/** Adds what was seen. A count that went down belongs to another run: what was seen before is forgotten. */
export function addSample(samples: readonly RateSample[], sample: RateSample): readonly RateSample[] {
  const last = samples.at(-1);
  if (last && last.at >= sample.at) return samples;
  if (last && last.done > sample.done) return [sample];
  return [...samples, sample].slice(-KEPT);
}

/** Subjects a second over what was seen; undefined until there is enough of it, or where nothing happens. */
export function rateOf(samples: readonly RateSample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < LEAST_MS || last.done === first.done) return undefined;
  return ((last.done - first.done) * 1_000) / (last.at - first.at);
}

/** "31 a second", "24 a minute": never a rounded zero. */
export function describeRate(perSecond: number): string {
  if (perSecond >= 1) return `${Math.round(perSecond)} a second`;
  return `${Math.max(1, Math.round(perSecond * 60))} a minute`;
}
