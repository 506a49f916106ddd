import { AppError } from '@trailmark/core/errors';
import { canMove, type EnrolmentState, isOpen } from '@trailmark/core/training/enrolment';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  moveEnrolment,
  type RosterRow,
  setEnrolmentMark,
  setEnrolmentState,
} from '@trailmark/store/cases/training/enrolment-rows';
import type { SessionRow } from '@trailmark/store/cases/training/session-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { accountOf, getReachable, lockEnrolment } from './enrol.ts';
import { describeState, fillFreeSeats, hasFreeSeat, lockCourseSession, SEAT_SCOPE } from './seats.ts';

/** Nobody records their own attendance, marks or certificate. */
export function assertNotOwn(caller: Caller, row: Pick<RosterRow, 'accountId'>): void {
  if (row.accountId !== accountOf(caller).id) return;
  throw new AppError('forbidden', 'Your own enrolment is recorded by another administrator.');
}

export interface EnrolmentChange {
  readonly state?: EnrolmentState | undefined;
  readonly mark?: number | null | undefined;
  readonly remark?: string | undefined;
}

function assertChange(row: RosterRow, session: SessionRow, to: EnrolmentState, now: Date): void {
  if (!canMove(row.state, to)) throw new AppError('conflict', `An enrolment that is ${row.state} cannot become ${to}.`);
  if ((to === 'attended' || to === 'no-show') && session.startsAt > now)
    throw new AppError('conflict', 'Attendance is recorded once the session has begun.');
  if (row.certificateId !== null && to !== 'passed')
    throw new AppError('conflict', 'A certificate of this enrolment stands. Revoke it first.');
}

/** Where a request or a wait ends: on a seat while there is one. */
async function settlePlace(tx: Transaction, row: RosterRow, session: SessionRow): Promise<EnrolmentState> {
  if (await hasFreeSeat(tx, session)) return 'confirmed';
  if (row.state === 'requested') return 'waitlisted';
  throw new AppError('conflict', 'No seat is free in this session. Add seats, or move somebody, first.');
}

/** Changes an enrolment within the caller's reach. A confirmed request waits where no seat is free. */
export async function changeEnrolment(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  change: EnrolmentChange,
): Promise<EnrolmentState> {
  const seen = await getReachable(casework, caller, id);
  if (change.state !== 'cancelled') assertNotOwn(caller, seen);
  const result = await actThenNotify(
    casework,
    caller,
    async (tx) => {
      const { row, session } = await lockEnrolment(tx, id);
      const mark = change.mark === undefined ? row.mark : change.mark;
      await setEnrolmentMark(tx, id, { mark, remark: change.remark ?? row.remark });
      if (change.state === undefined || change.state === row.state) return { state: row.state, promoted: 0 };
      assertChange(row, session, change.state, casework.now());
      const state = change.state === 'confirmed' ? await settlePlace(tx, row, session) : change.state;
      await setEnrolmentState(tx, { id, from: row.state, to: state, now: casework.now() });
      await describeState(tx, casework, { account: row.accountId, state, session });
      const promoted = state === 'cancelled' ? await fillFreeSeats(tx, casework, session) : 0;
      return { state, promoted };
    },
    ({ state, promoted }) => ({
      action: 'training.change-enrolment',
      object: { kind: 'training-enrolment', id },
      details: { account: seen.accountId, from: seen.state, to: state, mark: change.mark ?? null, promoted },
    }),
    SEAT_SCOPE,
  );
  return result.state;
}

/** Moves a person to another session of the same course: on a free seat there, or not at all. */
export async function changeSession(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  target: string,
): Promise<EnrolmentState> {
  const seen = await getReachable(casework, caller, id);
  const result = await actThenNotify(
    casework,
    caller,
    async (tx) => {
      // Both locks in one order, so that two moves in opposite directions do not wait for each other.
      for (const session of [seen.sessionId, target].sort()) await lockCourseSession(tx, session);
      const { row, session: source } = await lockEnrolment(tx, id);
      const to = await lockCourseSession(tx, target);
      assertMove(row, source, to, casework.now());
      if (!(await hasFreeSeat(tx, to))) throw new AppError('conflict', 'No seat is free in that session.');
      const state = row.state === 'requested' ? 'requested' : 'confirmed';
      await moveEnrolment(tx, { id, session: to.id, state, now: casework.now() });
      await describeState(tx, casework, { account: row.accountId, state, session: to });
      return { state, promoted: await fillFreeSeats(tx, casework, source) } as const;
    },
    ({ promoted }) => ({
      action: 'training.move-enrolment',
      object: { kind: 'training-enrolment', id },
      details: { account: seen.accountId, from: seen.sessionId, to: target, promoted },
    }),
    SEAT_SCOPE,
  );
  return result.state;
}

function assertMove(row: RosterRow, from: SessionRow, to: SessionRow, now: Date): void {
  if (!isOpen(row.state)) throw new AppError('conflict', `An enrolment that is ${row.state} stays with its session.`);
  if (from.id === to.id) throw new AppError('invalid', 'This is the session the person is in already.');
  if (from.level !== to.level) throw new AppError('invalid', 'Choose a session of the same course.');
  if (to.isCancelled || to.startsAt <= now) throw new AppError('conflict', 'That session has begun or was called off.');
}
