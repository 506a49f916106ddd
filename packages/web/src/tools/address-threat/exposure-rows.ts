import type { CategoryId } from '@trailmark/core/category';
import { CATEGORIES } from '@trailmark/core/category';
import type {
  AssetExposure,
  ExposureRing,
  ExposureWay,
  PartyExposure,
  Remainder,
  RemainderShare,
} from '@trailmark/core/screening/exposure';
import { isSumKnown, UNKNOWN_REMAINDERS } from '@trailmark/core/screening/exposure';
import type { WheelInput, WheelKind } from '@trailmark/drawing/chart/exposure-wheel';

/** Amount and its share of all that moved in that direction, millionths. */
export interface ExposureCell {
  readonly amount: bigint;
  readonly ppm: number;
}

type Cells = Readonly<Record<ExposureWay, Readonly<Record<ExposureRing, ExposureCell>>>>;

interface RowFigures {
  readonly cells: Cells;
  readonly received: bigint;
  readonly sent: bigint;
}

/** Everything that reached parties of one category. */
export interface CategoryRow extends RowFigures {
  readonly kind: 'category';
  readonly id: CategoryId;
  /** At the closes of the days, millionths of the currency; null where a day has no price. */
  readonly money: bigint | null;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly minHops: number;
  readonly ends: number;
  /** Fewest hops, then the largest amount. */
  readonly nearest: PartyExposure;
  /** Largest first. */
  readonly parties: readonly PartyExposure[];
}

/** What reached nobody who is named, by why. */
export interface RemainderRow extends RowFigures {
  readonly kind: 'remainder';
  readonly id: Remainder;
}

/** Sums of the columns: with every row they are all that moved. */
export interface TotalRow extends RowFigures {
  readonly kind: 'total';
  readonly id: 'total';
}

export type ExposureRow = CategoryRow | RemainderRow | TotalRow;

const MILLION = 1_000_000n;

interface Part {
  readonly way: ExposureWay;
  readonly ring: ExposureRing;
  readonly amount: bigint;
}

function toFigures(parts: readonly Part[], totals: Readonly<Record<ExposureWay, bigint>>): RowFigures {
  const sum = (way: ExposureWay, ring?: ExposureRing) =>
    parts.reduce((all, one) => (one.way === way && (!ring || one.ring === ring) ? all + one.amount : all), 0n);
  const cell = (way: ExposureWay, ring: ExposureRing): ExposureCell => {
    const amount = sum(way, ring);
    return { amount, ppm: totals[way] === 0n ? 0 : Number((amount * MILLION) / totals[way]) };
  };
  const ofWay = (way: ExposureWay) => ({ direct: cell(way, 'direct'), indirect: cell(way, 'indirect') });
  return { cells: { in: ofWay('in'), out: ofWay('out') }, received: sum('in'), sent: sum('out') };
}

/** Money that reached nobody who is named is behind unlabelled addresses: the second ring. */
const toPart = ({ way, amount }: RemainderShare): Part => ({ way, ring: 'indirect', amount });

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const larger = (a: PartyExposure, b: PartyExposure): number => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0);

function sumMoney(parties: readonly PartyExposure[]): bigint | null {
  return parties.reduce<bigint | null>((sum, { money }) => (sum === null || money === null ? null : sum + money), 0n);
}

/** Whether a direction was read: one that is missing, or partial without a sum, is no zero. */
export function isRead({ sides }: Pick<AssetExposure, 'sides'>, way: ExposureWay): boolean {
  return sides.some((side) => side.way === way && isSumKnown(side));
}

/** What was received and sent in all; 0 for a direction that was not read. */
export function totalsOf({ sides }: AssetExposure): Readonly<Record<ExposureWay, bigint>> {
  const of = (way: ExposureWay) => sides.find((side) => side.way === way)?.total ?? 0n;
  return { in: of('in'), out: of('out') };
}

/**
 * The table twin of the wheels: categories by how much attention they need, then why money reached nobody who is named, then the
 * sums. Direct and indirect of one direction add up to all that moved in it.
 */
export function listExposureRows(exposure: AssetExposure): readonly ExposureRow[] {
  const totals = totalsOf(exposure);
  const { parties, remainders } = exposure;
  const categories = [...groupBy(parties, ({ category }) => category)].map(([id, group]): CategoryRow => {
    const sorted = group.toSorted(larger);
    const nearest = sorted.toSorted((a, b) => a.minHops - b.minHops)[0] as PartyExposure;
    return {
      ...{ kind: 'category', id, nearest, parties: sorted },
      ...toFigures(group, totals),
      money: sumMoney(group),
      firstTime: Math.min(...group.map(({ firstTime }) => firstTime)),
      lastTime: Math.max(...group.map(({ lastTime }) => lastTime)),
      minHops: nearest.minHops,
      ends: group.reduce((sum, { ends }) => sum + ends, 0),
    };
  });
  const weigh = ({ id, received, sent }: CategoryRow) => [CATEGORIES[id].weight, received + sent] as const;
  categories.sort((a, b) => {
    const [[weightA, sumA], [weightB, sumB]] = [weigh(a), weigh(b)];
    return weightB - weightA || (sumB > sumA ? 1 : sumB < sumA ? -1 : 0);
  });
  const left = [...groupBy(remainders, ({ remainder }) => remainder)].map(
    ([id, group]): RemainderRow => ({ kind: 'remainder', id, ...toFigures(group.map(toPart), totals) }),
  );
  const kept = left
    .filter(({ received, sent }) => received + sent > 0n)
    .toSorted((a, b) => (b.received + b.sent > a.received + a.sent ? 1 : -1));
  const total: TotalRow = {
    kind: 'total',
    id: 'total',
    ...toFigures([...parties, ...remainders.map(toPart)], totals),
  };
  return categories.length + kept.length === 0 ? [] : [...categories, ...kept, total];
}

/** How the wheels draw a remainder; the table draws it likewise. */
export function kindOf(remainder: Remainder): WheelKind {
  if (UNKNOWN_REMAINDERS.includes(remainder)) return 'unknown';
  if (remainder === 'mined') return 'mining_pool';
  return remainder === 'destroyed' ? 'burn' : 'unnamed';
}

/** What one wheel shows: the direct ring by category, and what is behind addresses nobody names. */
export function toWheelInput(exposure: AssetExposure, way: ExposureWay): WheelInput {
  const total = totalsOf(exposure)[way];
  // Summed before they are rounded down, so that a whole ring is a whole.
  const toShares = (parts: readonly { readonly kind: WheelKind; readonly amount: bigint }[]) =>
    [...groupBy(parts, ({ kind }) => kind)].map(([kind, group]) => {
      const amount = group.reduce((sum, one) => sum + one.amount, 0n);
      return { kind, ppm: total === 0n ? 0 : Number((amount * MILLION) / total) };
    });
  const ofRing = (ring: ExposureRing) =>
    exposure.parties
      .filter((party) => party.way === way && party.ring === ring)
      .map(({ category, amount }) => ({ kind: category, amount }));
  const left = exposure.remainders
    .filter((one) => one.way === way)
    .map(({ remainder, amount }) => ({ kind: kindOf(remainder), amount }));
  return { direct: toShares(ofRing('direct')), behind: toShares([...ofRing('indirect'), ...left]) };
}
