import type { CategoryId } from '@trailmark/core/category';
import { arc } from 'd3-shape';
import { lookOf } from '../category-look.ts';

/** What an arc is of: a category, money behind addresses nobody names, money nobody knows of, or the small rest of a ring. */
export type WheelKind = CategoryId | 'unhosted' | 'unnamed' | 'unknown' | 'rest';

/** A part of all that was received or sent, in millionths of it. */
export interface WheelShare {
  readonly kind: WheelKind;
  readonly ppm: number;
}

export interface WheelInput {
  /** Paid by, or to, a party itself. */
  readonly direct: readonly WheelShare[];
  /** What is behind addresses nobody names: they are one arc of the outer ring, and the inner ring below it opens them up. */
  readonly behind: readonly WheelShare[];
}

export interface WheelArc {
  readonly ring: 'direct' | 'behind';
  readonly kind: WheelKind;
  /** Of all, not of the ring. */
  readonly ppm: number;
  /** `--tm-cat-…` */
  readonly family: string;
  /** SVG path around the centre of the wheel. */
  readonly path: string;
  /** Areas of the unknown are hatched, never filled. */
  readonly isHatched: boolean;
}

/** Share of an arc of the outer ring, written next to it. */
export interface WheelLabel {
  readonly kind: WheelKind;
  readonly ppm: number;
  /** Line from the arc to the words. */
  readonly leader: string;
  /** Left edge and middle of glyph and words. */
  readonly x: number;
  readonly y: number;
}

export interface Wheel {
  readonly arcs: readonly WheelArc[];
  /** The part of the inner ring with nothing behind it; empty where all is behind. */
  readonly well: string;
  readonly labels: readonly WheelLabel[];
}

/** The drawing has its centre at 0, 0 and reaches this far. */
export const WHEEL_BOX = { left: -198, top: -142, width: 396, height: 284 } as const;

const RADII = { direct: [90, 112], behind: [62, 84] } as const;
const GAP = (1.8 * Math.PI) / 180;
/** Series of a ring that are drawn apart; the rest is one arc, and the table lists it. */
const MOST_SERIES = 8;
/** Smaller arcs have no words next to them. */
const LABELLED_PPM = 10_000;
const LABEL = { height: 16, width: 62, from: 114, to: 126, edge: 134 } as const;

const FAMILIES = [
  'sanctioned',
  'darknet',
  'scam',
  'mixer',
  'bridge',
  'exchange',
  'defi',
  'mining',
  'wallet',
  'unknown',
];
const LAST: readonly WheelKind[] = ['rest', 'unnamed', 'unknown', 'unhosted'];

/** Hue of what an arc is of. */
export function familyOf(kind: WheelKind): string {
  if (kind === 'unhosted' || kind === 'unnamed') return 'wallet';
  return kind === 'unknown' || kind === 'rest' ? 'unknown' : lookOf(kind).family;
}

function order(a: WheelShare, b: WheelShare): number {
  const last = LAST.indexOf(a.kind) - LAST.indexOf(b.kind);
  if (last !== 0) return last;
  return FAMILIES.indexOf(familyOf(a.kind)) - FAMILIES.indexOf(familyOf(b.kind)) || b.ppm - a.ppm;
}

/** One share for each kind, at most eight of them, in the fixed order of hues. */
function toSeries(shares: readonly WheelShare[]): readonly WheelShare[] {
  const sums = new Map<WheelKind, number>();
  for (const { kind, ppm } of shares) if (ppm > 0) sums.set(kind, (sums.get(kind) ?? 0) + ppm);
  const all = [...sums].map(([kind, ppm]) => ({ kind, ppm })).sort((a, b) => b.ppm - a.ppm || order(a, b));
  if (all.length <= MOST_SERIES) return all.sort(order);
  const rest = all.slice(MOST_SERIES - 1).reduce((sum, { ppm }) => sum + ppm, 0);
  return [...all.slice(0, MOST_SERIES - 1), { kind: 'rest' as const, ppm: rest }].sort(order);
}

