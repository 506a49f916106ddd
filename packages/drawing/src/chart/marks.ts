import { curveStepAfter, line } from 'd3-shape';
import type { ChartAxis } from './axes.ts';

/** Milliseconds and a value; null where it is not known. */
export type ChartPoint = readonly [ms: number, value: number | null];

export interface PlotAxes {
  readonly x: ChartAxis;
  readonly y: ChartAxis;
}

/** Places in an SVG path, in tenths of a pixel. */
const DIGITS = 1;

/** A line in steps: a value is kept until the next point, and the line is interrupted where the value is not known. */
export function drawSteps(points: readonly ChartPoint[], { x, y }: PlotAxes): string {
  const draw = line<ChartPoint>()
    .digits(DIGITS)
    .defined(([, value]) => value !== null)
    .x(([ms]) => x.place(ms))
    .y(([, value]) => y.place(value ?? 0))
    .curve(curveStepAfter);
  return draw(points) ?? '';
}

/** Points of a line with no known neighbour: a line has no length there, so each needs a mark of its own. */
export function listLonePoints(points: readonly ChartPoint[], { x, y }: PlotAxes): readonly { x: number; y: number }[] {
  return points.flatMap(([ms, value], i) => {
    const isLone = (points[i - 1]?.[1] ?? null) === null && (points[i + 1]?.[1] ?? null) === null;
    return value !== null && isLone ? [{ x: x.place(ms), y: y.place(value) }] : [];
  });
}

export interface ChartBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A stretch of time with a value, milliseconds. */
export interface ChartColumn {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

const BAR_SHARE = 0.72;
const MIN_BAR = 1.5;
const MAX_BAR = 28;

/** A bar for each value that is not zero, up from the zero line or down from it, in the middle of its stretch of time. */
export function drawColumns(columns: readonly ChartColumn[], { x, y }: PlotAxes): readonly ChartBar[] {
  return columns.flatMap(({ from, to, value }) => {
    if (value === 0) return [];
    const [left, right] = [x.place(from), x.place(to)];
    const width = Math.min(MAX_BAR, Math.max(MIN_BAR, (right - left) * BAR_SHARE));
    const [zero, end] = [y.place(0), y.place(value)];
    return [{ x: (left + right - width) / 2, y: Math.min(zero, end), width, height: Math.abs(end - zero) }];
  });
}
