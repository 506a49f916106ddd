import {
  type ChartColumn,
  type ChartPoint,
  drawColumns,
  drawSteps,
  listLonePoints,
  type PlotAxes,
} from '@trailmark/drawing/chart/marks';

/** A value over time in steps, interrupted where it is not known. */
export function StepSeries({ points, axes }: { readonly points: readonly ChartPoint[]; readonly axes: PlotAxes }) {
  return (
    <g className="steps">
      <path d={drawSteps(points, axes)} />
      {listLonePoints(points, axes).map(({ x, y }) => (
        <rect key={x} x={x - 2} y={y - 2} width="4" height="4" />
      ))}
    </g>
  );
}

export interface ColumnSeriesProps {
  readonly columns: readonly ChartColumn[];
  readonly axes: PlotAxes;
  /** Colour of money in or of money out. */
  readonly look: 'in' | 'out';
}

/** Bars up or down from the zero line. */
export function ColumnSeries({ columns, axes, look }: ColumnSeriesProps) {
  return (
    <g className={look}>
      {drawColumns(columns, axes).map((bar) => (
        <rect key={bar.x} {...bar} />
      ))}
    </g>
  );
}
