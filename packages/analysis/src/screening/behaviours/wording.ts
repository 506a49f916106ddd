import type { AssetId } from '@trailmark/core/ledger';
import type { BehaviourSubject } from '@trailmark/core/screening/behaviour';
import { formatNumber } from '../../tracing/outputs/sentences.ts';
import type { Movement } from './history.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const ASSETS_NAMED = 3;

/** `20 Aug 2026`, UTC. */
export function formatDate(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `1 payment`, `2,000 payments`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

export function sumMoney(items: Iterable<{ readonly money: bigint | undefined }>): bigint {
  let sum = 0n;
  for (const { money } of items) sum += money ?? 0n;
  return sum;
}

/** `1.5 BTC and 20 USDT`: sums by asset, the first three. */
export function formatSums(
  items: Iterable<Pick<Movement, 'asset' | 'amount'>>,
  { formatAmount }: Pick<BehaviourSubject, 'formatAmount'>,
): string {
  const sums = new Map<AssetId, bigint>();
  for (const { asset, amount } of items) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  const named = [...sums].slice(0, ASSETS_NAMED).map(([asset, sum]) => formatAmount(asset, sum));
  const more = sums.size - named.length;
  return listWords(more > 0 ? [...named, formatCount(more, 'other asset')] : named);
}

/** `a, b and c`. */
export function listWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
