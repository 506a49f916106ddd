/** Above a trillion for one coin, a figure is not a price but a mistake of unit. */
const HIGHEST_NANO = 10n ** 12n * 10n ** 9n;
const DECIMAL = /^(\d{1,20})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Decimal text ("0.0505", "8.7e-05") to billionths, further places rounded half up. Returns a reason in words where it is
 * not a price: what is missing, zero, negative, or beyond a trillion.
 */
export function parsePrice(text: string): bigint | string {
  const trimmed = text.trim();
  if (trimmed === '' || /^(n\/?a|nan|null|none|-)$/i.test(trimmed)) return 'it has no price';
  if (trimmed.startsWith('-')) return `the price ${quote(trimmed)} is negative`;
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(trimmed) ?? [];
  if (whole === undefined)
    return `${quote(trimmed)} is not a price: digits with at most one decimal point are expected`;
  const nano = scale(BigInt(whole + fraction), Number(exponent) - fraction.length + 9);
  if (nano === 0n)
    return /[1-9]/.test(whole + fraction) ? `the price ${quote(trimmed)} is below a billionth` : 'the price is zero';
  if (nano > HIGHEST_NANO) return `the price ${quote(trimmed)} is beyond a trillion`;
  return nano;
}

function scale(digits: bigint, places: number): bigint {
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return (digits + divisor / 2n) / divisor;
}

/** Text of a third party, cut short for a sentence. */
export function quote(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, '?');
  return `"${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}"`;
}

/** A day of the calendar as `YYYY-MM-DD`; undefined for anything else. */
export function parseDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}
