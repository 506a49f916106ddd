/** A stretch of time that a chart reads out as one, in seconds; `to` is the first second after it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Index of the stretch that contains the moment, else of the nearest one; undefined without any. */
export function findNearestStretch(stretches: readonly Stretch[], seconds: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  stretches.forEach(({ from, to }, i) => {
    const distance = seconds < from ? from - seconds : seconds >= to ? seconds - to + 1 : 0;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/** A dragged span widened to whole stretches: first and last second; undefined where it touches none. */
export function snapToStretches(
  stretches: readonly Stretch[],
  [a, b]: readonly [number, number],
): readonly [number, number] | undefined {
  const [low, high] = a <= b ? [a, b] : [b, a];
  const inside = stretches.filter(({ from, to }) => to > low && from <= high);
  const [first, last] = [inside[0], inside.at(-1)];
  return first && last ? [first.from, last.to - 1] : undefined;
}
