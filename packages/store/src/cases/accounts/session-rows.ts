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
}

const COLUMNS = sql`
  a.id AS "accountId", a.agency_id AS "agencyId", a.email, a.name, a.role, a.is_allowed AS "isAllowed"`;

/** The session of a token's hash, while neither it nor its account nor its agency has ended. */
export function findSession(tx: Transaction, hash: string): Promise<SessionRow | undefined> {
  return tx.find<SessionRow>(sql`
    SELECT s.hash, s.id, ${COLUMNS}, s.has_second_factor AS "hasSecondFactor", s.proven_at AS "provenAt",
           s.started_at AS "startedAt", s.active_at AS "activeAt", s.is_locked AS "isLocked"
    FROM session s JOIN account a ON a.id = s.account_id JOIN agency g ON g.id = a.agency_id
    WHERE s.hash = ${hash} AND s.ended_at IS NULL AND a.status = 'active' AND g.status = 'active'`);
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

/** The living token of a program, by its hash. */
export function findApiToken(tx: Transaction, hash: string, now: Date): Promise<ApiTokenRow | undefined> {
  return tx.find<ApiTokenRow>(sql`
    UPDATE api_token t SET last_used_at = ${now}
    FROM account a JOIN agency g ON g.id = a.agency_id
    WHERE t.hash = ${hash} AND t.ended_at IS NULL AND t.expires_at > ${now} AND a.id = t.account_id
      AND a.status = 'active' AND g.status = 'active'
    RETURNING t.hash, t.id, t.created_at AS "createdAt", ${COLUMNS}`);
}

export async function touchSession(tx: Transaction, hash: string, now: Date): Promise<void> {
  await tx.run(sql`UPDATE session SET active_at = ${now} WHERE hash = ${hash}`);
}

export async function lockSession(tx: Transaction, hash: string): Promise<void> {
  await tx.run(sql`UPDATE session SET is_locked = true WHERE hash = ${hash}`);
}

export async function endSession(tx: Transaction, hash: string, now: Date): Promise<void> {
  await tx.run(sql`UPDATE session SET ended_at = ${now} WHERE hash = ${hash} AND ended_at IS NULL`);
}
