import type { AccountRole } from '@trailmark/core/role';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export type AccountStatus = 'registered' | 'awaiting-approval' | 'active' | 'denied' | 'suspended' | 'inactive';

/** What signing in needs to know of an account. */
export interface SignInRow {
  readonly id: string;
  readonly agencyId: string;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly status: AccountStatus;
  readonly isAgencyActive: boolean;
  readonly passwordHash: string | null;
  readonly failedCount: number;
  readonly failedSince: Date | null;
  readonly lockedAt: Date | null;
}

const COLUMNS = sql`
  SELECT a.id, a.agency_id AS "agencyId", a.email, a.name, a.role, a.is_allowed AS "isAllowed", a.status,
         g.status = 'active' AS "isAgencyActive", a.password_hash AS "passwordHash",
         a.failed_count AS "failedCount", a.failed_since AS "failedSince", a.locked_at AS "lockedAt"
  FROM account a JOIN agency g ON g.id = a.agency_id`;

/** The account of a folded email address, locked until the transaction ends. */
export function lockAccountByEmail(tx: Transaction, emailKey: string): Promise<SignInRow | undefined> {
  return tx.find<SignInRow>(sql`${COLUMNS} WHERE a.email_key = ${emailKey} FOR UPDATE OF a`);
}

/** The account of an id, locked until the transaction ends. */
export function lockAccount(tx: Transaction, id: string): Promise<SignInRow | undefined> {
  return tx.find<SignInRow>(sql`${COLUMNS} WHERE a.id = ${id} FOR UPDATE OF a`);
}

export interface FailureState {
  readonly failedCount: number;
  readonly failedSince: Date | null;
  readonly lockedAt: Date | null;
}

/** Writes how many passwords failed; for an id that is not there it does the same work. */
export async function updateFailures(tx: Transaction, id: string, state: FailureState): Promise<void> {
  await tx.run(sql`
    UPDATE account SET failed_count = ${state.failedCount}, failed_since = ${state.failedSince},
                       locked_at = ${state.lockedAt}
    WHERE id = ${id}`);
}

/** Takes one counted failure back: the password was right, and what is missing was not guessed. */
export async function returnFailure(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    sql`UPDATE account SET failed_count = greatest(failed_count - 1, 0) WHERE id = ${id} AND locked_at IS NULL`,
  );
}

/** Keeps that a try failed, and locks the password path when it was the last one. True when it is locked by this. */
export async function keepFailure(
  tx: Transaction,
  id: string,
  { failures, now }: { readonly failures: number; readonly now: Date },
): Promise<boolean> {
  await tx.run(sql`UPDATE account SET failed_tries = failed_tries + 1 WHERE id = ${id}`);
  const locked = await tx.run(sql`
    UPDATE account SET locked_at = ${now} WHERE id = ${id} AND failed_count >= ${failures} AND locked_at IS NULL`);
  return locked === 1;
}

/** What was known of the sign-in before. */
export interface PreviousSignIn {
  readonly at: Date | null;
  readonly from: string | null;
  readonly failedTries: number;
}

/** Notes this sign-in. Returns the one before, and how many tries failed since. */
export async function noteSignIn(
  tx: Transaction,
  id: string,
  { now, from }: { readonly now: Date; readonly from: string },
): Promise<PreviousSignIn> {
  const row = await tx.find<PreviousSignIn>(sql`
    SELECT last_sign_in_at AS at, last_sign_in_from AS "from", failed_tries AS "failedTries"
    FROM account WHERE id = ${id} FOR UPDATE`);
  await tx.run(sql`
    UPDATE account SET failed_tries = 0, last_sign_in_at = ${now}, last_sign_in_from = ${from} WHERE id = ${id}`);
  return row ?? { at: null, from: null, failedTries: 0 };
}

/** Clears the count of failures after a right password, and the lock it can no longer be under. */
export async function clearFailures(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`UPDATE account SET failed_count = 0, failed_since = NULL, locked_at = NULL WHERE id = ${id}`);
}

/** Replaces the stored text of the same password, unless it was changed meanwhile. */
export async function replaceHash(tx: Transaction, id: string, old: string, stored: string): Promise<void> {
  await tx.run(sql`UPDATE account SET password_hash = ${stored} WHERE id = ${id} AND password_hash = ${old}`);
}

/** Closes active accounts that nobody signed in to since a time; new ones count from when a person let them in. */
export function closeUnused(tx: Transaction, since: Date): Promise<{ id: string; agencyId: string }[]> {
  return tx.list<{ id: string; agencyId: string }>(sql`
    UPDATE account SET status = 'inactive', status_reason = 'Not used for too long'
    WHERE status = 'active' AND greatest(last_sign_in_at, decided_at, email_verified_at, created_at) < ${since}
    RETURNING id, agency_id AS "agencyId"`);
}
