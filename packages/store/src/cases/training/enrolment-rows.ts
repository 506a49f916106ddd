import type { EnrolmentState } from '@trailmark/core/training/enrolment';
import type { CourseLevel } from '@trailmark/core/training/level';
import type { Transaction } from '../casework.ts';
import { allOf, sql } from '../sql.ts';

/** One person's place in one session. */
export interface EnrolmentRow {
  readonly id: string;
  readonly number: number;
  readonly sessionId: string;
  readonly accountId: string;
  readonly agencyId: string;
  readonly state: EnrolmentState;
  readonly requestedAt: Date;
  readonly changedAt: Date;
  readonly accommodations: string;
  readonly experience: string;
  readonly mark: number | null;
  readonly remark: string;
}

/** With who it is and what for. */
export interface RosterRow extends EnrolmentRow {
  readonly name: string;
  readonly email: string;
  readonly agency: string;
  readonly level: CourseLevel;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly zone: string;
  readonly cancelUntil: Date;
  readonly isSessionCancelled: boolean;
  /** The current certificate, if any. */
  readonly certificateId: string | null;
  readonly validUntil: string | null;
}

const COLUMNS = sql`
  e.id, e.number, e.session_id AS "sessionId", e.account_id AS "accountId", e.agency_id AS "agencyId", e.state,
  e.requested_at AS "requestedAt", e.changed_at AS "changedAt", e.accommodations, e.experience, e.mark, e.remark`;

const ROSTER = sql`
  ${COLUMNS}, a.name, a.email, g.name AS agency, s.level, s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.zone,
  s.cancel_until AS "cancelUntil", s.is_cancelled AS "isSessionCancelled", c.id AS "certificateId",
  to_char(c.valid_until, 'YYYY-MM-DD') AS "validUntil"`;

const JOINED = sql`
  training_enrolment e JOIN training_session s ON s.id = e.session_id JOIN account a ON a.id = e.account_id
  JOIN agency g ON g.id = e.agency_id
  LEFT JOIN training_certificate c ON c.enrolment_id = e.id AND c.revoked_at IS NULL`;

export interface RosterFilter {
  readonly id?: string | undefined;
  readonly session?: string | undefined;
  readonly account?: string | undefined;
  readonly level?: CourseLevel | undefined;
  readonly state?: EnrolmentState | undefined;
  /** Words of a name, an address or an agency. */
  readonly text?: string | undefined;
}

/** A text as a pattern that matches it literally. */
function toPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
}

const MAX_ROSTER = 2_000;

/** The row that was the last of the part before, and how many may come. */
export interface RosterPart {
  readonly after?: Pick<RosterRow, 'startsAt' | 'sessionId' | 'number'> | undefined;
  readonly limit?: number;
}

/** Who is enrolled, by session and then by number; the first 2,000 by default. */
export function listRoster(
  tx: Transaction,
  filter: RosterFilter,
  { after, limit = MAX_ROSTER }: RosterPart = {},
): Promise<RosterRow[]> {
  const { id, session, account, level, state, text } = filter;
  const pattern = text ? toPattern(text) : '';
  const conditions = [
    ...(id ? [sql`e.id = ${id}`] : []),
    ...(session ? [sql`e.session_id = ${session}`] : []),
    ...(account ? [sql`e.account_id = ${account}`] : []),
    ...(level ? [sql`s.level = ${level}`] : []),
    ...(state ? [sql`e.state = ${state}`] : []),
    ...(text ? [sql`a.name ILIKE ${pattern} OR a.email ILIKE ${pattern} OR g.name ILIKE ${pattern}`] : []),
    ...(after ? [sql`(s.starts_at, s.id, e.number) > (${after.startsAt}, ${after.sessionId}, ${after.number})`] : []),
  ];
  return tx.list<RosterRow>(sql`
    SELECT ${ROSTER} FROM ${JOINED} WHERE ${allOf(conditions)} ORDER BY s.starts_at, s.id, e.number
    LIMIT ${limit}`);
}

export interface NewEnrolment {
  readonly sessionId: string;
  readonly accountId: string;
  readonly agencyId: string;
  readonly state: EnrolmentState;
  readonly accommodations: string;
  readonly experience: string;
  readonly now: Date;
}

