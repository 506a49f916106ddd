import type { Transaction } from './casework.ts';
import { sql } from './sql.ts';

/** Makes transactions that count against one limit wait for each other, until this one ends. `key` names the limit and whose it is. */
export async function lockLimit(tx: Transaction, key: string): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 12))`);
}
