import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** People of an agency who may use the tools, by name. */
export function listColleagues(tx: Transaction, agency: string): Promise<{ id: string; name: string }[]> {
  return tx.list(sql`SELECT id, name FROM account WHERE agency_id = ${agency} AND status = 'active'
    AND (is_allowed OR role IN ('agency-admin', 'platform-admin')) ORDER BY name, id LIMIT 500`);
}
