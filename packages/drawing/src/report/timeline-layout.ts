import type { ReportTimeline } from '@trailmark/core/report/report-document';

/** A timeline at its place: points from its upper left corner. */
export interface TimelineLayout {
  readonly height: number;
  readonly axis: number;
  readonly left: number;
  readonly heads: readonly { readonly x: number; readonly lines: readonly string[] }[];
  /** Parts of the line of time; a gap is where periods are left out. */
  readonly segments: readonly { readonly from: number; readonly to: number; readonly isGap: boolean }[];
  readonly lanes: readonly { readonly name: string; readonly y: number }[];
  readonly dots: readonly { readonly x: number; readonly y: number; readonly radius: number; readonly count: string }[];
}

const NAMES = 58;
const HEAD = 34;
const LANE = 26;
const SMALLEST = 6;
const LARGEST = 11;

export function layoutTimeline({ columns, lanes, dots }: ReportTimeline, width: number): TimelineLayout {
  const step = (width - NAMES) / Math.max(1, columns.length);
  const xOf = (column: number): number => NAMES + step * (column + 0.5);
  const yOf = (lane: number): number => HEAD + LANE * (lane + 0.5);
  return {
    height: HEAD + LANE * lanes.length,
    axis: HEAD - 6,
    left: NAMES,
    heads: columns.map(({ lines }, i) => ({ x: xOf(i), lines: lines.filter((line) => line !== '') })),
    segments: columns.map(({ isApart }, i) => ({ from: i === 0 ? NAMES : xOf(i - 1), to: xOf(i), isGap: isApart })),
    lanes: lanes.map((name, i) => ({ name, y: yOf(i) })),
    dots: dots.map(({ column, lane, count }) => ({
      ...{ x: xOf(column), y: yOf(lane), count: String(count) },
      radius: Math.min(LARGEST, SMALLEST + 1.4 * Math.log2(count)),
    })),
  };
}
