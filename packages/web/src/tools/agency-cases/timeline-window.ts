import { CASE_LANES, type CaseLane } from '@trailmark/core/case';
import { z } from 'zod';
import { lenient, numberField } from '../../search-params.ts';

/** What of a timeline is shown; everything of it is in the address. */
const timelineSearch = z.object({
  from: lenient(numberField),
  to: lenient(numberField),
  lanes: lenient(z.string().max(60)),
  event: lenient(z.string().max(600)),
});

export interface TimelineView {
  /** Seconds since 1970, UTC; undefined for everything. */
  readonly window: Span | undefined;
  readonly lanes: readonly CaseLane[];
  readonly event: string | undefined;
}

/** From the first second on, up to the second one and without it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The narrowest window: closer events are in the table. */
const NARROWEST = 600;
const ZOOM = 2;
const SHIFT = 0.2;

export function readTimelineView(search: Readonly<Record<string, unknown>>): TimelineView {
  const { from, to, lanes, event } = timelineSearch.parse(search);
  const named = typeof lanes === 'string' ? lanes.split(',') : undefined;
  const known = CASE_LANES.filter((lane) => named?.includes(lane) ?? true);
  return {
    window: from !== undefined && to !== undefined && to > from ? { from, to } : undefined,
    lanes: known.length > 0 ? known : CASE_LANES,
    event,
  };
}

export function toTimelineSearch({ window, lanes, event }: TimelineView): object {
  return { ...window, lanes: lanes.length < CASE_LANES.length ? lanes.join(',') : undefined, event };
}

function clamp({ from, to }: Span, extent: Span): Span {
  const width = Math.min(Math.max(Math.round(to - from), NARROWEST), extent.to - extent.from);
  const start = Math.min(Math.max(Math.round(from), extent.from), extent.to - width);
  return { from: start, to: start + width };
}

/** Half or twice as wide, around a second that stays where it is. */
export function zoomWindow(window: Span, extent: Span, way: 'in' | 'out', around?: number): Span {
  const middle = around ?? (window.from + window.to) / 2;
  const factor = way === 'in' ? 1 / ZOOM : ZOOM;
  return clamp({ from: middle - (middle - window.from) * factor, to: middle + (window.to - middle) * factor }, extent);
}

/** A fifth of its width earlier or later. */
export function shiftWindow({ from, to }: Span, extent: Span, way: -1 | 1): Span {
  const step = (to - from) * SHIFT * way;
  return clamp({ from: from + step, to: to + step }, extent);
}

/** A window of so many seconds around the middle of the present one. */
export function resizeWindow({ from, to }: Span, extent: Span, seconds: number): Span {
  const middle = (from + to) / 2;
  return clamp({ from: middle - seconds / 2, to: middle + seconds / 2 }, extent);
}
