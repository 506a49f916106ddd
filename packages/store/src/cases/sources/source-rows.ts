import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What an administrator set of a source. */
export interface SourceRow {
  readonly id: string;
  readonly isOn: boolean;
  readonly endpoint: string | null;
  readonly keyBox: string | null;
  readonly pin: string | null;
}

export function listSourceRows(tx: Transaction): Promise<SourceRow[]> {
  return tx.list<SourceRow>(
    sql`SELECT id, is_on AS "isOn", endpoint, key_box AS "keyBox", pin FROM outbound_source ORDER BY id`,
  );
}

/** Waits for a change of the same source that is under way. */
export function lockSourceRow(tx: Transaction, id: string): Promise<SourceRow | undefined> {
  return tx.find<SourceRow>(
    sql`SELECT id, is_on AS "isOn", endpoint, key_box AS "keyBox", pin FROM outbound_source WHERE id = ${id} FOR UPDATE`,
  );
}

export function findSourceRow(tx: Transaction, id: string): Promise<SourceRow | undefined> {
  return tx.find<SourceRow>(
    sql`SELECT id, is_on AS "isOn", endpoint, key_box AS "keyBox", pin FROM outbound_source WHERE id = ${id}`,
  );
}

/** Needs the installation's scope. */
export async function putSourceRow(
  tx: Transaction,
  row: SourceRow & { readonly changedBy: string; readonly changedAt: Date },
): Promise<void> {
  const { id, isOn, endpoint, keyBox, pin, changedBy, changedAt } = row;
  await tx.run(sql`
    INSERT INTO outbound_source (id, is_on, endpoint, key_box, pin, changed_by, changed_at)
    VALUES (${id}, ${isOn}, ${endpoint}, ${keyBox}, ${pin}, ${changedBy}, ${changedAt})
    ON CONFLICT (id) DO UPDATE SET is_on = excluded.is_on, endpoint = excluded.endpoint, key_box = excluded.key_box,
      pin = excluded.pin, changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}