/** Throws `conflict` where the person is enrolled already. */
export async function insertEnrolment(tx: Transaction, enrolment: NewEnrolment): Promise<string> {
  const { sessionId, accountId, agencyId, state, accommodations, experience, now } = enrolment;
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO training_enrolment (session_id, account_id, agency_id, state, requested_at, changed_at, consented_at,
                                    accommodations, experience)
    VALUES (${sessionId}, ${accountId}, ${agencyId}, ${state}, ${now}, ${now}, ${now}, ${accommodations}, ${experience})
    RETURNING id`);
  return row?.id ?? '';
}

/** The place somebody holds in a session, cancelled ones left out. */
export function findOwnEnrolment(tx: Transaction, session: string, account: string): Promise<EnrolmentRow | undefined> {
  return tx.find<EnrolmentRow>(sql`
    SELECT ${COLUMNS} FROM training_enrolment e
    WHERE e.session_id = ${session} AND e.account_id = ${account} AND e.state <> 'cancelled'`);
}

/** How many seats are taken. True under the installation's own scopes only. */
export async function countSeated(tx: Transaction, session: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`
    SELECT count(*) FROM training_enrolment
    WHERE session_id = ${session} AND state IN ('confirmed', 'attended', 'no-show', 'passed', 'failed')`);
  return count;
}

/** The first of the waiting list. */
export function findFirstWaiting(tx: Transaction, session: string): Promise<EnrolmentRow | undefined> {
  return tx.find<EnrolmentRow>(sql`
    SELECT ${COLUMNS} FROM training_enrolment e WHERE e.session_id = ${session} AND e.state = 'waitlisted'
    ORDER BY e.number LIMIT 1`);
}

/** Places of a session that are not settled yet. */
export function listOpenEnrolments(tx: Transaction, session: string): Promise<EnrolmentRow[]> {
  return tx.list<EnrolmentRow>(sql`
    SELECT ${COLUMNS} FROM training_enrolment e
    WHERE e.session_id = ${session} AND e.state IN ('requested', 'confirmed', 'waitlisted') ORDER BY e.number`);
}

/** Moves an enrolment out of the state it was seen in; false where it has left that meanwhile. */
export async function setEnrolmentState(
  tx: Transaction,
  move: { readonly id: string; readonly from: EnrolmentState; readonly to: EnrolmentState; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.run(sql`
    UPDATE training_enrolment SET state = ${move.to}, changed_at = ${move.now}
    WHERE id = ${move.id} AND state = ${move.from}`);
  return rows === 1;
}

export async function setEnrolmentMark(
  tx: Transaction,
  id: string,
  { mark, remark }: { readonly mark: number | null; readonly remark: string },
): Promise<void> {
  await tx.run(sql`UPDATE training_enrolment SET mark = ${mark}, remark = ${remark} WHERE id = ${id}`);
}

/** Puts a person into another session; the reminders of the first are forgotten. */
export async function moveEnrolment(
  tx: Transaction,
  move: { readonly id: string; readonly session: string; readonly state: EnrolmentState; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    UPDATE training_enrolment
    SET session_id = ${move.session}, state = ${move.state}, changed_at = ${move.now}, reminded_week_at = NULL,
        reminded_day_at = NULL
    WHERE id = ${move.id}`);
}

/** Whether somebody has passed a course. */
export async function hasPassed(tx: Transaction, account: string, level: CourseLevel): Promise<boolean> {
  const row = await tx.find(sql`
    SELECT 1 FROM training_enrolment e JOIN training_session s ON s.id = e.session_id
    WHERE e.account_id = ${account} AND e.state = 'passed' AND s.level = ${level} LIMIT 1`);
  return row !== undefined;
}

/** Who is written to: a person of an enrolment. */
export interface EnrolmentPerson {
  readonly email: string;
  readonly name: string;
  readonly agencyId: string;
}

export function findEnrolmentPerson(tx: Transaction, account: string): Promise<EnrolmentPerson | undefined> {
  return tx.find<EnrolmentPerson>(sql`SELECT email, name, agency_id AS "agencyId" FROM account WHERE id = ${account}`);
}

export type Reminder = 'week' | 'day';

/** A reminder that is due and was not sent; taking it marks it sent. */
export interface DueReminder extends EnrolmentPerson {
  readonly sessionId: string;
}

/** Takes the reminders of confirmed people whose session starts before `until`, each once. */
export function takeReminders(
  tx: Transaction,
  kind: Reminder,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<DueReminder[]> {
  // The nearer reminder makes the farther one needless.
  const marks =
    kind === 'week'
      ? sql`reminded_week_at = ${now}`
      : sql`reminded_day_at = ${now}, reminded_week_at = coalesce(reminded_week_at, ${now})`;
  const isOpen = kind === 'week' ? sql`e.reminded_week_at IS NULL` : sql`e.reminded_day_at IS NULL`;
  return tx.list<DueReminder>(sql`
    UPDATE training_enrolment e SET ${marks}
    FROM training_session s, account a
    WHERE s.id = e.session_id AND a.id = e.account_id AND e.state = 'confirmed' AND NOT s.is_cancelled
      AND s.starts_at > ${now} AND s.starts_at <= ${until} AND ${isOpen}
    RETURNING e.session_id AS "sessionId", a.email, a.name, a.agency_id AS "agencyId"`);
}
