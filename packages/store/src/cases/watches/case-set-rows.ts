import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** Addresses of one case that are watched as its set. */
export const MOST_CASE_ADDRESSES = 10_000;

/**
 * Addresses of a chain that a case names: those pinned, and those of people, links and notes. Other results name addresses too, such
 * as every party of a flow: those are not of the case.
 */
export async function listCaseAddresses(tx: Transaction, caseId: string, chain: string): Promise<string[]> {
  const prefix = `address:${chain}:`;
  const rows = await tx.list<{ key: string }>(sql`
    SELECT DISTINCT i.key FROM case_identifier i LEFT JOIN case_item t ON t.id = i.source AND t.case_id = i.case_id
    WHERE i.case_id = ${caseId} AND starts_with(i.key, ${prefix}) AND (t.id IS NULL OR (t.kind = 'address' AND t.withdrawn_at IS NULL))
    ORDER BY i.key LIMIT ${MOST_CASE_ADDRESSES}`);
  return rows.map(({ key }) => key.slice(prefix.length));
}
