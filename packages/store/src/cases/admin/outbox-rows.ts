import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

export type MailStatus = 'queued' | 'sent' | 'failed' | 'cancelled';

/** An email of the outbox without its text. */
export interface OutboxRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly status: MailStatus;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
  readonly place: string;
}

const PLACE = sql`to_char(created_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') COLLATE "C"`;

export interface OutboxFilter {
  readonly status?: MailStatus | undefined;
  readonly q?: string | undefined;
}

/** A page of emails, newest first. */
export function listOutbox(
  tx: Transaction,
  { status, q }: OutboxFilter,
  page: { readonly after?: readonly string[] | undefined; readonly limit: number },
): Promise<OutboxRow[]> {
  const conditions: Sql[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (q) conditions.push(sql`strpos(lower(recipient || ' ' || subject), lower(${q})) > 0`);
  if (page.after) conditions.push(sql`(${PLACE}, id) < (${page.after[0]}, ${page.after[1]}::uuid)`);
  return tx.list<OutboxRow>(sql`
    SELECT id, recipient, subject, status, created_at AS "createdAt", attempts,
           CASE WHEN status = 'queued' THEN next_attempt_at END AS "nextAttemptAt", sent_at AS "sentAt",
           last_error AS "lastError", ${PLACE} AS place
    FROM mail WHERE ${allOf(conditions)} ORDER BY place DESC, id DESC LIMIT ${page.limit}`);
}

export async function countOutbox(tx: Transaction): Promise<Record<MailStatus, number>> {
  const rows = await tx.list<{ status: MailStatus; count: number }>(
    sql`SELECT status, count(*) AS count FROM mail GROUP BY status`,
  );
  const counts = { queued: 0, sent: 0, failed: 0, cancelled: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

/** The text of an email; it may hold links that open accounts. */
export function findMailText(
  tx: Transaction,
  id: string,
): Promise<{ readonly recipient: string; readonly subject: string; readonly body: string } | undefined> {
  return tx.find(sql`SELECT recipient, subject, body FROM mail WHERE id = ${id}`);
}

/** An email, locked until the transaction ends; waits for a delivery that is under way. */
export function lockMail(
  tx: Transaction,
  id: string,
): Promise<{ readonly status: MailStatus; readonly recipient: string; readonly subject: string } | undefined> {
  return tx.find(sql`SELECT status, recipient, subject FROM mail WHERE id = ${id} FOR UPDATE`);
}

export async function requeueMail(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(sql`UPDATE mail SET status = 'queued', next_attempt_at = ${now} WHERE id = ${id}`);
}

export async function cancelMail(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`UPDATE mail SET status = 'cancelled' WHERE id = ${id}`);
}
