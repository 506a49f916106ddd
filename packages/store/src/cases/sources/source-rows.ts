import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

const ROW = sql`SELECT id, is_on AS "isOn", only_for_cases AS "onlyForCases", endpoint, key_box AS "keyBox", pin FROM outbound_source`;

/** What an administrator set of a source. */
export interface SourceRow {
  readonly id: string;
  readonly isOn: boolean;
  /** Nothing is requested except for a case that allows it. */
  readonly onlyForCases: boolean;
  readonly endpoint: string | null;
  readonly keyBox: string | null;
  readonly pin: string | null;
}

export function listSourceRows(tx: Transaction): Promise<SourceRow[]> {
  return tx.list<SourceRow>(sql`${ROW} ORDER BY id`);
}

/** Waits for a change of the same source that is under way. */
export function lockSourceRow(tx: Transaction, id: string): Promise<SourceRow | undefined> {
  return tx.find<SourceRow>(sql`${ROW} WHERE id = ${id} FOR UPDATE`);
}

export function findSourceRow(tx: Transaction, id: string): Promise<SourceRow | undefined> {
  return tx.find<SourceRow>(sql`${ROW} WHERE id = ${id}`);
}

/** Needs the installation's scope. */
export async function putSourceRow(
  tx: Transaction,
  row: SourceRow & { readonly changedBy: string; readonly changedAt: Date },
): Promise<void> {
  const { id, isOn, onlyForCases, endpoint, keyBox, pin, changedBy, changedAt } = row;
  await tx.run(sql`
    INSERT INTO outbound_source (id, is_on, only_for_cases, endpoint, key_box, pin, changed_by, changed_at)
    VALUES (${id}, ${isOn}, ${onlyForCases}, ${endpoint}, ${keyBox}, ${pin}, ${changedBy}, ${changedAt})
    ON CONFLICT (id) DO UPDATE SET is_on = excluded.is_on, only_for_cases = excluded.only_for_cases, endpoint = excluded.endpoint, key_box = excluded.key_box,
      pin = excluded.pin, changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}
