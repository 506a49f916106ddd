import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** Under which labels the past of a watch was last read. */
export interface CheckRow {
  readonly watch: string;
  readonly labels: string;
  /** Labels in words, by chain and address. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly at: Date;
}

export function listChecks(tx: Transaction): Promise<CheckRow[]> {
  return tx.list<CheckRow>(sql`SELECT watch_id AS watch, labels, known, at FROM watch_check`);
}

export function findCheck(tx: Transaction, watch: string): Promise<CheckRow | undefined> {
  return tx.find<CheckRow>(sql`SELECT watch_id AS watch, labels, known, at FROM watch_check WHERE watch_id = ${watch}`);
}

export async function putCheck(
  tx: Transaction,
  row: CheckRow & { readonly caseId: string; readonly agency: string },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO watch_check (watch_id, case_id, agency_id, labels, known, at)
    VALUES (${row.watch}, ${row.caseId}, ${row.agency}, ${row.labels}, ${JSON.stringify(row.known)}::jsonb, ${row.at})
    ON CONFLICT (watch_id) DO UPDATE SET labels = excluded.labels, known = excluded.known, at = excluded.at`);
}
