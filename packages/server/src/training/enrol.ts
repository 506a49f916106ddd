import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import { type EnrolmentState, isOpen } from '@trailmark/core/training/enrolment';
import { COURSE_NAMES, prerequisiteOf } from '@trailmark/core/training/level';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  findOwnEnrolment,
  hasPassed,
  insertEnrolment,
  listRoster,
  type RosterRow,
  setEnrolmentState,
} from '@trailmark/store/cases/training/enrolment-rows';
import type { SessionRow } from '@trailmark/store/cases/training/session-rows';
import type { Caller, CallerAccount } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import { describeState, fillFreeSeats, hasFreeSeat, lockCourseSession, SEAT_SCOPE } from './seats.ts';

/** The account that asks; routes without one never come here. */
export function accountOf({ account }: Caller): CallerAccount {
  if (account) return account;
  throw new AppError('unauthorised', 'Sign in to do this.', { context: { reason: 'sign-in' } });
}

export interface EnrolmentRequest {
  readonly session: string;
  readonly consent: boolean;
  readonly accommodations: string;
  readonly experience: string;
}

function assertJoinable(session: SessionRow, now: Date): void {
  if (session.isCancelled) throw new AppError('conflict', 'This session was called off. Choose another date.');
  if (session.startsAt <= now) throw new AppError('conflict', 'This session has begun. Choose a later date.');
}

/** Whether an administrator decides first. Throws `invalid` where the course before was not passed and nothing replaces it. */
async function needsDecision(
  tx: Transaction,
  caller: Caller,
  session: SessionRow,
  experience: string,
): Promise<boolean> {
  const before = prerequisiteOf(session.level);
  const isReady = before === undefined || (await hasPassed(tx, accountOf(caller).id, before));
  if (!isReady && experience === '') {
    const course = before ? COURSE_NAMES[before] : '';
    throw new AppError(
      'invalid',
      `This course builds on ${course}, which you have not passed here. Pass it first, or write what experience stands in for it.`,
      { context: { field: 'experience' } },
    );
  }
  return !isReady || !isAdmitted(caller.role, 'allowed');
}

/** Asks for a place. Nobody gets a seat that is not there: whoever asks waits for the session's lock. */
export async function enrol(
  casework: CaseworkContext,
  caller: Caller,
  request: EnrolmentRequest,
): Promise<{ enrolment: string; state: EnrolmentState }> {
  const account = accountOf(caller);
  if (!request.consent) {
    throw new AppError('invalid', 'A place needs your consent that your name, agency and results are kept for it.', {
      context: { field: 'consent' },
    });
  }
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      const session = await lockCourseSession(tx, request.session);
      assertJoinable(session, casework.now());
      if (await findOwnEnrolment(tx, session.id, account.id))
        throw new AppError('conflict', 'You are enrolled in this session already.');
      const isAsking = await needsDecision(tx, caller, session, request.experience);
      const place = (await hasFreeSeat(tx, session)) ? 'confirmed' : 'waitlisted';
      const state = isAsking ? 'requested' : place;
      const { accommodations, experience } = request;
      const enrolment = await insertEnrolment(tx, {
        sessionId: session.id,
        accountId: account.id,
        agencyId: account.agency,
        state,
        accommodations,
        experience,
        now: casework.now(),
      });
      await describeState(tx, casework, { account: account.id, state, session });
      return { enrolment, state };
    },
    ({ enrolment, state }) => ({
      action: 'training.enrol',
      object: { kind: 'training-enrolment', id: enrolment },
      details: { session: request.session, state },
    }),
    SEAT_SCOPE,
  );
}

function noEnrolment(): AppError {
  return new AppError('not-found', 'There is no such enrolment.');
}

/** An enrolment within the caller's reach: own agency's people, or everybody's. Throws `not-found`. */
export async function getReachable(casework: CaseworkContext, caller: Caller, id: string): Promise<RosterRow> {
  const [row] = await read(casework, caller, (tx) => listRoster(tx, { id }));
  if (row) return row;
  throw noEnrolment();
}

/** The same enrolment, read under the lock of its session. */
export async function lockEnrolment(tx: Transaction, id: string): Promise<{ row: RosterRow; session: SessionRow }> {
  const [seen] = await listRoster(tx, { id });
  if (!seen) throw noEnrolment();
  const session = await lockCourseSession(tx, seen.sessionId);
  const [row] = await listRoster(tx, { id });
  if (row && row.sessionId === session.id) return { row, session };
  throw new AppError('conflict', 'This enrolment was moved meanwhile. Load the page again.');
}

/** Gives up the caller's own place; the first of the waiting list gets it in the same transaction. */
export async function giveUpPlace(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  const seen = await getReachable(casework, caller, id);
  if (seen.accountId !== accountOf(caller).id) throw noEnrolment();
  await actThenNotify(
    casework,
    caller,
    async (tx) => {
      const { row, session } = await lockEnrolment(tx, id);
      if (!isOpen(row.state)) throw new AppError('conflict', `This place is ${row.state} and cannot be given up.`);
      if (row.state === 'confirmed' && session.cancelUntil < casework.now())
        throw new AppError('conflict', 'The deadline for giving up a place has passed. Write to your administrator.');
      await setEnrolmentState(tx, { id, from: row.state, to: 'cancelled', now: casework.now() });
      await describeState(tx, casework, { account: row.accountId, state: 'cancelled', session });
      return { promoted: await fillFreeSeats(tx, casework, session) };
    },
    ({ promoted }) => ({
      action: 'training.give-up',
      object: { kind: 'training-enrolment', id },
      details: { session: seen.sessionId, promoted },
    }),
    SEAT_SCOPE,
  );
}
