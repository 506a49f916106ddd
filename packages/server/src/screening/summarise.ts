import { toPpm } from '@trailmark/analysis/screening/measure-exposure';
import { listCategories } from '@trailmark/analysis/screening/rules/claim-of-rule';
import {
  type AssetExposure,
  type ExposureWay,
  isSumKnown,
  type PartyExposure,
  UNKNOWN_REMAINDERS,
} from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import type { ScreeningSummary } from '@trailmark/store/cases/screenings/screening-rows';

type Exposures = ScreeningSummary['exposure'];
type Exposed = Exposures[string];

const MAX_LABEL = 200;
const MAX_SYMBOL = 20;

type Rings = Readonly<Record<PartyExposure['ring'], bigint>>;

/** Shares of one category in one direction: of the sums, so that what three parties share whole is a whole. */
function toExposed({ symbol, decimals, sides }: AssetExposure, way: ExposureWay, { direct, indirect }: Rings): Exposed {
  const total = sides.find((side) => side.way === way)?.total ?? 0n;
  const directPpm = toPpm(direct, total);
  const amount = direct + indirect;
  // The rings are rounded together: both add up to the share of their sum.
  const indirectPpm = toPpm(amount, total) - directPpm;
  return { way, symbol: symbol.slice(0, MAX_SYMBOL), decimals, amount: amount.toString(), directPpm, indirectPpm };
}

function exposuresOf(exposure: AssetExposure): { readonly category: string; readonly exposed: Exposed }[] {
  const sums = new Map<string, Rings & { readonly way: ExposureWay; readonly category: string }>();
  for (const party of exposure.parties) {
    const { way, ring, amount } = party;
    // A party whose labels disagree counts in the column of each: a category that only one source states is no zero.
    for (const category of listCategories(party)) {
      const key = `${way} ${category}`;
      const before = sums.get(key) ?? { way, category, direct: 0n, indirect: 0n };
      sums.set(key, { ...before, [ring]: before[ring] + amount });
    }
  }
  return [...sums.values()].map(({ way, category, ...rings }) => ({
    category,
    exposed: toExposed(exposure, way, rings),
  }));
}

/** Each category in the asset and direction where its share is largest; the first of equal ones, in the order of the answer. */
function largestExposures({ exposure }: Screening): Exposures {
  const largest = new Map<string, Exposed>();
  // Shares behind trades are of what was traded, and compare with no others.
  for (const one of exposure.filter(({ tradedFrom }) => tradedFrom === undefined)) {
    for (const { category, exposed } of exposuresOf(one)) {
      const before = largest.get(category);
      if (!before || shareOf(before) < shareOf(exposed)) largest.set(category, exposed);
    }
  }
  return Object.fromEntries([...largest].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Both rings together, in millionths. */
export function shareOf({ directPpm, indirectPpm }: Pick<Exposed, 'directPpm' | 'indirectPpm'>): number {
  return directPpm + indirectPpm;
}

/** Largest share of a direction of which nobody knows whose the money is; null where no direction was read. */
function largestUnknown({ exposure }: Screening): number | null {
  const own = exposure.filter(({ tradedFrom }) => tradedFrom === undefined);
  const sides = own.flatMap(({ sides, remainders }) =>
    sides.map((side) => {
      if (!isSumKnown(side)) return 1_000_000;
      const { way, total } = side;
      const unknown = remainders.filter((one) => one.way === way && UNKNOWN_REMAINDERS.includes(one.remainder));
      return toPpm(
        unknown.reduce((sum, { amount }) => sum + amount, 0n),
        total,
      );
    }),
  );
  return sides.length === 0 ? null : Math.max(...sides);
}

function firstLabel({ own, inherited }: Screening): ScreeningSummary['label'] {
  const found = own[0] ?? inherited[0];
  if (!found) return null;
  const { label, category } = found;
  return { text: label.slice(0, MAX_LABEL), category, isInherited: own.length === 0 };
}

/** What lists show of an answer. */
export function summarise(screening: Screening, height: number | null): ScreeningSummary {
  const exposure = largestExposures(screening);
  const weightiest = screening.verdict.fired.toSorted((a, b) => b.weight - a.weight)[0];
  const [largest] = Object.entries(exposure).toSorted(([, a], [, b]) => shareOf(b) - shareOf(a));
  return {
    height,
    category: weightiest?.category ?? largest?.[0] ?? null,
    rests: weightiest?.rests ?? null,
    label: firstLabel(screening),
    exposure,
    unknownPpm: largestUnknown(screening),
  };
}
