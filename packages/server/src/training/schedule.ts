import type { SessionPlanInput, TrainingSession } from '@trailmark/api/contract/training-wire';
import { AppError } from '@trailmark/core/errors';
import { formatCalendar } from '@trailmark/core/training/calendar';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import { assertZone, toInstant, toWallTime } from '@trailmark/core/training/zoned-time';
import { listOpenEnrolments, setEnrolmentState } from '@trailmark/store/cases/training/enrolment-rows';
import {
  type CountedSession,
  cancelSession,
  insertSession,
  listSessions,
  type SessionFilter,
  type SessionPlan,
  updateSession,
} from '@trailmark/store/cases/training/session-rows';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { describePerson, describeSession, fillFreeSeats, lockCourseSession, SEAT_SCOPE } from './seats.ts';

/** A session as everybody sees it: when, where, and how many seats are left. */
export function toSessionView(row: CountedSession): TrainingSession {
  const { id, level, zone, mode, place, language, trainer, note, seats, taken, waiting, isCancelled, isDemo } = row;
  return {
    id,
    level,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    zone,
    startsLocal: toWallTime(row.startsAt, zone),
    endsLocal: toWallTime(row.endsAt, zone),
    cancelUntil: row.cancelUntil.toISOString(),
    cancelUntilLocal: toWallTime(row.cancelUntil, zone),
    mode,
    place,
    language,
    trainer,
    note,
    seats,
    seatsLeft: isCancelled ? 0 : Math.max(0, seats - taken),
    waiting,
    isCancelled,
    isDemo,
  };
}

/** Sessions with counts over all agencies. */
export function readSchedule(casework: CaseworkContext, filter: SessionFilter): Promise<CountedSession[]> {
  return casework.store.transact(SEAT_SCOPE, (tx) => listSessions(tx, filter));
}

/** Sessions as an iCalendar stream. */
export function toCalendar(casework: CaseworkContext, name: string, sessions: readonly CountedSession[]): string {
  const host = new URL(casework.origin).hostname;
  const events = sessions.map((row) => {
    const local = `${toWallTime(row.startsAt, row.zone).replace('T', ' ')} to ${toWallTime(row.endsAt, row.zone).replace('T', ' ')}`;
    const lines = [
      `${local} (${row.zone})`,
      `Language: ${row.language}`,
      row.trainer && `Trainer: ${row.trainer}`,
      row.note,
    ];
    return {
      uid: `${row.id}@${host}`,
      sequence: row.sequence,
      changedAt: row.changedAt,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      isCancelled: row.isCancelled,
      title: `${row.isDemo ? 'Example: ' : ''}${COURSE_NAMES[row.level]}`,
      place: row.mode === 'online' ? `Online: ${row.place}` : row.place,
      text: lines.filter((line) => line !== '').join('\n'),
      url: `${casework.origin}/training/schedule`,
    };
  });
  return formatCalendar(name, events);
}

function inField<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (AppError.is(error, 'invalid')) throw new AppError('invalid', error.message, { context: { field } });
    throw error;
  }
}

const LONGEST_MS = 60 * 86_400_000;

/** Turns wall times into instants. Throws `invalid`, naming the field. */
export function toSessionPlan(input: SessionPlanInput): SessionPlan {
  const { startsLocal, endsLocal, cancelUntilLocal, ...rest } = input;
  inField('zone', () => assertZone(input.zone));
  const startsAt = inField('startsLocal', () => toInstant(startsLocal, input.zone));
  const endsAt = inField('endsLocal', () => toInstant(endsLocal, input.zone));
  const cancelUntil = inField('cancelUntilLocal', () => toInstant(cancelUntilLocal, input.zone));
  const refuse = (field: string, sentence: string) => {
    throw new AppError('invalid', sentence, { context: { field } });
  };
  if (endsAt <= startsAt) refuse('endsLocal', 'The end is not after the start.');
  if (endsAt.getTime() - startsAt.getTime() > LONGEST_MS) refuse('endsLocal', 'A session lasts at most 60 days.');
  if (cancelUntil > startsAt) refuse('cancelUntilLocal', 'The deadline for giving up a place is after the start.');
  return { ...rest, startsAt, endsAt, cancelUntil };
}

