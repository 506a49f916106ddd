import type { PlotAxes } from '@trailmark/drawing/chart/marks';

export interface PlotRoom {
  readonly axes: PlotAxes;
  /** Pixels of the plot without its labels. */
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** Lines across at the round amounts. */
export function PlotGrid({ axes: { y }, left, right }: PlotRoom) {
  return y.ticks.map(({ at, text }) => <path key={text} className="rule" d={`M${left} ${at}H${right}`} />);
}

/** The zero line, the time axis, and the labels of both. */
export function PlotLabels({ axes: { x, y }, left, right, bottom }: PlotRoom) {
  return (
    <>
      <path className="base" d={`M${left} ${y.place(0)}H${right}M${left} ${bottom}H${right}`} />
      {y.ticks.map(({ at, text }) => (
        <text key={text} x={left - 7} y={at + 4} textAnchor="end">
          {text}
        </text>
      ))}
      {x.ticks.map(({ at, text }) => (
        <g key={at}>
          <path className="base" d={`M${at} ${bottom}v4`} />
          <text x={at} y={bottom + 16} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </>
  );
}
