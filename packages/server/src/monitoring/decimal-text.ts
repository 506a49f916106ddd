import { AppError } from '@trailmark/core/errors';

const DECIMAL = /^(\d{1,60})(?:\.(\d{1,40}))?$/;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Decimal text in the smallest unit; digits beyond the asset's decimals are cut off. Throws `invalid`. */
export function parseDecimal(text: string, decimals: number): bigint {
  const [, whole, part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new AppError('invalid', `“${text.slice(0, 60)}” is no amount: 0.1 is one.`);
  return BigInt(`${whole}${part.slice(0, decimals).padEnd(decimals, '0')}`);
}

/** An amount with all its decimals: `6.79710128`. */
export function formatDecimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}
