import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** An email that is due. */
export interface DueMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly createdAt: Date;
  /** Tries before this one. */
  readonly attempts: number;
}

/**
 * The next email that is due, locked until the transaction ends, so that no second worker takes it. The order is that of
 * being queued. What was queued by the database's clock is due by it, however the two clocks differ.
 */
export function lockDueMail(tx: Transaction, now: Date): Promise<DueMail | undefined> {
  return tx.find<DueMail>(sql`
    SELECT id, recipient, subject, body, created_at AS "createdAt", attempts FROM mail
    WHERE status = 'queued' AND next_attempt_at <= greatest(${now}::timestamptz, now())
    ORDER BY next_attempt_at, created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`);
}

/** Notes that the mail server took an email. */
export async function markSent(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    UPDATE mail SET status = 'sent', sent_at = ${now}, attempts = attempts + 1, last_error = NULL WHERE id = ${id}`);
}

/** Notes why an email was not taken, and when it is tried again; null: never. */
export async function markUnsent(
  tx: Transaction,
  id: string,
  { error, next }: { readonly error: string; readonly next: Date | null },
): Promise<void> {
  await tx.run(sql`
    UPDATE mail SET status = ${next === null ? 'failed' : 'queued'}, attempts = attempts + 1,
                    next_attempt_at = coalesce(${next}::timestamptz, next_attempt_at), last_error = ${error}
    WHERE id = ${id}`);
}
