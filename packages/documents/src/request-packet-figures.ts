import { formatUnits } from '@trailmark/core/amount';

function trimZeros(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(places, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** Seconds to `2009-01-12T03:30:25Z`. */
export function formatUtc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** Millionths of a currency as decimal text with two to six places, so that nothing above zero prints as zero. */
export function formatFiat(micro: bigint): string {
  return trimZeros(formatUnits(micro, 6), 2);
}

/** Billionths of a currency as decimal text with two to nine places. */
export function formatPrice(nano: bigint): string {
  return trimZeros(formatUnits(nano, 9), 2);
}

/** Thousands apart for people: `1,234.56`. */
export function groupDigits(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Millionths of a currency for people: two places, rounded half up, and all six below one hundredth. */
export function formatMoney(micro: bigint): string {
  const isSmall = micro > -10_000n && micro < 10_000n;
  if (isSmall) return formatFiat(micro);
  const half = micro < 0n ? -5_000n : 5_000n;
  return groupDigits(formatUnits((micro + half) / 10_000n, 2));
}
