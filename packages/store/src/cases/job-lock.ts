import type { Transaction } from './casework.ts';
import { sql } from './sql.ts';

/** Takes the lock of a job until the transaction ends. False where another server runs it just now. */
export async function takeJobLock(tx: Transaction, job: string): Promise<boolean> {
  const row = await tx.find<{ isTaken: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${job}, 11)) AS "isTaken"`,
  );
  return row?.isTaken === true;
}

/** Keeps a transaction that only holds a lock from being ended as forgotten. */
export async function keepAwake(tx: Transaction): Promise<void> {
  await tx.run(sql`SELECT 1`);
}
