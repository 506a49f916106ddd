import type { CaseTimeline, CaseTimelineEvent } from '@trailmark/api/contract/case-timeline';
import type { ChartAxis } from '@trailmark/drawing/chart/axes';
import { measureText } from '@trailmark/drawing/picture/picture-text';

type Lane = CaseTimeline['lanes'][number];

/** A mark of a lane: one event, or several that are too close to be distinguished. */
export interface LaneMark {
  readonly key: string;
  readonly x: number;
  /** Where it ends; the same place for a moment. */
  readonly end: number;
  readonly row: number;
  readonly count: number;
  readonly event: CaseTimelineEvent | undefined;
  /** Empty where it would collide with the next. */
  readonly label: string;
  /** How high it is, 0 to 1, by the largest amount of its asset in the lane; undefined for what moves nothing. */
  readonly share?: number | undefined;
}

export interface LaneDrawing {
  readonly marks: readonly LaneMark[];
  readonly rows: number;
}

/** Closer marks join into one with a count. */
const CLOSEST = 6;
const MAX_ROWS = 5;
/** Width of a mark. */
const EDGE = 5;
const LABEL_SIZE = 11;
const LABEL_GAP = 8;
const MAX_LABEL = 32;

interface Placed {
  readonly x: number;
  readonly end: number;
  readonly events: readonly CaseTimelineEvent[];
  readonly count: number;
}

function placeOne(event: CaseTimelineEvent, { place }: ChartAxis, width: number): Placed {
  // What begins with the last second of the window is a mark at its edge, and not behind it.
  const x = Math.max(0, Math.min(place(event.starts * 1000), width - EDGE));
  const end = event.ends === null ? x : Math.min(width, place(event.ends * 1000));
  return { x, end: Math.max(x, end), events: [event], count: 1 };
}

/** Moments that are too close are one; what lasts stays separate. */
function joinClose(placed: readonly Placed[]): Placed[] {
  const joined: Placed[] = [];
  for (const one of placed) {
    const last = joined.at(-1);
    const isMoment = one.end - one.x < CLOSEST;
    if (last && isMoment && last.end - last.x < CLOSEST && one.x - last.x < CLOSEST) {
      joined[joined.length - 1] = { ...last, events: [...last.events, ...one.events], count: last.count + one.count };
    } else joined.push(one);
  }
  return joined;
}

/** The first row in which a mark covers no other. */
function chooseRow(ends: number[], { x, end }: Placed): number {
  const free = ends.findIndex((until) => until + CLOSEST <= x);
  const row = free >= 0 ? free : Math.min(ends.length, MAX_ROWS - 1);
  ends[row] = Math.max(ends[row] ?? 0, end);
  return row;
}

function labelOf({ count, events }: Placed): string {
  const [first] = events;
  if (count > 1 || !first) return `${count}`;
  return first.what.length > MAX_LABEL ? `${first.what.slice(0, MAX_LABEL - 1)}…` : first.what;
}

const amountOf = ({ received, sent }: NonNullable<CaseTimelineEvent['transaction']>): number =>
  Math.log1p(Number(received > sent ? received : sent));

const assetOf = ({ chain, asset }: NonNullable<CaseTimelineEvent['transaction']>) => `${chain} ${asset}`;

/** The largest amount of each asset, on a logarithmic scale: amounts of two assets are not compared. */
function findLargest(events: readonly CaseTimelineEvent[]): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const { transaction } of events) {
    if (!transaction) continue;
    const key = assetOf(transaction);
    largest.set(key, Math.max(largest.get(key) ?? 0, amountOf(transaction)));
  }
  return largest;
}

function shareOf({ events }: Placed, largest: ReadonlyMap<string, number>): number | undefined {
  const shares = events.flatMap(({ transaction }) => {
    const most = transaction && largest.get(assetOf(transaction));
    return transaction && most ? [amountOf(transaction) / most] : [];
  });
  return shares.length > 0 ? Math.max(...shares) : undefined;
}

function toMarks(placed: readonly Placed[], width: number): LaneDrawing {
  const largest = findLargest(placed.flatMap(({ events }) => events));
  const ends: number[] = [];
  const rows = placed.map((one) => chooseRow(ends, one));
  const marks = placed.map((one, i): LaneMark => {
    const next = placed[rows.findIndex((row, j) => j > i && row === rows[i])];
    const label = labelOf(one);
    const room = (next?.x ?? width) - one.x - LABEL_GAP;
    const fits = measureText(label, LABEL_SIZE, 'sans') + LABEL_GAP <= room;
    const [event] = one.events;
    return {
      key: event?.id ?? `${one.x}`,
      x: one.x,
      end: one.end,
      row: rows[i] ?? 0,
      count: one.count,
      event: one.count === 1 ? event : undefined,
      label: fits ? label : '',
      share: shareOf(one, largest),
    };
  });
  return { marks, rows: Math.max(1, ends.length) };
}

/** Positions of the marks of a lane: its events, or the counts of equal parts of the window where there are too many. */
export function drawLane({ marks, bins }: Pick<Lane, 'marks' | 'bins'>, axis: ChartAxis, width: number): LaneDrawing {
  if (marks) return toMarks(joinClose(marks.map((event) => placeOne(event, axis, width))), width);
  const places = (bins ?? []).map(({ from, to, count }): LaneMark => {
    const [x, end] = [axis.place(from * 1000), axis.place(to * 1000)];
    return { key: `${from}`, x, end, row: 0, count, event: undefined, label: '' };
  });
  return { marks: places, rows: 1 };
}
