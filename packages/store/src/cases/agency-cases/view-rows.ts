import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export interface SavedViewRow {
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

/** The filters that an account keeps, the first kept first. */
export function listSavedViews(tx: Transaction): Promise<SavedViewRow[]> {
  return tx.list(
    sql`SELECT id, name, query FROM case_saved_view WHERE account_id = current_account() ORDER BY created_at, id`,
  );
}

export interface NewSavedView extends SavedViewRow {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
}

export async function insertSavedView(
  tx: Transaction,
  { id, agency, account, name, query, at }: NewSavedView,
): Promise<void> {
  await tx.run(sql`INSERT INTO case_saved_view (id, agency_id, account_id, name, query, created_at)
    VALUES (${id}, ${agency}, ${account}, ${name}, ${query}, ${at})`);
}

/** False where the account keeps no such view. */
export async function deleteSavedView(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM case_saved_view WHERE id = ${id}`)) === 1;
}