function assertAhead(plan: SessionPlan, now: Date): void {
  if (plan.startsAt > now) return;
  throw new AppError('invalid', 'The start is in the past.', { context: { field: 'startsLocal' } });
}

export async function planSession(casework: CaseworkContext, caller: Caller, input: SessionPlanInput): Promise<string> {
  const plan = toSessionPlan(input);
  assertAhead(plan, casework.now());
  return actThenNotify(
    casework,
    caller,
    (tx) => insertSession(tx, plan, { now: casework.now() }),
    (id) => ({
      action: 'training.plan-session',
      object: { kind: 'training-session', id },
      details: { level: plan.level, startsAt: plan.startsAt.toISOString(), zone: plan.zone, seats: plan.seats },
    }),
  );
}

/** Changes a session. Whoever has a place or waits is notified when time or place change; new seats go to the waiting list. */
export async function replanSession(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  input: SessionPlanInput,
): Promise<void> {
  const plan = toSessionPlan(input);
  const entry = { action: 'training.change-session', object: { kind: 'training-session', id } };
  const details = { startsAt: plan.startsAt.toISOString(), zone: plan.zone, seats: plan.seats };
  await act(
    casework,
    caller,
    { ...entry, details },
    async (tx) => {
      const before = await lockCourseSession(tx, id);
      if (before.isCancelled) throw new AppError('conflict', 'This session was called off and cannot be changed.');
      if (before.startsAt.getTime() !== plan.startsAt.getTime()) assertAhead(plan, casework.now());
      const people = await listOpenEnrolments(tx, id);
      const isOther = people.length > 0 && before.level !== plan.level;
      if (isOther) throw new AppError('conflict', 'People are enrolled: the course cannot become another one.');
      const seated = people.filter(({ state }) => state === 'confirmed').length;
      if (plan.seats < seated) {
        throw new AppError('invalid', `${seated} seats are taken; there cannot be fewer.`, {
          context: { field: 'seats' },
        });
      }
      await updateSession(tx, id, plan, casework.now());
      const after = await lockCourseSession(tx, id);
      const isMoved = before.startsAt.getTime() !== after.startsAt.getTime() || before.place !== after.place;
      const lines = ['A session you asked for has a new time or place:', describeSession(after), after.place];
      for (const { accountId } of isMoved ? people : [])
        await describePerson(tx, casework, { account: accountId, subject: 'A course has moved', lines });
      await fillFreeSeats(tx, casework, after);
    },
    SEAT_SCOPE,
  );
}

/** Calls a session off; every place in it ends, and everybody is notified why. */
export async function callOffSession(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  reason: string,
): Promise<void> {
  const entry = { action: 'training.call-off-session', object: { kind: 'training-session', id }, details: { reason } };
  await act(
    casework,
    caller,
    entry,
    async (tx) => {
      const session = await lockCourseSession(tx, id);
      if (session.isCancelled) throw new AppError('conflict', 'This session was called off already.');
      if (session.startsAt <= casework.now()) throw new AppError('conflict', 'This session has begun.');
      await cancelSession(tx, id, casework.now());
      const lines = ['This session was called off:', describeSession(session), `Reason: ${reason}`];
      for (const { id: enrolment, state, accountId } of await listOpenEnrolments(tx, id)) {
        await setEnrolmentState(tx, { id: enrolment, from: state, to: 'cancelled', now: casework.now() });
        await describePerson(tx, casework, { account: accountId, subject: 'A course was called off', lines });
      }
    },
    SEAT_SCOPE,
  );
}
