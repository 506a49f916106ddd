import type { CaseTimeline } from '@trailmark/api/contract/case-timeline';
import { createTimeAxis } from '@trailmark/drawing/chart/axes';
import { type PointerEvent, useState } from 'react';
import { useBoxSize } from '../../components/chart/use-box-size.ts';
import type { Span } from './timeline-window.ts';
import { formatUtcDay } from './timeline-words.ts';

const HEIGHT = 36;
/** Steps of the handles over the whole. */
const STEPS = 500;

export interface TimelineOverviewProps {
  readonly bins: CaseTimeline['overview'];
  readonly extent: Span;
  readonly window: Span;
  readonly onWindow: (window: Span) => void;
}

/** Narrower than this is a click and no window. */
const NARROWEST_DRAG = 4;

/** A window that is drawn with the pointer over the overview; the two handles do the same with the keyboard. */
function useBrush(width: number, { from, to }: Span, onWindow: (window: Span) => void) {
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number } | undefined>();
  const placeOf = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): number =>
    Math.min(width, Math.max(0, clientX - currentTarget.getBoundingClientRect().left));
  const secondsAt = (x: number) => Math.round(from + (x / Math.max(1, width)) * (to - from));
  const end = () => {
    setDrag(undefined);
    if (!drag || Math.abs(drag.end - drag.start) < NARROWEST_DRAG) return;
    onWindow({
      from: secondsAt(Math.min(drag.start, drag.end)),
      to: secondsAt(Math.max(drag.start, drag.end)),
    });
  };
  return {
    drag: drag && { x: Math.min(drag.start, drag.end), width: Math.abs(drag.end - drag.start) },
    on: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ start: placeOf(event), end: placeOf(event) });
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const place = placeOf(event);
        setDrag((before) => before && { ...before, end: place });
      },
      onPointerUp: end,
      onPointerCancel: () => setDrag(undefined),
    },
  };
}

/** Everything by week, with the window over it: drawn with the pointer, or moved by its two ends with the arrow keys. */
export function TimelineOverview({ bins, extent, window, onWindow }: TimelineOverviewProps) {
  const { ref, width } = useBoxSize<HTMLDivElement>();
  const axis = createTimeAxis([extent.from * 1000, extent.to * 1000], [0, Math.max(1, width)]);
  const most = bins.reduce((a, { count }) => Math.max(a, count), 1);
  const step = (extent.to - extent.from) / STEPS;
  const toStep = (seconds: number) => Math.round((seconds - extent.from) / step);
  const toSeconds = (value: number) => Math.round(extent.from + value * step);
  const { drag, on } = useBrush(width, extent, onWindow);
  const [left, right] = [axis.place(window.from * 1000), axis.place(window.to * 1000)];
  return (
    <div className="ct-lane ct-overview">
      <span className="tm-t3 tm-sm">All events, by week</span>
      <div ref={ref}>
        <svg className="ct-brush" width={width} height={HEIGHT} aria-hidden="true" {...on}>
          {bins.map(({ from, to, count }) => {
            const [x, end] = [Math.max(0, axis.place(from * 1000)), Math.min(width, axis.place(to * 1000))];
            const height = Math.max(2, (Math.log1p(count) / Math.log1p(most)) * (HEIGHT - 4));
            return (
              <rect
                key={from}
                x={x}
                y={HEIGHT - height}
                width={Math.max(1, end - x - 1)}
                height={height}
                className="ct-week"
              />
            );
          })}
          <rect className="ct-window" x={left} y={1} width={Math.max(4, right - left)} height={HEIGHT - 2} />
          {drag && <rect className="ct-drag" x={drag.x} y={0} width={drag.width} height={HEIGHT} />}
        </svg>
        <div className="ct-handles">
          <input
            type="range"
            aria-label="Window begins"
            aria-valuetext={formatUtcDay(window.from)}
            min={0}
            max={STEPS - 1}
            value={Math.min(STEPS - 1, toStep(window.from))}
            onChange={(event) => {
              const from = toSeconds(Number(event.currentTarget.value));
              if (from < window.to) onWindow({ from, to: window.to });
            }}
          />
          <input
            type="range"
            aria-label="Window ends"
            aria-valuetext={formatUtcDay(window.to)}
            min={1}
            max={STEPS}
            value={Math.max(1, toStep(window.to))}
            onChange={(event) => {
              const to = toSeconds(Number(event.currentTarget.value));
              if (to > window.from) onWindow({ from: window.from, to });
            }}
          />
        </div>
        <div className="ct-ticks">
          {axis.ticks.map(({ at, text }) => (
            <span key={at} className="tm-t3 tm-sm" style={{ left: at }}>
              {text}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
