import type { AccountRole } from '@trailmark/core/role';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A living session with the account it belongs to. */
export interface SessionRow {
  readonly hash: string;
  readonly id: string;
  readonly accountId: string;
  readonly agencyId: string;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly hasSecondFactor: boolean;
  readonly provenAt: Date;
  readonly startedAt: Date;
  readonly activeAt: Date;
  readonly isLocked: boolean;
  /** Named by the token before the last proof. */
  readonly isFormer: boolean;
  readonly passwordSetAt: Date | null;
}

const COLUMNS = sql`
  a.id AS "accountId", a.agency_id AS "agencyId", a.email, a.name, a.role, a.is_allowed AS "isAllowed"`;

/** The session that a hash names: by its token, or by the one before it. */
function isNamed(hash: string) {
  return sql`(hash = ${hash} OR previous_hash = ${hash})`;
}

/**
 * The session of a token's hash, while neither it nor its account nor its agency has ended. The token before a proof names
 * it for a moment longer, with what was proven by then.
 */
export function findSession(tx: Transaction, hash: string, now: Date): Promise<SessionRow | undefined> {
  return tx.find<SessionRow>(sql`
    SELECT hash, id, account_id AS "accountId", agency_id AS "agencyId", email, name, role, is_allowed AS "isAllowed",
           has_second_factor AS "hasSecondFactor", proven_at AS "provenAt", started_at AS "startedAt",
           active_at AS "activeAt", is_locked AS "isLocked", is_former AS "isFormer", password_set_at AS "passwordSetAt"
    FROM living_session(${hash}, ${now})`);
}

export interface ApiTokenRow {
  readonly hash: string;
  readonly id: string;
  readonly accountId: string;
  readonly agencyId: string;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly createdAt: Date;
}

/** The hash of a program's token, by the token's id, whether it lives or not. */
export async function findApiTokenHash(tx: Transaction, id: string): Promise<string | undefined> {
  return (await tx.find<{ hash: string }>(sql`SELECT hash FROM api_token WHERE id = ${id}`))?.hash;
}

function isLivingToken(hash: string, now: Date) {
  return sql`t.hash = ${hash} AND t.ended_at IS NULL AND t.expires_at > ${now} AND a.id = t.account_id
    AND a.status = 'active' AND g.status = 'active'`;
}

/** The rights that the living token of a program has, without a note of its use. */
export function findLivingToken(
  tx: Transaction,
  hash: string,
  now: Date,
): Promise<Pick<ApiTokenRow, 'role' | 'isAllowed'> | undefined> {
  return tx.find(sql`
    SELECT a.role, a.is_allowed AS "isAllowed" FROM api_token t, account a JOIN agency g ON g.id = a.agency_id
    WHERE ${isLivingToken(hash, now)}`);
}

/** The living token of a program, by its hash. */
export function findApiToken(tx: Transaction, hash: string, now: Date): Promise<ApiTokenRow | undefined> {
  return tx.find<ApiTokenRow>(sql`
    UPDATE api_token t SET last_used_at = ${now}
    FROM account a JOIN agency g ON g.id = a.agency_id
    WHERE ${isLivingToken(hash, now)}
    RETURNING t.hash, t.id, t.created_at AS "createdAt", ${COLUMNS}`);
}

export async function touchSession(tx: Transaction, hash: string, now: Date): Promise<void> {
  await tx.run(sql`UPDATE session SET active_at = ${now} WHERE ${isNamed(hash)}`);
}

export async function lockSession(tx: Transaction, hash: string): Promise<void> {
  await tx.run(sql`UPDATE session SET is_locked = true WHERE ${isNamed(hash)}`);
}

export async function endSession(tx: Transaction, hash: string, now: Date): Promise<void> {
  await tx.run(sql`UPDATE session SET ended_at = ${now} WHERE ${isNamed(hash)} AND ended_at IS NULL`);
}

export interface NewSession {
  readonly hash: string;
  readonly accountId: string;
  readonly agencyId: string;
  readonly hasSecondFactor: boolean;
  readonly source: string;
  readonly agent: string;
  readonly previous: { readonly at: Date | null; readonly from: string | null; readonly failedTries: number };
}

/** Starts a session and gives its id. The account's row is locked by then, so that the number of sessions is exact. */
export async function insertSession(tx: Transaction, session: NewSession, now: Date): Promise<string> {
  const { previous } = session;
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO session (hash, account_id, agency_id, has_second_factor, proven_at, started_at, active_at, source, agent,
                         previous_at, previous_from, failed_tries)
    VALUES (${session.hash}, ${session.accountId}, ${session.agencyId}, ${session.hasSecondFactor}, ${now}, ${now}, ${now},
            ${session.source}, ${session.agent}, ${previous.at}, ${previous.from}, ${previous.failedTries})
    RETURNING id`);
  return row?.id ?? '';
}

/** Ends the oldest sessions of an account beyond a number. */
export async function endOldest(
  tx: Transaction,
  accountId: string,
  { keep, now }: { readonly keep: number; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    UPDATE session SET ended_at = ${now} WHERE hash IN (
      SELECT hash FROM session WHERE account_id = ${accountId} AND ended_at IS NULL
      ORDER BY started_at DESC, id OFFSET ${keep})`);
}

