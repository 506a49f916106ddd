import type { BalancePoint } from '@trailmark/core/statement/statement';

/** Points kept of one asset: what a chart can show. */
const MOST_POINTS = 800;
const FIRST_STEP = 60;

/** The balance at the end of each step of time; steps double while there are too many, so that memory is bounded. */
export function createBalancePoints(): {
  add(time: number, amount: bigint | undefined): void;
  list(): readonly BalancePoint[];
} {
  let points: BalancePoint[] = [];
  let step = FIRST_STEP;
  const stepOf = (time: number) => Math.floor(time / step);
  function thin(): void {
    step *= 2;
    points = points.filter((point, i) => {
      const next = points[i + 1];
      return next === undefined || stepOf(next.time) !== stepOf(point.time);
    });
  }
  return {
    add(time, amount) {
      const last = points.at(-1);
      if (last && stepOf(last.time) === stepOf(time)) points.pop();
      points.push({ time, amount });
      while (points.length > MOST_POINTS) thin();
    },
    list: () => points,
  };
}
