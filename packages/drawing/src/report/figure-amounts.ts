import { measureText } from '../picture/picture-text.ts';
import { type Box, doBoxesMeet } from './figure-words.ts';

type Point = readonly [x: number, y: number];

/** A line of a figure that wants its amount written. */
export interface AmountLine {
  readonly amount: string;
  readonly width: number;
  /** Its ways from node to passage to node, each of points. */
  readonly ways: readonly (readonly Point[])[];
  /** Middles of the level parts in the columns that it passes. */
  readonly passages: readonly Point[];
  /** Where it leaves the border of a node and where it arrives, and whether other lines do so there. */
  readonly start: Point;
  readonly end: Point;
  readonly isShared: { readonly start: boolean; readonly end: boolean };
}

/** The middle of an amount, its base line, and whether its own line is interrupted for it. */
export interface PlacedAmount {
  readonly x: number;
  readonly y: number;
  readonly box: Box;
  readonly isOnLine: boolean;
}

interface Candidate extends PlacedAmount {
  readonly cost: number;
}

/** What makes a place worse, in the order of how much it harms reading. */
const COST = { outside: 5_000, words: 900, amount: 900, line: 60, ownLine: 30, shared: 8, onLine: 4 } as const;
const EDGE = 2;
const SHARES = [0.5, 0.35, 0.65] as const;

/** Whether a straight piece of a line comes into a box. */
function meetsPiece({ left, right, top, bottom }: Box, [x1, y1]: Point, [x2, y2]: Point): boolean {
  if (Math.max(x1, x2) < left || Math.min(x1, x2) > right || Math.max(y1, y2) < top || Math.min(y1, y2) > bottom)
    return false;
  const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 2));
  return Array.from({ length: steps + 1 }, (_, step) => step / steps).some((share) => {
    const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    return x > left && x < right && y > top && y < bottom;
  });
}

function meetsLine({ left, right, top, bottom }: Box, { ways, width }: AmountLine): boolean {
  const room = width / 2;
  const box = { left: left - room, right: right + room, top: top - room, bottom: bottom + room };
  return ways.some((points) => points.slice(1).some((point, i) => meetsPiece(box, points[i] ?? point, point)));
}

function pointAt(points: readonly Point[], share: number): Point {
  const at = share * (points.length - 1);
  const [from, to] = [points[Math.floor(at)] as Point, points[Math.ceil(at)] as Point];
  const rest = at - Math.floor(at);
  return [from[0] + (to[0] - from[0]) * rest, from[1] + (to[1] - from[1]) * rest];
}

/** Places for an amount, the best first: next to a level part of its line, then upon the line. */
function listPlaces({ amount, width, ways, passages, start, end, isShared }: AmountLine, size: number): Candidate[] {
  const wide = measureText(amount, size, 'bold');
  const [ascent, descent] = [size * 0.74, size * 0.1];
  const place = (x: number, y: number, cost: number, isOnLine = false): Candidate => {
    const box = { left: x - wide / 2 - 1, right: x + wide / 2 + 1, top: y - ascent, bottom: y + descent };
    return { x, y, box, isOnLine, cost };
  };
  const above = -width / 2 - EDGE - descent;
  const below = width / 2 + EDGE + ascent;
  const beside = ([x, y]: Point, cost: number) => [place(x, y + above, cost), place(x, y + below, cost + 1)];
  const half = wide / 2 + 2;
  return [
    ...passages.flatMap((point) => beside(point, 0)),
    ...beside([end[0] - half, end[1]], isShared.end ? COST.shared : 0),
    ...beside([start[0] + half, start[1]], isShared.start ? COST.shared : 2),
    ...ways.flatMap((points) =>
      SHARES.map((share, i) => {
        const [x, y] = pointAt(points, share);
        return place(x, y + ascent / 2, COST.onLine + i, true);
      }),
    ),
  ];
}

/** Writes each amount where it is read as that of its line: clear of words, of other amounts, and of lines where there is room. */
export function placeAmounts(
  lines: readonly AmountLine[],
  words: readonly Box[],
  { width, size }: { readonly width: number; readonly size: number },
): readonly PlacedAmount[] {
  const placed: PlacedAmount[] = [];
  const count = (box: Box, boxes: readonly Box[]) => boxes.filter((other) => doBoxesMeet(box, other)).length;
  const costOf = ({ box, cost, isOnLine }: Candidate, own: AmountLine): number => {
    const others = lines.filter((line) => line !== own && meetsLine(box, line)).length;
    return (
      cost +
      (box.left < 0 || box.right > width ? COST.outside : 0) +
      COST.words * count(box, words) +
      COST.amount *
        count(
          box,
          placed.map((other) => other.box),
        ) +
      COST.line * others +
      (!isOnLine && meetsLine(box, own) ? COST.ownLine : 0)
    );
  };
  for (const line of lines) {
    const ranked = listPlaces(line, size).map((place) => ({ place, cost: costOf(place, line) }));
    const [best] = ranked.toSorted((a, b) => a.cost - b.cost);
    if (best) placed.push(best.place);
  }
  return placed;
}
