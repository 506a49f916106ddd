import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { NewSubject } from './screening-rows.ts';

/** A batch whose next screening is due. */
export interface DueBatch {
  readonly id: string;
  readonly accountId: string;
  readonly repeatDays: number;
}

/** Sets when a batch is screened again; null: never. */
export async function setRepeat(
  tx: Transaction,
  id: string,
  repeat: { readonly days: number; readonly at: Date } | null,
): Promise<void> {
  await tx.run(sql`
    UPDATE screening_batch SET repeat_days = ${repeat?.days ?? null}, repeat_at = ${repeat?.at ?? null} WHERE id = ${id}`);
}

/**
 * Takes batches that are due, for as long as it takes to start them: one that is not started by `until` is due again then. Those
 * whose last screening still runs wait for it.
 */
export function takeDueBatches(
  tx: Transaction,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<DueBatch[]> {
  return tx.list<DueBatch>(sql`
    UPDATE screening_batch b SET repeat_at = ${until} WHERE b.id IN (
      SELECT d.id FROM screening_batch d WHERE d.repeat_at <= ${now}
        AND NOT EXISTS (SELECT 1 FROM screening s WHERE s.batch_id = d.id AND s.state IS NULL)
      ORDER BY d.repeat_at, d.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING b.id, b.account_id AS "accountId", b.repeat_days AS "repeatDays"`);
}

/** Subjects of a batch in the order given, under new ids. */
export function listSubjects(tx: Transaction, batch: string): Promise<NewSubject[]> {
  return tx.list<NewSubject>(sql`
    SELECT gen_random_uuid() AS id, chain, kind, subject FROM screening WHERE batch_id = ${batch} ORDER BY number`);
}
