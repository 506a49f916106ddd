import type { CasePolicy } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

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

/** What was added to a case: who added it, and what it names. */
export interface OverlapRequest {
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  readonly keys: readonly string[];
  readonly at: Date;
}

const listCasesOf = (tx: Transaction, found: Sql, { caseId }: Pick<OverlapRequest, 'caseId'>): Promise<OverlapRow[]> =>
  tx.list<OverlapRow>(sql`
    SELECT c.id, c.number, c.title, c.policy, c.readers,
           ARRAY(SELECT m.account_id FROM case_member m WHERE m.case_id = c.id AND m.role = 'owner') AS owners,
           (array_agg(DISTINCT found.key))[1:10] AS keys
    FROM (${found}) AS found JOIN agency_case c ON c.id = found.case_id
    WHERE found.case_id <> ${caseId} GROUP BY c.id ORDER BY c.number LIMIT 50`);

/**
 * Cases of the agency that name one of these: those that are not sealed, and the sealed ones that the account is a member of. No other
 * sealed case is touched. Queried under the scope of the server itself: the caller decides what of it is disclosed to whom.
 */
export function listOverlaps(tx: Transaction, given: OverlapRequest): Promise<OverlapRow[]> {
  const { agency, account, keys } = given;
  const found = sql`
    SELECT i.case_id, i.key FROM case_identifier i WHERE i.agency_id = ${agency} AND i.key = ANY (${keys}) AND NOT i.is_sealed
    UNION ALL
    SELECT i.case_id, i.key FROM case_identifier i
    -- An array is read first: rows of other cases are not touched to find out whose they are.
    WHERE i.case_id = ANY (ARRAY(SELECT m.case_id FROM case_member m WHERE m.account_id = ${account} AND m.agency_id = ${agency}))
      AND i.is_sealed AND i.key = ANY (${keys})`;
  return listCasesOf(tx, found, given);
}

/** Sealed cases of the agency that name one of these. Under the scope of the server, for their owners alone. */
export function listSealedOverlaps(tx: Transaction, given: OverlapRequest): Promise<OverlapRow[]> {
  const { agency, keys } = given;
  const found = sql`SELECT i.case_id, i.key FROM case_identifier i
    WHERE i.agency_id = ${agency} AND i.key = ANY (${keys}) AND i.is_sealed`;
  return listCasesOf(tx, found, given);
}

export async function insertOverlapRequest(tx: Transaction, given: OverlapRequest): Promise<void> {
  const { caseId, agency, account, keys, at } = given;
  await tx.run(sql`INSERT INTO case_overlap_request (case_id, agency_id, account_id, keys, at)
    VALUES (${caseId}, ${agency}, ${account}, ${keys}, ${at})`);
}

/** Removes requests and gives them, the first first. */
export function takeOverlapRequests(tx: Transaction, limit: number): Promise<OverlapRequest[]> {
  return tx.list(sql`
    WITH taken AS (
      DELETE FROM case_overlap_request
      WHERE id IN (SELECT id FROM case_overlap_request ORDER BY at, id LIMIT ${limit}) RETURNING *)
    SELECT case_id AS "caseId", agency_id AS agency, account_id AS account, keys, at FROM taken ORDER BY at, id`);
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

/** The notices of the reader about one case, the last first. Another case is named as far as they see it now. */
export function listNotices(tx: Transaction, caseId: string, limit: number): Promise<NoticeRow[]> {
  return tx.list<NoticeRow>(sql`SELECT id, at, kind, seen_at AS "seenAt", CASE WHEN facts #> '{case,id}' IS NULL THEN facts
      ELSE jsonb_set(facts, '{case}', coalesce(seen_case_name(facts #>> '{case,id}'), 'null')) END AS facts FROM case_notice
    WHERE case_id = ${caseId} AND account_id = current_account() ORDER BY at DESC, id LIMIT ${limit}`);
}
