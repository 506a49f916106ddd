import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export async function findSeenCopy(tx: Transaction, pack: string): Promise<string | undefined> {
  const row = await tx.find<{ version: string }>(sql`SELECT version FROM list_seen WHERE pack = ${pack}`);
  return row?.version;
}

export async function putSeenCopy(tx: Transaction, pack: string, version: string, at: Date): Promise<void> {
  await tx.run(sql`
    INSERT INTO list_seen (pack, version, at) VALUES (${pack}, ${version}, ${at})
    ON CONFLICT (pack) DO UPDATE SET version = excluded.version, at = excluded.at`);
}

/** A case that names one of the keys, with those it names. */
export interface TouchedCase {
  readonly id: string;
  readonly agency: string;
  readonly keys: readonly string[];
}

/** Open cases that name one of the keys, of one agency or of all. Needs the system's scope; its result goes to each case alone. */
export function listTouchedCases(
  tx: Transaction,
  keys: readonly string[],
  agency: string | undefined,
): Promise<TouchedCase[]> {
  const own = agency === undefined ? sql`true` : sql`i.agency_id = ${agency}`;
  return tx.list<TouchedCase>(sql`
    SELECT c.id, c.agency_id AS agency, array_agg(DISTINCT i.key) AS keys
    FROM (SELECT DISTINCT unnest(${[...keys]}::text[]) AS key) changed JOIN case_identifier i ON i.key = changed.key
    JOIN agency_case c ON c.id = i.case_id
    WHERE c.status <> 'closed' AND ${own} GROUP BY c.id ORDER BY c.id`);
}

export interface VerifiedReport {
  readonly id: string;
  readonly agency: string;
  readonly reference: string;
  readonly category: string;
  readonly at: Date;
  readonly keys: readonly string[];
}

/** Verified reports that name the same as an open case of their agency that was not notified of them. */
export function listReportsToAlert(tx: Transaction, limit: number): Promise<VerifiedReport[]> {
  return tx.list<VerifiedReport>(sql`
    SELECT r.id, r.agency_id AS agency, r.reference, r.category, r.decided_at AS at,
           coalesce((SELECT array_agg(k.key) FROM scam_report_key k WHERE k.report_id = r.id), '{}') AS keys
    FROM scam_report r WHERE r.state = 'verified' AND (r.alerted_at IS NULL OR EXISTS (
      SELECT 1 FROM scam_report_key k JOIN case_identifier i ON i.key = k.key AND i.agency_id = k.agency_id
      JOIN agency_case c ON c.id = i.case_id
      WHERE k.report_id = r.id AND c.status <> 'closed' AND NOT EXISTS (
        SELECT 1 FROM alert a WHERE a.agency_id = r.agency_id AND a.key = 'scam:' || r.id || ':' || c.id AND a.retracted_at IS NULL)))
    ORDER BY r.decided_at LIMIT ${limit}`);
}

/** Reports that cases were notified of, and that are no longer verified. */
export function listReportsToRetract(
  tx: Transaction,
  limit: number,
): Promise<{ readonly id: string; readonly agency: string }[]> {
  return tx.list(sql`
    SELECT id, agency_id AS agency FROM scam_report WHERE state <> 'verified' AND alerted_at IS NOT NULL ORDER BY id LIMIT ${limit}`);
}

/** Null where its alerts were taken back. */
export async function markAlerted(tx: Transaction, report: string, at: Date | null): Promise<void> {
  await tx.run(sql`UPDATE scam_report SET alerted_at = ${at} WHERE id = ${report}`);
}
