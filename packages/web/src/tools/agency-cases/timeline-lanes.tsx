import type { CaseTimeline, CaseTimelineEvent } from '@trailmark/api/contract/case-timeline';
import type { CaseLane } from '@trailmark/core/case';
import { type ChartAxis, createTimeAxis } from '@trailmark/drawing/chart/axes';
import { useBoxSize } from '../../components/chart/use-box-size.ts';
import { formatPlural } from '../../format/number.ts';
import { drawLane, type LaneDrawing, type LaneMark } from './timeline-marks.ts';
import type { Span } from './timeline-window.ts';

type Lane = CaseTimeline['lanes'][number];

export const LANE_WORDS: Readonly<Record<CaseLane, string>> = {
  chain: 'On chain',
  reported: 'Reported',
  custody: 'Evidence and custody',
  decisions: 'Decisions, authority',
  tasks: 'Tasks',
};

const ROW = 16;
const TOP = 6;
const BIN_HEIGHT = 40;
/** Of the smallest amount. */
const LOWEST = 6;

/** Where a mark is: as high as its amount on the ground of the lane, else in its row. */
function standOf({ row, share }: LaneMark): { readonly y: number; readonly height: number } {
  if (share === undefined) return { y: TOP + row * ROW, height: 12 };
  const height = LOWEST + share * (BIN_HEIGHT - LOWEST);
  return { y: TOP + BIN_HEIGHT - height, height };
}

/** Several events: a column as high as their number is, or a bar with the number. */
function CountMark({ mark, most }: { readonly mark: LaneMark; readonly most: number }) {
  const { x, end, count, label } = mark;
  if (end <= x) {
    const { y, height } = standOf(mark);
    return (
      <g>
        <rect className="ct-fact" x={x} y={y} width={5} height={height} />
        {label && (
          <text className="ct-label" x={x + 8} y={y + 10}>
            {label}
          </text>
        )}
      </g>
    );
  }
  const height = Math.max(2, (Math.log1p(count) / Math.log1p(Math.max(1, most))) * BIN_HEIGHT);
  return (
    <rect className="ct-fact" x={x} y={TOP + BIN_HEIGHT - height} width={Math.max(1, end - x - 1)} height={height} />
  );
}

interface EventMarkProps {
  readonly mark: LaneMark;
  readonly event: CaseTimelineEvent;
  readonly isSelected: boolean;
  readonly onSelect: (event: string) => void;
}

/** A bar for a fact, a hollow one for what a person recorded, dots for an estimated time, a band for what lasts. */
function EventMark({ mark, event, isSelected, onSelect }: EventMarkProps) {
  const { x, end, label } = mark;
  const { y, height } = standOf(mark);
  const isBand = end - x > 6;
  const { isEstimated } = event;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same events for the keyboard
    <g className={isSelected ? 'ct-mark ct-selected' : 'ct-mark'} onClick={() => onSelect(event.id)}>
      <title>{event.what}</title>
      {isBand && (
        <rect className={isEstimated ? 'ct-estimated' : 'ct-band'} x={x} y={y + 1} width={end - x} height={ROW - 5} />
      )}
      <rect
        className={event.mark === 'fact' ? 'ct-fact' : 'ct-claim'}
        x={x}
        y={y}
        width={isBand ? 2 : 4}
        height={height}
        rx={1}
      />
      {isEstimated && !isBand && <line className="ct-dots" x1={x - 10} x2={x + 14} y1={y + 6} y2={y + 6} />}
      {label && (
        <text className="ct-label" x={x + 8} y={y + 10}>
          {label}
        </text>
      )}
    </g>
  );
}

interface LaneRowProps {
  readonly lane: Lane;
  readonly drawing: LaneDrawing;
  readonly axis: ChartAxis;
  readonly width: number;
  readonly selected: string | undefined;
  readonly line: number | undefined;
  readonly onSelect: (event: string) => void;
}

function LaneRow({ lane, drawing, axis, width, selected, line, onSelect }: LaneRowProps) {
  const hasHeights = lane.bins !== null || drawing.marks.some(({ share }) => share !== undefined);
  const height = TOP * 2 + Math.max(hasHeights ? BIN_HEIGHT : 0, lane.bins ? 0 : drawing.rows * ROW);
  const most = drawing.marks.reduce((a, { count }) => Math.max(a, count), 0);
  return (
    <div className="ct-lane">
      <div>
        <b>{LANE_WORDS[lane.lane]}</b>
        <span className="tm-t3 tm-sm">{formatPlural(lane.count, 'event')}</span>
      </div>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${LANE_WORDS[lane.lane]}: ${formatPlural(lane.count, 'event')}`}
      >
        {axis.ticks.map(({ at }) => (
          <line key={at} className="ct-grid" x1={at} x2={at} y1={0} y2={height} />
        ))}
        {drawing.marks.map((mark) =>
          mark.event ? (
            <EventMark
              key={mark.key}
              mark={mark}
              event={mark.event}
              isSelected={mark.event.id === selected}
              onSelect={onSelect}
            />
          ) : (
            <CountMark key={mark.key} mark={mark} most={most} />
          ),
        )}
        {line !== undefined && <line className="ct-line" x1={line} x2={line} y1={0} y2={height} />}
      </svg>
    </div>
  );
}

export interface TimelineLanesProps {
  readonly lanes: readonly Lane[];
  readonly window: Span;
  readonly selected: string | undefined;
  readonly onSelect: (event: string) => void;
}

/** The lanes of a window under one axis of time, with the selected event drawn through all of them. */
export function TimelineLanes({ lanes, window, selected, onSelect }: TimelineLanesProps) {
  const { ref, width: whole } = useBoxSize<HTMLDivElement>();
  const width = Math.max(0, whole);
  const axis = createTimeAxis([window.from * 1000, window.to * 1000], [0, Math.max(1, width)]);
  const found = lanes.flatMap(({ marks }) => marks ?? []).find(({ id }) => id === selected);
  const line = found && axis.place(Math.max(found.starts, window.from) * 1000);
  return (
    <div className="ct-lanes">
      <div className="ct-lane ct-axis">
        <span />
        <div ref={ref}>
          {axis.ticks.map(({ at, text }) => (
            <span key={at} className="tm-t3 tm-sm" style={{ left: at }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      {width > 0 &&
        lanes.map((lane) => (
          <LaneRow
            key={lane.lane}
            lane={lane}
            drawing={drawLane(lane, axis, width)}
            axis={axis}
            width={width}
            selected={selected}
            line={line}
            onSelect={onSelect}
          />
        ))}
    </div>
  );
}
