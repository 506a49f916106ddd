import type { Enrolment, RosterRow as RosterView } from '@trailmark/api/contract/training-wire';
import { isOpen, movesFrom } from '@trailmark/core/training/enrolment';
import { toWallTime } from '@trailmark/core/training/zoned-time';
import type { RosterRow } from '@trailmark/store/cases/training/enrolment-rows';

function findCancelUntil(row: RosterRow, now: Date): string | null {
  if (!isOpen(row.state) || row.isSessionCancelled) return null;
  // Whoever only waits may leave until the session begins.
  const until = row.state === 'confirmed' ? row.cancelUntil : row.startsAt;
  return until >= now ? until.toISOString() : null;
}

/** An enrolment as its person sees it. */
export function toEnrolmentView(row: RosterRow, now: Date): Enrolment {
  const { id, state, accommodations, experience, mark, level, zone } = row;
  return {
    id,
    session: {
      id: row.sessionId,
      level,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      startsLocal: toWallTime(row.startsAt, zone),
      zone,
      isCancelled: row.isSessionCancelled,
    },
    state,
    requestedAt: row.requestedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    cancelUntil: findCancelUntil(row, now),
    accommodations,
    experience,
    mark,
    certificate: row.certificateId && row.validUntil ? { id: row.certificateId, validUntil: row.validUntil } : null,
  };
}

/** An enrolment as an administrator sees it. */
export function toRosterView(row: RosterRow, now: Date): RosterView {
  const { accountId, name, email, agency, remark, state } = row;
  const hasBegun = row.startsAt <= now;
  const moves = movesFrom(state).filter((to) => hasBegun || (to !== 'attended' && to !== 'no-show'));
  return { ...toEnrolmentView(row, now), person: { id: accountId, name, email, agency }, remark, moves: [...moves] };
}
