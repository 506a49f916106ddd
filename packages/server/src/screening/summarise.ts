import { UNKNOWN_REMAINDERS } from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import type { ScreeningSummary } from '@trailmark/store/cases/screenings/screening-rows';

type Exposures = ScreeningSummary['exposure'];
type Exposed = Exposures[string];

const MAX_LABEL = 200;
const MAX_SYMBOL = 20;

/** Each category in the asset and direction where its share is largest; the first of equal ones, in the order of the answer. */
function largestExposures({ exposure }: Screening): Exposures {
  const sides = new Map<string, { category: string; exposed: Exposed; amount: bigint }>();
  // Shares behind trades are of what was traded, and compare with no others.
  for (const { asset, symbol, decimals, parties } of exposure.filter(({ tradedFrom }) => tradedFrom === undefined)) {
    for (const { way, ring, category, amount, sharePpm } of parties) {
      const key = JSON.stringify([asset, way, category]);
      const nothing = { way, symbol: symbol.slice(0, MAX_SYMBOL), decimals, amount: '0', directPpm: 0, indirectPpm: 0 };
      const before = sides.get(key) ?? { category, exposed: nothing, amount: 0n };
      const ringKey = ring === 'direct' ? 'directPpm' : 'indirectPpm';
      const exposed = { ...before.exposed, [ringKey]: before.exposed[ringKey] + sharePpm };
      sides.set(key, { category, exposed, amount: before.amount + amount });
    }
  }
  const largest = new Map<string, Exposed>();
  for (const { category, exposed, amount } of sides.values()) {
    const before = largest.get(category);
    if (before && shareOf(before) >= shareOf(exposed)) continue;
    largest.set(category, { ...exposed, amount: amount.toString() });
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
    sides.map(({ way }) =>
      remainders
        .filter((one) => one.way === way && UNKNOWN_REMAINDERS.includes(one.remainder))
        .reduce((sum, { sharePpm }) => sum + sharePpm, 0),
    ),
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
