import { AppError } from '@trailmark/core/errors';
import type { EnrolmentState } from '@trailmark/core/training/enrolment';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import { toWallTime } from '@trailmark/core/training/zoned-time';
import type { Scope, Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import {
  countSeated,
  findEnrolmentPerson,
  findFirstWaiting,
  setEnrolmentState,
} from '@trailmark/store/cases/training/enrolment-rows';
import { lockSession, type SessionRow } from '@trailmark/store/cases/training/session-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** Seats are counted over all agencies, which no agency's own scope sees. */
export const SEAT_SCOPE: Scope = { kind: 'system' };

/** Takes the session's lock. Throws `not-found`. */
export async function lockCourseSession(tx: Transaction, id: string): Promise<SessionRow> {
  const session = await lockSession(tx, id);
  if (session) return session;
  throw new AppError('not-found', 'There is no such session in the schedule.');
}

/** A session in words: course, day, clock and zone. */
export function describeSession({ level, startsAt, zone }: Pick<SessionRow, 'level' | 'startsAt' | 'zone'>): string {
  return `${COURSE_NAMES[level]}, ${toWallTime(startsAt, zone).replace('T', ' ')} (${zone})`;
}

/** Writes to somebody about a session, in the transaction of what it reports. */
export async function describePerson(
  tx: Transaction,
  casework: CaseworkContext,
  letter: { readonly account: string; readonly subject: string; readonly lines: readonly string[] },
): Promise<void> {
  const person = await findEnrolmentPerson(tx, letter.account);
  if (!person) return;
  const foot = `Your enrolments: ${casework.origin}/access/training`;
  await queueMail(tx, {
    recipient: person.email,
    subject: letter.subject,
    body: [...letter.lines, '', foot, ''].join('\n'),
    agency: person.agencyId,
  });
}

const LETTERS: Partial<Readonly<Record<EnrolmentState, readonly [subject: string, line: string]>>> = {
  requested: ['Your request for a course', 'An administrator of your agency decides on your request for a place:'],
  confirmed: ['Your place is confirmed', 'You have a place in:'],
  waitlisted: ['You are on the waiting list', 'All seats are taken. You get the next one that becomes free in:'],
  cancelled: ['Your place was given up', 'You no longer have a place in:'],
};

/** Notifies a person of the status of the enrolment; states without a letter are not written about. */
export async function describeState(
  tx: Transaction,
  casework: CaseworkContext,
  told: { readonly account: string; readonly state: EnrolmentState; readonly session: SessionRow },
): Promise<void> {
  const letter = LETTERS[told.state];
  if (!letter) return;
  const [subject, line] = letter;
  await describePerson(tx, casework, { account: told.account, subject, lines: [line, describeSession(told.session)] });
}

/** Whether the session has a seat nobody holds. The session must be locked. */
export async function hasFreeSeat(tx: Transaction, session: SessionRow): Promise<boolean> {
  return (await countSeated(tx, session.id)) < session.seats;
}

/** Gives free seats to the waiting list, first come first served, and notifies them. The session must be locked. */
export async function fillFreeSeats(tx: Transaction, casework: CaseworkContext, session: SessionRow): Promise<number> {
  if (session.isCancelled || session.startsAt <= casework.now()) return 0;
  let given = 0;
  let free = session.seats - (await countSeated(tx, session.id));
  while (free > 0) {
    const first = await findFirstWaiting(tx, session.id);
    if (!first) break;
    await setEnrolmentState(tx, { id: first.id, from: 'waitlisted', to: 'confirmed', now: casework.now() });
    await describeState(tx, casework, { account: first.accountId, state: 'confirmed', session });
    given += 1;
    free -= 1;
  }
  return given;
}
