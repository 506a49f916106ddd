import type { CasePolicy } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** Another case of the agency that names the same. */
export interface OverlapRow {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly policy: CasePolicy;
  /** Accounts of its members. */
  readonly readers: readonly string[];
  /** Accounts of its owners. */
  readonly owners: readonly string[];
  /** What both name, at most ten. */
  readonly keys: readonly string[];
}

/**
 * Cases of the agency that name one of these. Asked under the scope of the server itself: what of it may be told to whom is
 * decided by who asks for it.
 */
export function listOverlaps(
  tx: Transaction,
  { id, agency }: { readonly id: string; readonly agency: string },
  keys: readonly string[],
): Promise<OverlapRow[]> {
  return tx.list<OverlapRow>(sql`
    SELECT c.id, c.number, c.title, c.policy, c.readers,
           ARRAY(SELECT m.account_id FROM case_member m WHERE m.case_id = c.id AND m.role = 'owner') AS owners,
           (array_agg(DISTINCT i.key))[1:10] AS keys
    FROM case_identifier i JOIN agency_case c ON c.id = i.case_id
    WHERE i.agency_id = ${agency} AND i.key = ANY (${keys}) AND c.id <> ${id}
    GROUP BY c.id ORDER BY c.number LIMIT 50`);
}

export const NOTICE_KINDS = ['overlap', 'break-glass', 'custodian', 'retention'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface NewNotice {
  /** The case of those who get it. */
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  readonly kind: NoticeKind;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

export async function insertNotice(
  tx: Transaction,
  { caseId, agency, account, kind, facts, at }: NewNotice,
): Promise<void> {
  await tx.run(sql`INSERT INTO case_notice (case_id, agency_id, account_id, at, kind, facts)
    VALUES (${caseId}, ${agency}, ${account}, ${at}, ${kind}, ${JSON.stringify(facts)})`);
}

export interface NoticeRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: NoticeKind;
  readonly facts: unknown;
  readonly seenAt: Date | null;
}

/** The notices of the account that asks about one case, the last first. */
export function listNotices(tx: Transaction, caseId: string, limit: number): Promise<NoticeRow[]> {
  return tx.list<NoticeRow>(sql`SELECT id, at, kind, facts, seen_at AS "seenAt" FROM case_notice
    WHERE case_id = ${caseId} AND account_id = current_account() ORDER BY at DESC, id LIMIT ${limit}`);
}
