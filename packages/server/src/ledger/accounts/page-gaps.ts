import type { Gap } from '@trailmark/api/wire';
import type { AddressCoverage, MoveKind } from '@trailmark/core/account-block';
import { HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import { formatCount, formatPlural } from '../../answers/format-count.ts';
import { formatTime } from '../outputs/export-columns.ts';

const NOWHERE = { fromHeight: null, toHeight: null };
const LONGEST_SOURCE = 200;

/** What the rows of a page do not know, counted. */
export function toPageGaps(
  rows: readonly { readonly timeEstimated: boolean }[],
  moves: readonly { readonly kind: MoveKind }[],
): Gap[] {
  const gaps: Gap[] = [];
  const estimated = rows.filter((row) => row.timeEstimated).length;
  if (estimated > 0) {
    const message =
      estimated === 1
        ? 'The time of 1 row here is an estimate.'
        : `The times of ${formatCount(estimated)} rows here are estimates.`;
    gaps.push({ ...NOWHERE, kind: 'time-estimated', message, count: estimated });
  }
  const stated = moves.filter(({ kind }) => kind === 'stated').length;
  if (stated > 0) {
    const subject = formatPlural(stated, 'amount here is', 'amounts here are');
    const message = `${subject} what a table states was paid, not a movement read from the chain. They are part of no sum.`;
    gaps.push({ ...NOWHERE, kind: 'value-stated', message, count: stated });
  }
  return gaps;
}

/** What was fetched of an address only in part. */
export function toFetchedGaps(fetched: readonly AddressCoverage[]): Gap[] {
  return fetched.flatMap(({ source, fetchedAt, fromHeight, toHeight, holds, isComplete, note }): Gap[] => {
    const lacks = [
      ...(isComplete ? [] : ['it ended before the source had no more']),
      ...((holds & HAS_INTERNALS) === 0 ? ['internal transfers were not asked for'] : []),
      ...((holds & HAS_LOGS) === 0 ? ['token transfers were not asked for'] : []),
    ];
    if (lacks.length === 0) return [];
    const heights = `heights ${formatCount(fromHeight)} to ${formatCount(toHeight)}`;
    const said = note === undefined ? '' : ` ${note.slice(0, LONGEST_SOURCE)}`;
    const message = `What ${source.slice(0, LONGEST_SOURCE)} told on ${formatTime(fetchedAt)} UTC of this address (${heights}) is not all: ${lacks.join('; ')}.${said}`;
    return [{ kind: 'fetched-part', message, fromHeight, toHeight, count: null }];
  });
}
