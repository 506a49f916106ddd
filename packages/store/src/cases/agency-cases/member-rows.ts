import type { CaseRole } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export interface MemberRow {
  readonly account: string;
  readonly name: string;
  readonly unit: string | null;
  readonly role: CaseRole;
  readonly addedAt: Date;
  readonly addedBy: string;
  /** When they last read the overview; null before the first time. */
  readonly visitedAt: Date | null;
}

/** Owners first, then by name. */
export function listMembers(tx: Transaction, caseId: string): Promise<MemberRow[]> {
  return tx.list<MemberRow>(sql`
    SELECT m.account_id AS account, a.name, a.unit, m.role, m.added_at AS "addedAt", coalesce(b.name, 'Former account') AS "addedBy",
           m.visited_at AS "visitedAt"
    FROM case_member m JOIN account a ON a.id = m.account_id LEFT JOIN account b ON b.id = m.added_by
    WHERE m.case_id = ${caseId} ORDER BY m.role <> 'owner', a.name, a.id`);
}

export interface NewMember {
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  readonly role: CaseRole;
  readonly by: string;
  readonly at: Date;
}

/** Adds a member or gives a member another role. */
export async function putMember(tx: Transaction, { caseId, agency, account, role, by, at }: NewMember): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_member (case_id, agency_id, account_id, role, added_at, added_by)
    VALUES (${caseId}, ${agency}, ${account}, ${role}, ${at}, ${by})
    ON CONFLICT (case_id, account_id) DO UPDATE SET role = excluded.role`);
}

export async function deleteMember(tx: Transaction, caseId: string, account: string): Promise<void> {
  await tx.run(sql`DELETE FROM case_member WHERE case_id = ${caseId} AND account_id = ${account}`);
}

/** A pause of so long ends a sitting. */
const PAUSE_MS = 30 * 60_000;

/**
 * Notes that the account reads the case now, and gives when its last sitting ended; null in the first one, and for no member. A
 * sitting continues while pauses are short: reading again in it gives the same time.
 */
export async function visitCase(tx: Transaction, caseId: string, account: string, at: Date): Promise<Date | null> {
  const pausedSince = new Date(at.getTime() - PAUSE_MS);
  const row = await tx.find<{ since: Date | null }>(sql`
    UPDATE case_member SET since_at = CASE WHEN visited_at <= ${pausedSince} THEN visited_at ELSE since_at END,
           visited_at = greatest(visited_at, ${at})
    WHERE case_id = ${caseId} AND account_id = ${account} RETURNING since_at AS since`);
  return row?.since ?? null;
}

export interface ColleagueRow {
  readonly account: string;
  readonly name: string;
  readonly unit: string | null;
}

/** People of the agency who can be members: active, with access to the tools. */
export function listColleagues(tx: Transaction, agency: string): Promise<ColleagueRow[]> {
  return tx.list<ColleagueRow>(sql`
    SELECT id AS account, name, unit FROM account
    WHERE agency_id = ${agency} AND status = 'active' AND (is_allowed OR role IN ('agency-admin', 'platform-admin'))
    ORDER BY name, id LIMIT 2000`);
}

/** Names of everybody who has an account in the agency or is a member of the case, also of those who have left. */
export async function listAccountNames(tx: Transaction, agency: string, caseId: string): Promise<string[]> {
  const rows = await tx.list<{ name: string }>(sql`
    SELECT DISTINCT name FROM account
    WHERE agency_id = ${agency} OR id IN (SELECT account_id FROM case_member WHERE case_id = ${caseId})
    ORDER BY name`);
  return rows.map(({ name }) => name);
}
