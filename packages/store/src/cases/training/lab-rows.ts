import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** How one answer was marked. */
export interface AnswerMark {
  readonly question: string;
  readonly answer: string;
  readonly isRight: boolean;
}

export interface AttemptRow {
  readonly id: string;
  readonly lab: string;
  readonly at: Date;
  readonly points: number;
  readonly ofPoints: number;
  readonly marks: readonly AnswerMark[];
  readonly markedAsOf: string;
}

export interface NewAttempt extends Omit<AttemptRow, 'id'> {
  readonly accountId: string;
  readonly agencyId: string;
}

export async function insertAttempt(tx: Transaction, attempt: NewAttempt): Promise<string> {
  const { lab, accountId, agencyId, at, points, ofPoints, marks, markedAsOf } = attempt;
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO training_attempt (lab, account_id, agency_id, at, points, of_points, marks, marked_as_of)
    VALUES (${lab}, ${accountId}, ${agencyId}, ${at}, ${points}, ${ofPoints}, ${JSON.stringify(marks)}, ${markedAsOf})
    RETURNING id`);
  return row?.id ?? '';
}

/** Somebody's last attempts at a lab, newest first. */
export function listAttempts(tx: Transaction, account: string, lab: string, limit: number): Promise<AttemptRow[]> {
  return tx.list<AttemptRow>(sql`
    SELECT id, lab, at, points, of_points AS "ofPoints", marks, marked_as_of AS "markedAsOf" FROM training_attempt
    WHERE account_id = ${account} AND lab = ${lab} ORDER BY at DESC, id LIMIT ${limit}`);
}

/** How many attempts at a lab began since an instant: marking reads the ledger. */
export async function countAttemptsSince(tx: Transaction, account: string, since: Date): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`
    SELECT count(*) FROM training_attempt WHERE account_id = ${account} AND at >= ${since}`);
  return count;
}

export interface LabRecord {
  readonly lab: string;
  readonly attempts: number;
  readonly bestPoints: number;
  readonly ofPoints: number;
  readonly lastAt: Date;
  /** The first attempt in which every answer was right; null without one. */
  readonly completedAt: Date | null;
}

/** What somebody has made of each lab. */
export function listLabRecords(tx: Transaction, account: string): Promise<LabRecord[]> {
  return tx.list<LabRecord>(sql`
    SELECT lab, count(*) AS attempts, max(points) AS "bestPoints", max(of_points) AS "ofPoints", max(at) AS "lastAt",
           min(at) FILTER (WHERE points = of_points) AS "completedAt"
    FROM training_attempt WHERE account_id = ${account} GROUP BY lab ORDER BY lab`);
}
