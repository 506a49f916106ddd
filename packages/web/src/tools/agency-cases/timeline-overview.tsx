import type { CaseTimeline } from '@trailmark/api/contract/case-timeline';
import { createTimeAxis } from '@trailmark/drawing/chart/axes';
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

/** Everything by week, with the window over it; its two ends are moved by pointer or with the arrow keys. */
export function TimelineOverview({ bins, extent, window, onWindow }: TimelineOverviewProps) {
  const { ref, width } = useBoxSize<HTMLDivElement>();
  const axis = createTimeAxis([extent.from * 1000, extent.to * 1000], [0, Math.max(1, width)]);
  const most = bins.reduce((a, { count }) => Math.max(a, count), 1);
  const step = (extent.to - extent.from) / STEPS;
  const toStep = (seconds: number) => Math.round((seconds - extent.from) / step);
  const toSeconds = (value: number) => Math.round(extent.from + value * step);
  const [left, right] = [axis.place(window.from * 1000), axis.place(window.to * 1000)];
  return (
    <div className="ct-lane ct-overview">
      <span className="tm-t3 tm-sm">All events, by week</span>
      <div ref={ref}>
        <svg width={width} height={HEIGHT} aria-hidden="true">
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
