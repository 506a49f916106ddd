import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export const VISIT_KINDS = ['address', 'transaction', 'entity', 'case', 'flow'] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

/** Something a person opened: `subject` is `btc:1A1z…` for what is on a chain, otherwise an id. */
export interface VisitSubject {
  readonly kind: VisitKind;
  readonly subject: string;
}

export interface VisitRow extends VisitSubject {
  readonly visitedAt: Date;
  readonly isPinned: boolean;
  /** Of cases and flows, where the reader may see them now; null for other kinds. */
  readonly title: string | null;
  readonly detail: string | null;
}

/** Pinned ones first, then the last opened. Cases and flows that the reader may no longer see are left out. */
export function listVisits(tx: Transaction, limit: number): Promise<VisitRow[]> {
  return tx.list<VisitRow>(sql`
    SELECT v.kind, v.subject, v.visited_at AS "visitedAt", v.pinned_at IS NOT NULL AS "isPinned",
           coalesce(c.title, f.title) AS title, c.number AS detail
    FROM visit v
    LEFT JOIN agency_case c ON v.kind = 'case' AND c.id::text = v.subject
    LEFT JOIN coin_flow f ON v.kind = 'flow' AND f.id::text = v.subject AND f.removed_at IS NULL
    WHERE v.account_id = current_account()
      AND (v.kind <> 'case' OR c.id IS NOT NULL) AND (v.kind <> 'flow' OR f.id IS NOT NULL)
    ORDER BY v.pinned_at IS NULL, v.pinned_at, v.visited_at DESC, v.subject LIMIT ${limit}`);
}

export interface NewVisit extends VisitSubject {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
}

/** Writes that it was opened now, and forgets the oldest ones beyond `keep` that are not pinned. */
export async function insertVisit(
  tx: Transaction,
  { agency, account, kind, subject, at }: NewVisit,
  keep: number,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO visit (account_id, agency_id, kind, subject, visited_at) VALUES (${account}, ${agency}, ${kind}, ${subject}, ${at})
    ON CONFLICT (account_id, kind, subject) DO UPDATE SET visited_at = greatest(visit.visited_at, excluded.visited_at)`);
  await tx.run(sql`
    DELETE FROM visit WHERE account_id = ${account} AND pinned_at IS NULL AND (kind, subject) IN (
      SELECT kind, subject FROM visit WHERE account_id = ${account} AND pinned_at IS NULL
      ORDER BY visited_at DESC, subject OFFSET ${keep})`);
}

export async function countPins(tx: Transaction): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM visit WHERE account_id = current_account() AND pinned_at IS NOT NULL`,
  );
  return count;
}

/** Pins from a time on, or with null no longer. */
export async function updatePin(tx: Transaction, { kind, subject }: VisitSubject, at: Date | null): Promise<void> {
  await tx.run(sql`UPDATE visit SET pinned_at = ${at}
    WHERE account_id = current_account() AND kind = ${kind} AND subject = ${subject}`);
}

/** Forgets what is not pinned. */
export async function deleteVisits(tx: Transaction): Promise<void> {
  await tx.run(sql`DELETE FROM visit WHERE account_id = current_account() AND pinned_at IS NULL`);
}
