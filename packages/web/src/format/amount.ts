import { formatUnits } from '@trailmark/core/amount';

/** An amount cut where it is painted differently; joined, the parts are the exact figure. */
export interface AmountParts {
  /** '+' or U+2212; empty unless a sign was requested or the amount is negative. */
  readonly sign: string;
  /** Whole coins with thousands commas. */
  readonly whole: string;
  /** Decimal point and the places up to the last one that matters, at least two. */
  readonly fraction: string;
  /** Trailing zeros from the third place on: exact, but shown quietly. */
  readonly trailing: string;
}

export const MINUS = '\u2212';

export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Every decimal place, never rounded. A sign is for net movements only; zero has none. */
export function splitAmount(units: bigint, decimals: number, withSign = false): AmountParts {
  const [whole = '0', places = ''] = formatUnits(units < 0n ? -units : units, decimals).split('.');
  const kept = Math.max(2, places.replace(/0+$/, '').length);
  const plus = withSign && units > 0n ? '+' : '';
  return {
    sign: units < 0n ? MINUS : plus,
    whole: groupThousands(whole),
    fraction: places === '' ? '' : `.${places.slice(0, kept)}`,
    trailing: places.slice(kept),
  };
}

/** The exact figure as one string: "1,234.50000000". */
export function formatAmount(units: bigint, decimals: number, withSign = false): string {
  const parts = splitAmount(units, decimals, withSign);
  return `${parts.sign}${parts.whole}${parts.fraction}${parts.trailing}`;
}