/** Angles from the top, clockwise, radians; neighbours are a gap apart, and a small arc gives a quarter of itself at most. */
function drawRing(ring: WheelArc['ring'], shares: readonly WheelShare[], from: number, scale: number) {
  const [inner, outer] = RADII[ring];
  const draw = arc<void>().innerRadius(inner).outerRadius(outer).digits(2);
  const isAlone = shares.length === 1 && (shares[0]?.ppm ?? 0) * scale > 2 * Math.PI - 1e-9;
  let at = from;
  return shares.map(({ kind, ppm }) => {
    const sweep = ppm * scale;
    const gap = isAlone ? 0 : Math.min(GAP, sweep / 4);
    const [start, end] = [at + gap / 2, at + sweep - gap / 2];
    at += sweep;
    const path = draw.startAngle(start).endAngle(end)() ?? '';
    const family = familyOf(kind);
    return {
      arc: { ring, kind, ppm, family, path, isHatched: kind === 'unknown' },
      middle: (start + end) / 2,
      end: at,
    };
  });
}

interface Place {
  readonly share: WheelShare;
  readonly middle: number;
  y: number;
}

/** Moves labels of one side apart, downwards first and then back from the lower edge. */
function spread(places: Place[]): void {
  places.sort((a, b) => a.y - b.y);
  const [top, bottom] = [-LABEL.edge, LABEL.edge];
  for (const [i, place] of places.entries())
    place.y = Math.max(place.y, (places[i - 1]?.y ?? top - LABEL.height) + LABEL.height);
  for (let i = places.length - 1; i >= 0; i--) {
    const place = places[i];
    if (place) place.y = Math.min(place.y, (places[i + 1]?.y ?? bottom + LABEL.height) - LABEL.height);
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

function toLabels(places: readonly Place[]): readonly WheelLabel[] {
  const [right, left] = [
    places.filter(({ middle }) => Math.sin(middle) >= 0),
    places.filter(({ middle }) => Math.sin(middle) < 0),
  ];
  spread(right);
  spread(left);
  return places.map(({ share, middle, y }) => {
    const [sin, cos] = [Math.sin(middle), -Math.cos(middle)];
    const x = sin * LABEL.to;
    const from = `${round(sin * LABEL.from)} ${round(cos * LABEL.from)}`;
    return {
      ...share,
      leader: `M${from}L${round(x)} ${round(y)}`,
      x: round(sin >= 0 ? x + 4 : x - 4 - LABEL.width),
      y: round(y),
    };
  });
}

/**
 * The wheel of one direction. Both rings use one scale: an arc of a quarter is a quarter of all money, on either ring. Shares
 * that do not add up to a million (each is rounded down) are stretched to the whole circle; none at all draws nothing.
 */
export function drawExposureWheel({ direct, behind }: WheelInput): Wheel {
  const [named, inner] = [toSeries(direct), toSeries(behind)];
  const hidden = inner.reduce((sum, { ppm }) => sum + ppm, 0);
  const total = named.reduce((sum, { ppm }) => sum + ppm, 0) + hidden;
  if (total === 0) return { arcs: [], well: '', labels: [] };
  const scale = (2 * Math.PI) / total;
  const outer = drawRing('direct', hidden > 0 ? [...named, { kind: 'unhosted', ppm: hidden }] : named, 0, scale);
  const opened = drawRing('behind', inner, (total - hidden) * scale, scale);
  const places = outer
    .filter(({ arc: { ppm } }) => ppm >= LABELLED_PPM)
    .map(({ arc: { kind, ppm }, middle }) => ({ share: { kind, ppm }, middle, y: -Math.cos(middle) * LABEL.to }));
  const [from, to] = RADII.behind;
  const well = arc<void>()
    .innerRadius(from)
    .outerRadius(to)
    .digits(2)
    .startAngle(0)
    .endAngle((total - hidden) * scale);
  return {
    arcs: [...outer, ...opened].map((one) => one.arc),
    well: hidden < total ? (well() ?? '') : '',
    labels: toLabels(places),
  };
}
