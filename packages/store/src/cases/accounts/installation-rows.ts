import type { AccountRole } from '@trailmark/core/role';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { AccountStatus } from './sign-in-rows.ts';

const CLAIM_LOCK = 7_249_115;

/** Lets one claim after another look and write: of parallel ones the first wins. */
export async function lockClaim(tx: Transaction): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`);
}

/** A fact of the installation; undefined where it was never set. */
export async function findFact<T>(tx: Transaction, name: string): Promise<T | undefined> {
  const row = await tx.find<{ value: T }>(sql`SELECT value FROM installation WHERE name = ${name}`);
  return row?.value;
}

export async function setFact(tx: Transaction, name: string, value: unknown): Promise<void> {
  await tx.run(sql`
    INSERT INTO installation (name, value) VALUES (${name}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/** Adds an agency, or finds the one of that name, and gives its id. */
export async function ensureAgency(
  tx: Transaction,
  { name, kind, now }: { readonly name: string; readonly kind?: string; readonly now: Date },
): Promise<string> {
  await tx.run(sql`
    INSERT INTO agency (name, kind, created_at) VALUES (${name}, ${kind ?? 'other'}, ${now}) ON CONFLICT DO NOTHING`);
  const row = await tx.find<{ id: string }>(sql`SELECT id FROM agency WHERE name = ${name}`);
  return row?.id ?? '';
}

/** Gives an agency a mail domain that belongs to no other. */
export async function addDomain(tx: Transaction, agencyId: string, domain: string): Promise<void> {
  await tx.run(
    sql`INSERT INTO agency_domain (domain, agency_id) VALUES (${domain}, ${agencyId}) ON CONFLICT DO NOTHING`,
  );
}

export interface FoundingAccount {
  readonly agencyId: string;
  readonly email: string;
  readonly emailKey: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly status: AccountStatus;
  readonly approvalDueAt: Date | null;
  readonly passwordHash: string;
  readonly isDemo: boolean;
}

/** Adds an account that nobody registered: the first administrator, and the people of a demonstration. */
export async function insertFoundingAccount(tx: Transaction, account: FoundingAccount, now: Date): Promise<string> {
  const verifiedAt = account.status === 'registered' ? null : now;
  const decidedAt = account.status === 'active' ? now : null;
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO account (agency_id, email, email_key, name, role, is_allowed, status, approval_due_at, password_hash,
                         password_set_at, is_demo, email_verified_at, decided_at, created_at)
    VALUES (${account.agencyId}, ${account.email}, ${account.emailKey}, ${account.name}, ${account.role},
            ${account.isAllowed}, ${account.status}, ${account.approvalDueAt}, ${account.passwordHash}, ${now},
            ${account.isDemo}, ${verifiedAt}, ${decidedAt}, ${now})
    RETURNING id`);
  return row?.id ?? '';
}
