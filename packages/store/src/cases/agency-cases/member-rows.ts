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
}

/** Owners first, then by name. */
export function listMembers(tx: Transaction, caseId: string): Promise<MemberRow[]> {
  return tx.list<MemberRow>(sql`
    SELECT m.account_id AS account, a.name, a.unit, m.role, m.added_at AS "addedAt", coalesce(b.name, 'Former account') AS "addedBy"
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

/** When the account last looked at the case, and now is the last time; null for the first time, or for no member. */
export async function visitCase(tx: Transaction, caseId: string, account: string, at: Date): Promise<Date | null> {
  const row = await tx.find<{ visitedAt: Date | null }>(sql`
    SELECT visited_at AS "visitedAt" FROM case_member WHERE case_id = ${caseId} AND account_id = ${account}`);
  if (row) {
    await tx.run(sql`UPDATE case_member SET visited_at = ${at} WHERE case_id = ${caseId} AND account_id = ${account}`);
  }
  return row?.visitedAt ?? null;
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