/** Ends the sessions of an account but one, or all of them. Returns how many. */
export function endSessionsOf(tx: Transaction, accountId: string, now: Date, except = ''): Promise<number> {
  return tx.run(sql`
    UPDATE session SET ended_at = ${now} WHERE account_id = ${accountId} AND ended_at IS NULL
      AND hash <> ${except} AND previous_hash IS DISTINCT FROM ${except}`);
}

/** Ends one session of an account by its id. False where it has none such. */
export async function endSessionById(
  tx: Transaction,
  accountId: string,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE session SET ended_at = ${now} WHERE id = ${id} AND account_id = ${accountId} AND ended_at IS NULL`)) === 1
  );
}

export interface RenewedSession {
  readonly hash: string;
  readonly now: Date;
  readonly hasSecondFactor: boolean;
  /** Until when the old token names the session as it was. */
  readonly graceUntil: Date;
}

/**
 * Puts a session under a new token after a proof: open, awake and fresh. False where it is over, or was renewed already.
 */
export async function renewSession(tx: Transaction, hash: string, next: RenewedSession): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE session SET hash = ${next.hash}, proven_at = ${next.now}, active_at = ${next.now}, is_locked = false,
                         has_second_factor = ${next.hasSecondFactor}, previous_hash = hash,
                         previous_until = ${next.graceUntil}, previous_factor = has_second_factor,
                         previous_proven_at = proven_at, previous_locked = is_locked
      WHERE hash = ${hash} AND ended_at IS NULL`)) === 1
  );
}

export interface SessionListRow {
  readonly id: string;
  readonly hash: string;
  readonly startedAt: Date;
  readonly activeAt: Date;
  readonly source: string;
  readonly agent: string;
}

/** Living sessions of an account that started after a time, newest first. */
export function listSessions(tx: Transaction, accountId: string, since: Date): Promise<SessionListRow[]> {
  return tx.list<SessionListRow>(sql`
    SELECT id, hash, started_at AS "startedAt", active_at AS "activeAt", source, agent FROM session
    WHERE account_id = ${accountId} AND ended_at IS NULL AND started_at > ${since} ORDER BY started_at DESC, id`);
}

/** The account behind a session as its own screens show it. */
export interface ProfileRow {
  readonly agencyName: string;
  readonly photo: string | null;
  readonly hasSingleKeys: boolean;
  readonly passwordSetAt: Date | null;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
}

export function findProfile(tx: Transaction, accountId: string): Promise<ProfileRow | undefined> {
  return tx.find<ProfileRow>(sql`
    SELECT g.name AS "agencyName", a.photo, a.has_single_keys AS "hasSingleKeys", a.password_set_at AS "passwordSetAt",
           EXISTS (SELECT FROM totp_factor t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS "hasTotp",
           EXISTS (SELECT FROM passkey p WHERE p.account_id = a.id) AS "hasPasskey"
    FROM account a JOIN agency g ON g.id = a.agency_id WHERE a.id = ${accountId}`);
}

export interface SessionTimesRow {
  readonly startedAt: Date;
  readonly activeAt: Date;
  readonly previousAt: Date | null;
  readonly previousFrom: string | null;
  readonly failedTries: number;
}

export function findSessionTimes(tx: Transaction, hash: string): Promise<SessionTimesRow | undefined> {
  return tx.find<SessionTimesRow>(sql`
    SELECT started_at AS "startedAt", active_at AS "activeAt", previous_at AS "previousAt",
           previous_from AS "previousFrom", failed_tries AS "failedTries"
    FROM session WHERE ${isNamed(hash)}`);
}

/** Photo of the account of a folded email address, among those the scope may see. */
export async function findPhoto(tx: Transaction, emailKey: string): Promise<string | null> {
  const row = await tx.find<{ photo: string | null }>(sql`SELECT photo FROM account WHERE email_key = ${emailKey}`);
  return row?.photo ?? null;
}

/** Whether nobody has claimed the installation yet: it has no administrator of its own. */
export async function isUnclaimed(tx: Transaction): Promise<boolean> {
  return (await tx.find(sql`SELECT FROM account WHERE role = 'platform-admin' LIMIT 1`)) === undefined;
}
