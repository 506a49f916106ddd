import { AppError } from './errors.ts';

/** An amount in the smallest unit of its asset (satoshi, litoshi, koinu). Never a float. */
export type Units = bigint;

/** Decimal text in whole coins, every decimal place printed: 5000000000n with 8 decimals is "50.00000000". */
export function formatUnits(units: Units, decimals: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`;
  return `${negative ? '-' : ''}${whole}${fraction}`;
}

/** Whole-coin decimal text to smallest units. Throws `invalid` on more places than the asset has. */
export function parseUnits(text: string, decimals: number): Units {
  const match = /^(-?)(\d{1,60})(?:\.(\d*))?$/.exec(text.trim());
  if (!match)
    throw new AppError('invalid', 'This is not an amount: digits with at most one decimal point are expected.');
  const fraction = match[3] ?? '';
  if (fraction.length > decimals) {
    throw new AppError('invalid', `This amount has ${fraction.length} decimal places; the asset has ${decimals}.`);
  }
  const units = BigInt((match[2] ?? '0') + fraction.padEnd(decimals, '0'));
  return match[1] === '-' ? -units : units;
}
