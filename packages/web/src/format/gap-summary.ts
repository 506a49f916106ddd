import type { Gap } from '@trailmark/api/wire';
import { formatCount, formatPlural } from './number.ts';

/** Gaps that change sums or rows are said; those that only hide details are counted and listed on request. */
const SAID_WHOLE: readonly Gap['kind'][] = ['previous-output-unknown', 'stopped-early'];

/** Gaps in a few sentences: missing heights counted together, what touches this answer in its own words, the rest counted. */
export function summariseGaps(gaps: readonly Gap[]): string {
  const missing = gaps.filter(({ kind }) => kind === 'heights-missing');
  const said = gaps.filter(({ kind }) => SAID_WHOLE.includes(kind)).map(({ message }) => message);
  const rest = gaps.length - missing.length - said.length;
  const missingText = missing.length > 1 ? countMissing(missing) : missing.map(({ message }) => message).join('');
  const restText = rest > 0 ? `${formatPlural(rest, 'more gap')} in part of the heights held.` : '';
  return [missingText, ...new Set(said), restText].filter((text) => text !== '').join(' ');
}

function countMissing(gaps: readonly Gap[]): string {
  const from = Math.min(...gaps.map(({ fromHeight }) => fromHeight ?? 0));
  const to = Math.max(...gaps.map(({ toHeight }) => toHeight ?? 0));
  return `${formatCount(gaps.length)} runs of heights between ${formatCount(from)} and ${formatCount(to)} are missing: payments in them are not shown.`;
}

/** Whether a gap concerns what happened at a height, or no height in particular. Missing heights never do: they hold nothing. */
export function isGapAt({ kind, fromHeight, toHeight }: Gap, height: number | null): boolean {
  if (kind === 'heights-missing') return false;
  if (fromHeight === null) return true;
  return height !== null && fromHeight <= height && height <= (toHeight ?? height);
}
