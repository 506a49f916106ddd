import type { EmergencyOutcome } from '@trailmark/core/case';
import { ADMITTED } from '../accounts/admitted.ts';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** An emergency access to a case, with its review. */
export interface EmergencyRow {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly number: string;
  /** Null where the reader does not see the case. */
  readonly title: string | null;
  readonly account: string;
  readonly by: string;
  readonly reason: string;
  readonly openedAt: Date;
  readonly endsAt: Date;
  /** `YYYY-MM-DD`. */
  readonly dueOn: string;
  readonly outcome: EmergencyOutcome | null;
  /** Whether the reader owns the case. */
  readonly isOwner: boolean;
}

const SELECT = sql`
  SELECT e.id, e.case_id AS "caseId", e.agency_id AS agency, e.number, c.title, e.account_id AS account,
         coalesce(a.name, 'Former account') AS by, e.reason, e.opened_at AS "openedAt", e.ends_at AS "endsAt",
         to_char(e.due_on, 'YYYY-MM-DD') AS "dueOn", e.outcome, owns_case(e.case_id) AS "isOwner"
  FROM case_emergency e LEFT JOIN agency_case c ON c.id = e.case_id LEFT JOIN account a ON a.id = e.account_id`;

/** Those whose review is open and of which the reader may know, the first due first. */
export function listOpenEmergencies(tx: Transaction, limit: number): Promise<EmergencyRow[]> {
  return tx.list<EmergencyRow>(
    sql`${SELECT} WHERE e.outcome IS NULL ORDER BY e.due_on, e.opened_at, e.id LIMIT ${limit}`,
  );
}

/** Those of a case whose review is open, the last first. */
export function listCaseEmergencies(tx: Transaction, caseId: string): Promise<EmergencyRow[]> {
  return tx.list<EmergencyRow>(
    sql`${SELECT} WHERE e.case_id = ${caseId} AND e.outcome IS NULL ORDER BY e.opened_at DESC, e.id`,
  );
}

export function findEmergency(tx: Transaction, id: string): Promise<EmergencyRow | undefined> {
  return tx.find<EmergencyRow>(sql`${SELECT} WHERE e.id = ${id}`);
}

/** Whether a review of what the account did is open. Under the scope of the server. */
export async function hasOpenReview(tx: Transaction, account: string): Promise<boolean> {
  return (
    (await tx.find(sql`SELECT 1 FROM case_emergency WHERE account_id = ${account} AND outcome IS NULL LIMIT 1`)) !==
    undefined
  );
}

/** Whether the review of an emergency access to the case is open. */
export async function hasUnreviewed(tx: Transaction, caseId: string): Promise<boolean> {
  return (
    (await tx.find(sql`SELECT 1 FROM case_emergency WHERE case_id = ${caseId} AND outcome IS NULL LIMIT 1`)) !==
    undefined
  );
}

export interface UnsealedCase {
  readonly id: string;
  readonly policy: 'open' | 'need-to-know';
  readonly isMember: boolean;
}

/** The case of a number that is not sealed; undefined for a sealed one as for none. Under the scope of the server. */
export function findUnsealedByNumber(
  tx: Transaction,
  { agency, account, number }: { readonly agency: string; readonly account: string; readonly number: string },
): Promise<UnsealedCase | undefined> {
  return tx.find<UnsealedCase>(sql`
    SELECT id, policy, ${account}::uuid = ANY (readers) AS "isMember" FROM agency_case
    WHERE agency_id = ${agency} AND number = ${number} AND policy <> 'sealed'`);
}

export interface EmergencyRequest {
  readonly id: string;
  readonly agency: string;
  readonly account: string;
  readonly number: string;
  readonly reason: string;
  readonly at: Date;
}

export interface NewEmergency extends EmergencyRequest {
  readonly caseId: string;
  readonly endsAt: Date;
  readonly dueOn: string;
}

export async function insertEmergency(tx: Transaction, given: NewEmergency): Promise<void> {
  const { id, caseId, agency, account, number, reason, at, endsAt, dueOn } = given;
  await tx.run(sql`
    INSERT INTO case_emergency (id, case_id, agency_id, number, account_id, reason, opened_at, ends_at, due_on)
    VALUES (${id}, ${caseId}, ${agency}, ${number}, ${account}, ${reason}, ${at}, ${endsAt}, ${dueOn}::date)`);
}

/** Closes a review, and with it the access. False where it was closed before, or the reader may not close it. */
export async function closeEmergency(
  tx: Transaction,
  id: string,
  {
    outcome,
    words,
    by,
    at,
  }: { readonly outcome: EmergencyOutcome; readonly words: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_emergency SET outcome = ${outcome}, words = ${words}, reviewed_at = ${at}, reviewed_by = ${by},
           ends_at = greatest(opened_at, least(ends_at, ${at}))
    WHERE id = ${id} AND outcome IS NULL`);
  return count === 1;
}

export async function insertEmergencyRequest(tx: Transaction, given: EmergencyRequest): Promise<void> {
  const { id, agency, account, number, reason, at } = given;
  await tx.run(sql`INSERT INTO case_emergency_request (id, agency_id, account_id, number, reason, at)
    VALUES (${id}, ${agency}, ${account}, ${number}, ${reason}, ${at})`);
}

/** Removes requests and gives them, with the sealed case that each names and its requester is in none of; null for most. */
export function takeEmergencyRequests(
  tx: Transaction,
  limit: number,
): Promise<(EmergencyRequest & { readonly caseId: string | null; readonly by: string })[]> {
  return tx.list(sql`
    WITH taken AS (
      DELETE FROM case_emergency_request
      WHERE id IN (SELECT id FROM case_emergency_request ORDER BY at, id LIMIT ${limit}) RETURNING *)
    SELECT t.id, t.agency_id AS agency, t.account_id AS account, t.number, t.reason, t.at, c.id AS "caseId",
           coalesce(a.name, 'Former account') AS by
    FROM taken t LEFT JOIN account a ON a.id = t.account_id
      LEFT JOIN agency_case c ON c.agency_id = t.agency_id AND c.number = t.number AND c.policy = 'sealed'
        AND NOT t.account_id = ANY (c.readers)
    ORDER BY t.at, t.id`);
}

/** Accounts and email addresses of the owners of a case, and whether they may use the tools today. Under the scope of the server. */
export function listOwners(
  tx: Transaction,
  caseId: string,
): Promise<{ readonly account: string; readonly email: string; readonly isAdmitted: boolean }[]> {
  return tx.list(sql`
    SELECT m.account_id AS account, a.email, (${ADMITTED}) AS "isAdmitted" FROM case_member m JOIN account a ON a.id = m.account_id
    WHERE m.case_id = ${caseId} AND m.role = 'owner' ORDER BY a.email`);
}

/**
 * Opens a case for this transaction where the reader has emergency access to it, for reading: no case is changed in it any more.
 * False without that access.
 */
export async function openInEmergency(tx: Transaction, caseId: string): Promise<boolean> {
  const row = await tx.find(
    sql`SELECT set_config('trailmark.opened_case', ${caseId}, true) AS opened WHERE has_emergency_access(${caseId}::uuid)`,
  );
  return row !== undefined;
}
