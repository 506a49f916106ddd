import type { Gap } from '@trailmark/api/wire';
import { formatCount } from './number.ts';

/** Gaps in a sentence or two: one or two missing runs keep their own words, more are counted together. */
export function summariseGaps(gaps: readonly Gap[]): string {
  const missing = gaps.filter(({ kind }) => kind === 'heights-missing');
  const others = gaps.filter(({ kind }) => kind !== 'heights-missing').map(({ message }) => message);
  return [
    ...(missing.length > 1 ? [countMissing(missing)] : missing.map(({ message }) => message)),
    ...new Set(others),
  ].join(' ');
}

function countMissing(gaps: readonly Gap[]): string {
  const from = Math.min(...gaps.map(({ fromHeight }) => fromHeight ?? 0));
  const to = Math.max(...gaps.map(({ toHeight }) => toHeight ?? 0));
  return `${formatCount(gaps.length)} runs of heights between ${formatCount(from)} and ${formatCount(to)} are missing: payments in them are not shown.`;
}
