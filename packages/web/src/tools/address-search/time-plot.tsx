import type { EChartsCoreOption } from 'echarts/core';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type ActivityPoint, nearestPoint, periodEnd, snapSpan } from './chart-data.ts';
import type { Period } from './search.ts';
import { usePlot } from './use-plot.ts';

export interface TimePlotProps {
  /** What is drawn, for screen readers. */
  readonly label: string;
  readonly option: EChartsCoreOption;
  readonly points: readonly ActivityPoint[];
  readonly period: Period;
  /** Point under the pointer or the keyboard. */
  readonly current: number | undefined;
  readonly onCurrent: (index: number | undefined) => void;
  /** First and last second of whole periods that were dragged over, or of one that was chosen. */
  readonly onSpan: (span: readonly [number, number]) => void;
}

/** Shorter drags are clicks. */
const CLICK_PX = 5;

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Pixel of the pointer within the plot. */
function pointerX(event: PointerEvent<HTMLElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function useKeys({ points, period, current, onCurrent, onSpan }: TimePlotProps) {
  const [anchor, setAnchor] = useState<number | undefined>(undefined);
  return (event: KeyboardEvent) => {
    const at = current ?? -1;
    const last = points.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: Math.min(last, at + 1),
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setAnchor(event.shiftKey ? (anchor ?? Math.max(0, at)) : undefined);
      onCurrent(target);
    }
    const [first, second] = [points[Math.min(anchor ?? at, at)], points[Math.max(anchor ?? at, at)]];
    if (event.key === 'Enter' && first && second) onSpan([first.time, periodEnd(second.time, period) - 1]);
  };
}

/** A chart over time: pointer and arrow keys read it out, dragging (or Shift and arrows, then Enter) filters by date. */
export function TimePlot(props: TimePlotProps) {
  const { label, option, points, period, current, onCurrent, onSpan } = props;
  const plot = usePlot(option);
  const [drag, setDrag] = useState<Drag | undefined>(undefined);
  const onKeyDown = useKeys(props);
  const move = (event: PointerEvent<HTMLElement>) => {
    const x = pointerX(event);
    const ms = plot.toTime(x);
    if (ms !== undefined) onCurrent(nearestPoint(points, period, ms / 1000));
    if (drag) setDrag({ ...drag, to: x });
  };
  const finish = () => {
    const [from, to] = [plot.toTime(drag?.from ?? 0), plot.toTime(drag?.to ?? 0)];
    if (drag && from !== undefined && to !== undefined && Math.abs(drag.to - drag.from) >= CLICK_PX) {
      const span = snapSpan(points, period, [from / 1000, to / 1000]);
      if (span) onSpan(span);
    }
    setDrag(undefined);
  };
  const point = current === undefined ? undefined : points[current];
  const cursor = point && plot.toPixel(((point.time + periodEnd(point.time, period)) / 2) * 1000);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart that is walked with arrow keys has no element of its own
    <div
      className="as-plot"
      role="group"
      aria-roledescription="chart"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard walks the points
      tabIndex={0}
      aria-label={`${label}. Left and right arrows read the points, Enter filters the transactions to that period.`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: pointerX(event), to: pointerX(event) });
      }}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => onCurrent(undefined)}
    >
      <div ref={plot.box} className="canvas" aria-hidden="true" />
      {cursor !== undefined && <span className="cursor" style={{ left: cursor }} />}
      {drag && Math.abs(drag.to - drag.from) >= CLICK_PX && (
        <span className="span" style={{ left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) }} />
      )}
    </div>
  );
}
