import type { AccountRole } from '@trailmark/core/role';
import type { AccountStatus } from '../accounts/sign-in-rows.ts';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What deciding about an account needs to know of it, locked until the transaction ends. */
export interface ManagedRow {
  readonly id: string;
  readonly agencyId: string;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly status: AccountStatus;
  /** Failures of its password are counted, or have locked it. */
  readonly isLocked: boolean;
  readonly factorsResetAt: Date | null;
  readonly factorsResetBy: string | null;
}

/**
 * Holds accounts in the order of their ids, so that two administrators who act on each other wait in no ring: the second
 * sees what the first did. Those outside the scope are missing.
 */
export async function lockManaged(tx: Transaction, ids: readonly string[]): Promise<Map<string, ManagedRow>> {
  const rows = await tx.list<ManagedRow>(sql`
    SELECT id, agency_id AS "agencyId", email, name, role, is_allowed AS "isAllowed", status,
           locked_at IS NOT NULL OR failed_count > 0 AS "isLocked", factors_reset_at AS "factorsResetAt",
           factors_reset_by AS "factorsResetBy"
    FROM account WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Holds an agency's seats and gives how many are taken; `seats` null is no limit. */
export async function lockSeats(
  tx: Transaction,
  agency: string,
): Promise<{ readonly seats: number | null; readonly used: number }> {
  const row = await tx.find<{ seats: number | null }>(
    sql`SELECT seats FROM agency WHERE id = ${agency} FOR NO KEY UPDATE`,
  );
  const count = await tx.find<{ used: number }>(
    sql`SELECT count(*) AS used FROM account WHERE agency_id = ${agency} AND status = 'active'`,
  );
  return { seats: row?.seats ?? null, used: count?.used ?? 0 };
}

export interface StatusChange {
  readonly status: AccountStatus;
  readonly reason: string | null;
  readonly by: string;
  readonly at: Date;
  /** By when a person should decide; null unless it waits for approval. */
  readonly dueAt?: Date | null;
}

export async function updateStatus(tx: Transaction, id: string, change: StatusChange): Promise<void> {
  const { status, reason, by, at, dueAt = null } = change;
  await tx.run(sql`
    UPDATE account SET status = ${status}, status_reason = ${reason}, decided_by = ${by}, decided_at = ${at},
                       approval_due_at = ${dueAt}
    WHERE id = ${id}`);
}

export async function updateAllowed(tx: Transaction, id: string, isAllowed: boolean): Promise<void> {
  await tx.run(sql`UPDATE account SET is_allowed = ${isAllowed} WHERE id = ${id}`);
}

export async function updateRole(tx: Transaction, id: string, role: AccountRole): Promise<void> {
  await tx.run(sql`UPDATE account SET role = ${role} WHERE id = ${id}`);
}

export async function updateReviewed(tx: Transaction, id: string, by: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE account SET reviewed_at = ${at}, reviewed_by = ${by} WHERE id = ${id}`);
}

export async function openLock(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`UPDATE account SET failed_count = 0, failed_since = NULL, locked_at = NULL WHERE id = ${id}`);
}

/** Ends every living session of an account; gives how many. */
export function endAllSessions(tx: Transaction, account: string, now: Date): Promise<number> {
  return tx.run(sql`UPDATE session SET ended_at = ${now} WHERE account_id = ${account} AND ended_at IS NULL`);
}

/** Removes every second factor and recovery code, and keeps who did it. Returns how many factors there were. */
export async function removeFactors(tx: Transaction, account: string, by: string, now: Date): Promise<number> {
  const totp = await tx.run(sql`DELETE FROM totp_factor WHERE account_id = ${account}`);
  const passkeys = await tx.run(sql`DELETE FROM passkey WHERE account_id = ${account}`);
  await tx.run(sql`DELETE FROM recovery_code WHERE account_id = ${account}`);
  await tx.run(sql`UPDATE account SET factors_reset_at = ${now}, factors_reset_by = ${by} WHERE id = ${account}`);
  return totp + passkeys;
}

/** Active platform administrators of active agencies, besides one account. */
export async function countOtherPlatformAdmins(tx: Transaction, besides: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM account a JOIN agency g ON g.id = a.agency_id
    WHERE a.role = 'platform-admin' AND a.status = 'active' AND g.status = 'active' AND a.id <> ${besides}`);
  return count;
}

export interface Addressee {
  readonly id: string;
  readonly email: string;
  readonly agencyId: string;
}

/** Who may decide about somebody of an agency: platform administrators, and with `withAgency` the agency's own. */
export function listDeciders(tx: Transaction, agency: string, withAgency: boolean): Promise<Addressee[]> {
  return tx.list<Addressee>(sql`
    SELECT a.id, a.email, a.agency_id AS "agencyId" FROM account a JOIN agency g ON g.id = a.agency_id
    WHERE a.status = 'active' AND g.status = 'active'
      AND (a.role = 'platform-admin' OR (${withAgency} AND a.role = 'agency-admin' AND a.agency_id = ${agency}))
    ORDER BY a.id`);
}

/** Everybody who reads the audit log. */
export function listAuditors(tx: Transaction): Promise<Addressee[]> {
  return tx.list<Addressee>(sql`
    SELECT a.id, a.email, a.agency_id AS "agencyId" FROM account a JOIN agency g ON g.id = a.agency_id
    WHERE a.status = 'active' AND g.status = 'active' AND a.role = 'auditor' ORDER BY a.id`);
}
