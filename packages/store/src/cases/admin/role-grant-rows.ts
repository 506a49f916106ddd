import type { AccountRole } from '@trailmark/core/role';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A role that is proposed and waits for a second administrator. */
export interface RoleGrantRow {
  readonly id: string;
  readonly agencyId: string;
  readonly agencyName: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly accountEmail: string;
  readonly fromRole: AccountRole;
  readonly role: Exclude<AccountRole, 'member'>;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposerName: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
}

export interface NewRoleGrant {
  readonly agencyId: string;
  readonly accountId: string;
  readonly fromRole: AccountRole;
  readonly role: Exclude<AccountRole, 'member'>;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Proposes a role and gives its id; null while another proposal for the account is open. */
export async function insertRoleGrant(tx: Transaction, grant: NewRoleGrant): Promise<string | null> {
  const { agencyId, accountId, fromRole, role, reason, by, at, expiresAt } = grant;
  await tx.run(sql`
    UPDATE role_grant SET status = 'expired', decided_at = ${at}
    WHERE account_id = ${accountId} AND status = 'open' AND expires_at <= ${at}`);
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO role_grant (agency_id, account_id, from_role, role, reason, proposed_by, proposed_at, expires_at)
    VALUES (${agencyId}, ${accountId}, ${fromRole}, ${role}, ${reason}, ${by}, ${at}, ${expiresAt})
    ON CONFLICT DO NOTHING RETURNING id`);
  return row?.id ?? null;
}

const COLUMNS = sql`
  SELECT r.id, r.agency_id AS "agencyId", g.name AS "agencyName", r.account_id AS "accountId",
         a.name AS "accountName", a.email AS "accountEmail", r.from_role AS "fromRole", r.role, r.reason,
         r.proposed_by AS "proposedBy", coalesce(p.name, 'An administrator of the installation') AS "proposerName",
         r.proposed_at AS "proposedAt", r.expires_at AS "expiresAt"
  FROM role_grant r JOIN account a ON a.id = r.account_id JOIN agency g ON g.id = r.agency_id
       LEFT JOIN account p ON p.id = r.proposed_by`;

/** Open proposals within the scope, the oldest first; of one account if one is named. */
export function listRoleGrants(tx: Transaction, now: Date, account?: string): Promise<RoleGrantRow[]> {
  const of = account === undefined ? sql`true` : sql`r.account_id = ${account}`;
  return tx.list<RoleGrantRow>(sql`${COLUMNS}
    WHERE r.status = 'open' AND r.expires_at > ${now} AND ${of} ORDER BY r.proposed_at, r.id LIMIT 200`);
}

/** An open proposal within the scope, locked until the transaction ends. */
export function lockRoleGrant(tx: Transaction, id: string): Promise<RoleGrantRow | undefined> {
  return tx.find<RoleGrantRow>(sql`${COLUMNS} WHERE r.status = 'open' AND r.id = ${id} FOR UPDATE OF r`);
}

/** A proposal within the scope, open or not. */
export function findRoleGrant(tx: Transaction, id: string): Promise<RoleGrantRow | undefined> {
  return tx.find<RoleGrantRow>(sql`${COLUMNS} WHERE r.id = ${id}`);
}

export interface GrantDecision {
  readonly status: 'confirmed' | 'refused';
  readonly by: string;
  readonly at: Date;
  readonly isAlone: boolean;
}

export async function decideRoleGrant(tx: Transaction, id: string, decision: GrantDecision): Promise<void> {
  const { status, by, at, isAlone } = decision;
  await tx.run(sql`
    UPDATE role_grant SET status = ${status}, decided_by = ${by}, decided_at = ${at}, is_alone = ${isAlone}
    WHERE id = ${id}`);
}

/** Takes back what somebody proposed who is no administrator any more. */
export async function withdrawGrantsBy(tx: Transaction, proposer: string, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE role_grant SET status = 'refused', decided_at = ${at} WHERE proposed_by = ${proposer} AND status = 'open'`);
}
