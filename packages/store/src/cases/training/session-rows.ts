import type { CourseLevel } from '@trailmark/core/training/level';
import type { Transaction } from '../casework.ts';
import { allOf, sql } from '../sql.ts';

/** What an administrator states about a session. */
export interface SessionPlan {
  readonly level: CourseLevel;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly zone: string;
  readonly mode: 'in-person' | 'online';
  readonly place: string;
  readonly language: string;
  readonly trainer: string;
  readonly note: string;
  readonly seats: number;
  readonly cancelUntil: Date;
}

export interface SessionRow extends SessionPlan {
  readonly id: string;
  readonly isCancelled: boolean;
  readonly isDemo: boolean;
  readonly sequence: number;
  readonly changedAt: Date;
}

/** A session with how many seats are taken and how many wait, over all agencies. */
export interface CountedSession extends SessionRow {
  readonly taken: number;
  readonly waiting: number;
}

const COLUMNS = sql`
  s.id, s.level, s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.zone, s.mode, s.place, s.language, s.trainer,
  s.note, s.seats, s.cancel_until AS "cancelUntil", s.is_cancelled AS "isCancelled", s.is_demo AS "isDemo", s.sequence,
  s.changed_at AS "changedAt"`;

/** Counts are true under the installation's own scopes only: an agency sees no others' enrolments. */
const COUNTS = sql`
  (SELECT count(*) FROM training_enrolment e WHERE e.session_id = s.id
    AND e.state IN ('confirmed', 'attended', 'no-show', 'passed', 'failed')) AS taken,
  (SELECT count(*) FROM training_enrolment e WHERE e.session_id = s.id AND e.state = 'waitlisted') AS waiting`;

export interface SessionFilter {
  readonly level?: CourseLevel | undefined;
  /** Ending at or after, starting before. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly id?: string | undefined;
}

const MAX_SESSIONS = 500;

/** Sessions by time, cancelled ones too; the first 500. */
export function listSessions(tx: Transaction, filter: SessionFilter): Promise<CountedSession[]> {
  const conditions = [
    ...(filter.level ? [sql`s.level = ${filter.level}`] : []),
    ...(filter.from ? [sql`s.ends_at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`s.starts_at < ${filter.to}`] : []),
    ...(filter.id ? [sql`s.id = ${filter.id}`] : []),
  ];
  return tx.list<CountedSession>(sql`
    SELECT ${COLUMNS}, ${COUNTS} FROM training_session s
    WHERE ${allOf(conditions)} ORDER BY s.starts_at, s.id LIMIT ${MAX_SESSIONS}`);
}

/** Takes the session's lock: whoever changes who has its seats waits here. */
export function lockSession(tx: Transaction, id: string): Promise<SessionRow | undefined> {
  return tx.find<SessionRow>(sql`SELECT ${COLUMNS} FROM training_session s WHERE s.id = ${id} FOR UPDATE`);
}

export async function insertSession(
  tx: Transaction,
  plan: SessionPlan,
  { now, isDemo = false }: { readonly now: Date; readonly isDemo?: boolean },
): Promise<string> {
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO training_session (level, starts_at, ends_at, zone, mode, place, language, trainer, note, seats,
                                  cancel_until, is_demo, changed_at)
    VALUES (${plan.level}, ${plan.startsAt}, ${plan.endsAt}, ${plan.zone}, ${plan.mode}, ${plan.place},
            ${plan.language}, ${plan.trainer}, ${plan.note}, ${plan.seats}, ${plan.cancelUntil}, ${isDemo}, ${now})
    RETURNING id`);
  return row?.id ?? '';
}

export async function updateSession(tx: Transaction, id: string, plan: SessionPlan, now: Date): Promise<void> {
  await tx.run(sql`
    UPDATE training_session
    SET level = ${plan.level}, starts_at = ${plan.startsAt}, ends_at = ${plan.endsAt}, zone = ${plan.zone},
        mode = ${plan.mode}, place = ${plan.place}, language = ${plan.language}, trainer = ${plan.trainer},
        note = ${plan.note}, seats = ${plan.seats}, cancel_until = ${plan.cancelUntil}, sequence = sequence + 1,
        changed_at = ${now}
    WHERE id = ${id}`);
}

export async function cancelSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    UPDATE training_session SET is_cancelled = true, sequence = sequence + 1, changed_at = ${now} WHERE id = ${id}`);
}
