import { termStateOf } from '@trailmark/core/case-authority';
import { advanceCaseClock } from '@trailmark/store/cases/agency-cases/authority-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { type ReadingWatch, updateWatchState } from '@trailmark/store/cases/watches/watch-rows';
import { toCaseEntry } from '../../cases/case-scope.ts';
import { toDay } from '../../cases/case-view.ts';
import { createVisitor } from '../../casework/caller.ts';
import { toAuditEvent } from '../../casework/casework-context.ts';

const SERVER = createVisitor({ address: '', agent: '' });

/** Why an authority in force does not cover a watch; it may have been changed since the watch began. */
function outOfScope({ authorityActs, authorityChains, chain }: ReadingWatch, uncovered: number): string | undefined {
  const isOfAct = authorityActs?.includes('monitoring') ?? true;
  const isOfChain = !authorityChains?.length || chain === null || authorityChains.includes(chain);
  if (!isOfAct || !isOfChain) return 'The legal authority no longer covers monitoring of this chain.';
  return uncovered === 0 ? undefined : `The legal authority does not cover ${uncovered} of its addresses.`;
}

/** Why a watch may not read on a day; undefined where it may. `uncovered`: what it watches that its authority does not name. */
export function endOf(watch: ReadingWatch, day: string, uncovered = 0): string | undefined {
  if (watch.caseStatus === 'closed') return 'The case was closed.';
  if (watch.expiresOn !== null && watch.expiresOn < day) return `Its last day was ${watch.expiresOn}.`;
  if (watch.authorityId === null) {
    return watch.needsAuthority
      ? 'The case demands a legal authority for monitoring, and the watch has none.'
      : undefined;
  }
  const { authorityFrom: from, authorityTo: to, authorityEndedOn: endedOn } = watch;
  const state = termStateOf({ from: from ?? '', to, endedOn }, day);
  if (state === 'valid') return outOfScope(watch, uncovered);
  return state === 'ended'
    ? `The legal authority ended on ${endedOn ?? to}.`
    : `The legal authority begins on ${from}.`;
}

/** Ends watches whose time is over, each with a line in the log of its case: from then on nothing is read for them. Returns how many. */
export async function endWatches(
  tx: Transaction,
  watches: readonly { readonly row: ReadingWatch; readonly uncovered: number }[],
  now: Date,
): Promise<number> {
  const day = toDay(await advanceCaseClock(tx, now));
  let ended = 0;
  for (const { row: watch, uncovered } of watches) {
    const why = endOf(watch, day, uncovered);
    if (why === undefined) continue;
    await updateWatchState(tx, { id: watch.id, state: 'ended', why, by: null, at: now, fromHeights: null });
    const entry = toCaseEntry('watch.end', watch.caseId, { number: `W-${watch.number}`, why });
    await recordAudit(tx, { ...toAuditEvent(SERVER, entry, now), agency: watch.agency });
    ended += 1;
  }
  return ended;
}
