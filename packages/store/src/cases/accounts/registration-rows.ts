import type { AccountRole } from '@trailmark/core/role';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { AccountStatus } from './sign-in-rows.ts';

/** What somebody who asks for an account states about themselves. */
export interface Registration {
  readonly email: string;
  readonly emailKey: string;
  readonly name: string;
  readonly statedAgency: string;
  readonly phone: string;
  readonly title: string;
  readonly badge: string;
  readonly supervisor: string;
  readonly passwordHash: string;
}

/** An account as registration and its emails see it. */
export interface RegistrationRow {
  readonly id: string;
  readonly agencyId: string;
  readonly email: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly approvalDueAt: Date | null;
}

const COLUMNS = sql`id, agency_id AS "agencyId", email, name, status, approval_due_at AS "approvalDueAt"`;

/** The active agency that a mail domain belongs to: directly, or by a parent whose subdomains count. */
export function findAgencyOfDomain(
  tx: Transaction,
  domain: string,
  parents: readonly string[],
): Promise<{ id: string; name: string } | undefined> {
  return tx.find<{ id: string; name: string }>(sql`
    SELECT g.id, g.name FROM agency_domain d JOIN agency g ON g.id = d.agency_id
    WHERE g.status = 'active' AND (d.domain = ${domain} OR (d.has_subdomains AND d.domain = ANY(${parents})))
    ORDER BY char_length(d.domain) DESC LIMIT 1`);
}

/** The account of a folded address, locked until the transaction ends. */
export function lockRegistration(tx: Transaction, emailKey: string): Promise<RegistrationRow | undefined> {
  return tx.find<RegistrationRow>(sql`SELECT ${COLUMNS} FROM account WHERE email_key = ${emailKey} FOR UPDATE`);
}

export function lockRegistrationById(tx: Transaction, id: string): Promise<RegistrationRow | undefined> {
  return tx.find<RegistrationRow>(sql`SELECT ${COLUMNS} FROM account WHERE id = ${id} FOR UPDATE`);
}

/** Adds an account that waits for its email to be verified. Undefined where the address got one meanwhile. */
export async function insertRegistration(
  tx: Transaction,
  agencyId: string,
  person: Registration,
  now: Date,
): Promise<string | undefined> {
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO account (agency_id, email, email_key, name, stated_agency, phone, title, badge, supervisor,
                         password_hash, password_set_at, created_at)
    VALUES (${agencyId}, ${person.email}, ${person.emailKey}, ${person.name}, ${person.statedAgency}, ${person.phone},
            ${person.title}, ${person.badge}, ${person.supervisor}, ${person.passwordHash}, ${now}, ${now})
    ON CONFLICT (email_key) DO NOTHING RETURNING id`);
  return row?.id;
}

/** Replaces what was stated about an account whose email was never verified: nobody has shown that it is theirs. */
export async function replaceRegistration(
  tx: Transaction,
  id: string,
  person: Registration,
  { now, isNew }: { readonly now: Date; readonly isNew: boolean },
): Promise<void> {
  await tx.run(sql`
    UPDATE account SET email = ${person.email}, name = ${person.name}, stated_agency = ${person.statedAgency},
      phone = ${person.phone}, title = ${person.title}, badge = ${person.badge}, supervisor = ${person.supervisor},
      password_hash = ${person.passwordHash}, password_set_at = ${now}, is_replaced = is_replaced OR ${!isNew}
    WHERE id = ${id} AND status = 'registered'`);
}

/**
 * Marks an address as verified; from here a person decides. Where the account was requested more than once, no password is
 * left: any of them may be a stranger's. Undefined where it was verified already.
 */
export async function markVerified(
  tx: Transaction,
  id: string,
  { now, dueAt }: { readonly now: Date; readonly dueAt: Date },
): Promise<{ hasPassword: boolean } | undefined> {
  return tx.find<{ hasPassword: boolean }>(sql`
    UPDATE account SET status = 'awaiting-approval', email_verified_at = ${now}, approval_due_at = ${dueAt},
                       password_hash = CASE WHEN is_replaced THEN NULL ELSE password_hash END
    WHERE id = ${id} AND status = 'registered'
    RETURNING password_hash IS NOT NULL AS "hasPassword"`);
}

/** Sets a new password, with no failure counted against it. The lock of the password path goes with the old one. */
export async function setPassword(
  tx: Transaction,
  id: string,
  { hash, now, opensLock }: { readonly hash: string; readonly now: Date; readonly opensLock: boolean },
): Promise<void> {
  await tx.run(sql`
    UPDATE account SET password_hash = ${hash}, password_set_at = ${now}, failed_count = 0, failed_since = NULL,
                       locked_at = CASE WHEN ${opensLock} THEN NULL ELSE locked_at END
    WHERE id = ${id}`);
}

/** Addresses of the administrators who decide about an agency's accounts: its own, or the installation's without one. */
export async function listApprovers(tx: Transaction, agencyId: string): Promise<readonly string[]> {
  const rows = await tx.list<{ email: string; role: AccountRole }>(sql`
    SELECT email, role FROM account
    WHERE status = 'active' AND (role = 'platform-admin' OR (role = 'agency-admin' AND agency_id = ${agencyId}))
    ORDER BY created_at, id`);
  const own = rows.filter(({ role }) => role === 'agency-admin');
  return (own.length > 0 ? own : rows).map(({ email }) => email);
}

export interface DueApproval {
  readonly id: string;
  readonly agencyId: string;
  readonly dueAt: Date;
}

/** Takes the accounts whose decision is due before a time and that nobody was reminded of: each once. */
export function takeDueApprovals(tx: Transaction, before: Date, now: Date): Promise<DueApproval[]> {
  return tx.list<DueApproval>(sql`
    UPDATE account SET approval_reminded_at = ${now}
    WHERE status = 'awaiting-approval' AND approval_due_at <= ${before} AND approval_reminded_at IS NULL
    RETURNING id, agency_id AS "agencyId", approval_due_at AS "dueAt"`);
}

/**
 * Removes accounts that were requested before a time, whose address nobody verified and whose last link has run out: gives
 * which. The database lets nothing else be removed.
 */
export function removeUnverified(
  tx: Transaction,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<{ id: string; agencyId: string }[]> {
  return tx.list<{ id: string; agencyId: string }>(sql`
    DELETE FROM account a
    WHERE a.status = 'registered' AND a.created_at < ${before} AND NOT EXISTS (
      SELECT FROM mail_token t WHERE t.account_id = a.id AND t.used_at IS NULL AND t.expires_at > ${now})
    RETURNING a.id, a.agency_id AS "agencyId"`);
}
