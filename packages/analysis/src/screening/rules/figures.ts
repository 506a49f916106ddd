import { formatUnits } from '@trailmark/core/amount';
import { groupDigits } from '@trailmark/core/group-digits';

const MAX_PLACES = 8;

function group(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** Decimal places worth reading: at most eight, and more where the first eight would read as nothing. */
function shorten(whole: string, fraction: string): string {
  const trimmed = fraction.replace(/0+$/, '');
  if (trimmed.length <= MAX_PLACES) return trimmed;
  const head = trimmed.slice(0, MAX_PLACES);
  if (whole !== '0' || /[1-9]/.test(head)) return head.replace(/0+$/, '');
  return trimmed.slice(0, trimmed.search(/[1-9]/) + 4);
}

/** `1.2376 BTC`. The symbol is a stranger's text, and is cut. */
export function writeAmount(amount: bigint, { decimals, symbol }: { decimals: number; symbol: string }): string {
  const [whole = '0', fraction = ''] = formatUnits(amount, decimals).split('.');
  const places = shorten(whole, fraction);
  const number = places === '' ? group(whole) : `${group(whole)}.${places}`;
  return `${number} ${symbol.slice(0, 20).toWellFormed()}`.trim();
}

/** Millionths as percent: `12.5 %`. */
export function writeShare(ppm: number): string {
  if (ppm < 1) return 'less than 0.0001 %';
  const whole = group(Math.floor(ppm / 10_000).toString());
  const places = (ppm % 10_000).toString().padStart(4, '0').replace(/0+$/, '');
  return places === '' ? `${whole} %` : `${whole}.${places} %`;
}

/** Millionths of a currency in whole units, or with cents where it is less than ten: `12,345 USD`. */
export function writeMoney(micro: bigint, currency: string): string {
  const cents = micro / 10_000n;
  if (cents === 0n) return `less than 0.01 ${currency}`;
  const whole = group((cents / 100n).toString());
  if (cents >= 1_000n) return `${whole} ${currency}`;
  return `${whole}.${(cents % 100n).toString().padStart(2, '0')} ${currency}`;
}

/** Days from a day (`YYYY-MM-DD`) to a time in seconds, UTC. */
export function daysSince(day: string, time: number): number {
  return Math.floor(time / 86_400) - Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
}

/** `1 day`, `16 days`. */
export function count(number: number, thing: string): string {
  return `${groupDigits(number)} ${thing}${number === 1 ? '' : 's'}`;
}
