import './chart.css';
import { createTimeAxis, createValueAxis, measureTicks } from '@trailmark/drawing/chart/axes';
import type { PlotAxes } from '@trailmark/drawing/chart/marks';
import { findNearestStretch, type Stretch, snapToStretches } from '@trailmark/drawing/chart/stretches';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { PlotGrid, PlotLabels } from './plot-axes.tsx';
import { useBoxSize } from './use-box-size.ts';

export interface TimePlotProps {
  /** What is drawn, for screen readers. */
  readonly label: string;
  /** Milliseconds: charts of a page may share one time axis. */
  readonly span: readonly [number, number];
  /** Every value that must be on the axis of amounts. */
  readonly values: readonly number[];
  /** What is read out, one stretch of time each. */
  readonly stretches: readonly Stretch[];
  /** The span that is filtered by, milliseconds. */
  readonly filter: readonly [number, number] | undefined;
  /** Stretch under the pointer or the keyboard. */
  readonly current: number | undefined;
  readonly onCurrent: (index: number | undefined) => void;
  /** First and last second of whole stretches that were dragged over, or of one that was chosen. */
  readonly onSpan: (span: readonly [number, number]) => void;
  readonly draw: (axes: PlotAxes) => ReactNode;
}

/** Shorter drags are clicks. */
const CLICK_PX = 5;
const ROOM = { top: 10, right: 12, bottom: 24, gap: 10 } as const;

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Pixel of the pointer within the plot. */
function pointerX(event: PointerEvent<HTMLElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function useKeys({ stretches, current, onCurrent, onSpan }: TimePlotProps) {
  const [anchor, setAnchor] = useState<number | undefined>(undefined);
  return (event: KeyboardEvent) => {
    const at = current ?? -1;
    const last = stretches.length - 1;
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
    const [first, second] = [stretches[Math.min(anchor ?? at, at)], stretches[Math.max(anchor ?? at, at)]];
    if (event.key === 'Enter' && first && second) onSpan([first.from, second.to - 1]);
  };
}

function useDrag({ stretches, onCurrent, onSpan }: TimePlotProps, axes: PlotAxes) {
  const [drag, setDrag] = useState<Drag | undefined>(undefined);
  const secondsAt = (pixel: number) => axes.x.valueAt(pixel) / 1000;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: pointerX(event), to: pointerX(event) });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const x = pointerX(event);
    onCurrent(findNearestStretch(stretches, secondsAt(x)));
    if (drag) setDrag({ ...drag, to: x });
  };
  const onPointerUp = () => {
    if (drag && Math.abs(drag.to - drag.from) >= CLICK_PX) {
      const span = snapToStretches(stretches, [secondsAt(drag.from), secondsAt(drag.to)]);
      if (span) onSpan(span);
    }
    setDrag(undefined);
  };
  const onPointerCancel = () => setDrag(undefined);
  const onPointerLeave = () => onCurrent(undefined);
  const shown = drag && Math.abs(drag.to - drag.from) >= CLICK_PX ? drag : undefined;
  return { shown, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave } };
}

function Band({ from, to, className, height }: Drag & { readonly className: string; readonly height: number }) {
  const [x, width] = [Math.min(from, to), Math.abs(to - from)];
  return <rect className={className} x={x} y={ROOM.top} width={width} height={Math.max(0, height)} />;
}

function usePlotAxes({ span, values }: TimePlotProps, width: number, height: number): PlotAxes {
  const [from, to] = span;
  return useMemo(() => {
    const y = createValueAxis(values, [height - ROOM.bottom, ROOM.top]);
    const x = createTimeAxis([from, to], [measureTicks(y.ticks) + ROOM.gap, width - ROOM.right]);
    return { x, y };
  }, [from, to, values, width, height]);
}

/** A chart over time: pointer and arrow keys read it out, dragging (or Shift and arrows, then Enter) filters by date. */
export function TimePlot(props: TimePlotProps) {
  const { label, span, stretches, filter, current, draw } = props;
  const { ref, width, height } = useBoxSize<HTMLDivElement>();
  const axes = usePlotAxes(props, width, height);
  const onKeyDown = useKeys(props);
  const { shown, handlers } = useDrag(props, axes);
  const stretch = current === undefined ? undefined : stretches[current];
  const inner = height - ROOM.top - ROOM.bottom;
  const room = { left: axes.x.place(span[0]), right: width - ROOM.right, bottom: height - ROOM.bottom };
  const cursor = stretch && axes.x.place(((stretch.from + stretch.to) / 2) * 1000);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart that is walked with arrow keys has no element of its own
    <div
      ref={ref}
      className="tm-plot"
      role="group"
      aria-roledescription="chart"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard walks the points
      tabIndex={0}
      aria-label={`${label}. Left and right arrows read the points, Enter filters the transactions to that period.`}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <PlotGrid axes={axes} {...room} />
          {filter && (
            <Band className="filter" from={axes.x.place(filter[0])} to={axes.x.place(filter[1])} height={inner} />
          )}
          {draw(axes)}
          <PlotLabels axes={axes} {...room} />
          {cursor !== undefined && <path className="cursor" d={`M${cursor} ${ROOM.top}v${inner}`} />}
          {shown && <Band className="span" {...shown} height={inner} />}
        </svg>
      )}
    </div>
  );
}
