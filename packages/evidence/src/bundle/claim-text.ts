import { formatUnits } from '@trailmark/core/amount';
import type { Claim, ClaimValue, TextPart } from './bundle-format.ts';

const groups = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** `2,345,678.90` of millionths of a dollar; rounded half up. */
export function formatUsd(micro: bigint): string {
  const cents = (micro + 5_000n) / 10_000n;
  const text = formatUnits(cents, 2);
  const [whole = '', fraction = ''] = text.split('.');
  return `${groups(whole)}.${fraction} USD`;
}

function writePart(part: TextPart, result: Readonly<Record<string, ClaimValue>>): string {
  if (typeof part === 'string') return part;
  if ('amount' in part) {
    const { decimals, symbol } = result;
    return `${formatUnits(BigInt(result[part.amount] ?? 0), Number(decimals ?? 0))} ${symbol ?? ''}`.trimEnd();
  }
  if ('time' in part) return new Date(Number(result[part.time]) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  if ('usd' in part) return formatUsd(BigInt(result[part.usd] ?? 0));
  const value = result[part.value];
  return value === null || value === undefined ? 'not known' : String(value);
}

/** The sentence of a claim: its words, and its figures out of its result. No figure is written twice. */
export function writeClaim({ text, result }: Pick<Claim, 'text' | 'result'>): string {
  return text.map((part) => writePart(part, result)).join('');
}
