import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { ScreeningOwner } from './screening-rows.ts';

/** A line of the input that names no subject. */
export interface RefusedLine {
  readonly text: string;
  readonly reason: string;
}

export interface BatchRow {
  readonly id: string;
  readonly name: string;
  readonly options: unknown;
  readonly ruleSet: unknown;
  readonly ruleSetHash: string;
  readonly total: number;
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
  readonly job: string | null;
  readonly createdAt: Date;
  /** Days from one screening of its subjects to the next; null: it is not repeated. */
  readonly repeatDays: number | null;
  readonly repeatAt: Date | null;
  /** The batch that this one repeats. */
  readonly previous: string | null;
}

const COLUMNS = sql`
  b.id, b.name, b.options, b.rule_set AS "ruleSet", b.rule_set_hash AS "ruleSetHash", b.total, b.refused,
  b.refused_count AS "refusedCount", b.job_id AS job, b.created_at AS "createdAt",
  b.repeat_days AS "repeatDays", b.repeat_at AS "repeatAt", b.previous_id AS previous`;

export type NewBatch = Omit<BatchRow, 'job' | 'createdAt' | 'repeatDays' | 'repeatAt'>;

export async function insertBatch(
  tx: Transaction,
  batch: NewBatch,
  { agency, account, at }: ScreeningOwner,
): Promise<void> {
  const { id, name, options, ruleSet, ruleSetHash, total, refused, refusedCount, previous } = batch;
  await tx.run(sql`
    INSERT INTO screening_batch (id, agency_id, account_id, name, options, rule_set, rule_set_hash, total, refused,
                                 refused_count, previous_id, created_at)
    VALUES (${id}, ${agency}, ${account}, ${name}, ${JSON.stringify(options)}, ${JSON.stringify(ruleSet)}, ${ruleSetHash},
            ${total}, ${JSON.stringify(refused)}, ${refusedCount}, ${previous}, ${at})`);
}

export async function setBatchJob(tx: Transaction, id: string, job: string): Promise<void> {
  await tx.run(sql`UPDATE screening_batch SET job_id = ${job} WHERE id = ${id}`);
}

export async function renameBatch(tx: Transaction, id: string, name: string): Promise<void> {
  await tx.run(sql`UPDATE screening_batch SET name = ${name} WHERE id = ${id}`);
}

export function findBatch(tx: Transaction, id: string): Promise<BatchRow | undefined> {
  return tx.find<BatchRow>(sql`SELECT ${COLUMNS} FROM screening_batch b WHERE b.id = ${id}`);
}

/** Own batches, newest first. */
export function listBatches(tx: Transaction, limit: number): Promise<(BatchRow & { screened: number })[]> {
  return tx.list(sql`
    SELECT ${COLUMNS},
      (SELECT count(*)::integer FROM screening s WHERE s.batch_id = b.id AND s.state IS NOT NULL) AS screened
    FROM screening_batch b ORDER BY b.created_at DESC, b.id LIMIT ${limit}`);
}

/** Removes a batch with its screenings. */
export async function deleteBatch(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`DELETE FROM screening_batch WHERE id = ${id}`);
}
