import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export const KEY_STATES = ['proposed', 'trusted', 'refused', 'withdrawn', 'revoked'] as const;

/** A public key of another agency, as this agency judges it. */
export interface TrustedKeyRow {
  readonly id: string;
  readonly name: string;
  /** The 32 bytes of an Ed25519 key, hexadecimal. */
  readonly publicKey: string;
  /** How its fingerprint was compared. */
  readonly compared: string;
  readonly state: (typeof KEY_STATES)[number];
  readonly proposedAt: Date;
  readonly proposedById: string;
  readonly proposedBy: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  /** First day (UTC) whose packages are no longer good, `YYYY-MM-DD`. */
  readonly revokedFrom: string | null;
  readonly revokedWhy: string | null;
}

const FORMER = sql`'A former member'`;
const COLUMNS = sql`
  k.id, k.name, k.public_key AS "publicKey", k.compared, k.state, k.proposed_at AS "proposedAt",
  k.proposed_by AS "proposedById", coalesce(p.name, ${FORMER}) AS "proposedBy", k.decided_at AS "decidedAt",
  CASE WHEN k.decided_by IS NULL THEN NULL ELSE coalesce(d.name, ${FORMER}) END AS "decidedBy", k.revoked_at AS "revokedAt",
  CASE WHEN k.revoked_by IS NULL THEN NULL ELSE coalesce(r.name, ${FORMER}) END AS "revokedBy",
  to_char(k.revoked_from, 'YYYY-MM-DD') AS "revokedFrom", k.revoked_why AS "revokedWhy"`;
const JOINED = sql`
  trusted_case_key k LEFT JOIN account p ON p.id = k.proposed_by LEFT JOIN account d ON d.id = k.decided_by
  LEFT JOIN account r ON r.id = k.revoked_by`;

/** Keys of the agency, the newest first. */
export function listTrustedKeys(tx: Transaction, limit: number): Promise<TrustedKeyRow[]> {
  return tx.list(sql`SELECT ${COLUMNS} FROM ${JOINED} ORDER BY k.proposed_at DESC, k.id LIMIT ${limit}`);
}

/** For a decision: nobody else decides until the transaction ends. */
export function lockTrustedKey(tx: Transaction, id: string): Promise<TrustedKeyRow | undefined> {
  return tx.find(sql`SELECT ${COLUMNS} FROM ${JOINED} WHERE k.id = ${id} FOR UPDATE OF k`);
}

/** What was last confirmed or revoked of a key; undefined where nobody ever confirmed it. */
export function findKeyJudged(tx: Transaction, publicKey: string): Promise<TrustedKeyRow | undefined> {
  return tx.find(sql`SELECT ${COLUMNS} FROM ${JOINED}
    WHERE k.public_key = ${publicKey} AND k.state IN ('trusted', 'revoked') ORDER BY k.decided_at DESC, k.id LIMIT 1`);
}

export interface NewTrustedKey extends Pick<TrustedKeyRow, 'id' | 'name' | 'publicKey' | 'compared'> {
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

/** False where the key waits for a decision or is trusted already. */
export async function insertTrustedKey(tx: Transaction, key: NewTrustedKey): Promise<boolean> {
  const { id, agency, name, publicKey, compared, by, at } = key;
  const count = await tx.run(sql`
    INSERT INTO trusted_case_key (id, agency_id, name, public_key, compared, proposed_at, proposed_by)
    VALUES (${id}, ${agency}, ${name}, ${publicKey}, ${compared}, ${at}, ${by}) ON CONFLICT DO NOTHING`);
  return count === 1;
}

export interface KeyDecision {
  readonly id: string;
  readonly state: 'trusted' | 'refused' | 'withdrawn';
  readonly by: string;
  readonly at: Date;
}

export async function decideTrustedKey(tx: Transaction, { id, state, by, at }: KeyDecision): Promise<void> {
  await tx.run(
    sql`UPDATE trusted_case_key SET state = ${state}, decided_at = ${at}, decided_by = ${by} WHERE id = ${id}`,
  );
}

export interface KeyRevocation {
  readonly id: string;
  readonly from: string;
  readonly why: string;
  readonly by: string;
  readonly at: Date;
}

export async function revokeTrustedKey(tx: Transaction, { id, from, why, by, at }: KeyRevocation): Promise<void> {
  await tx.run(sql`UPDATE trusted_case_key SET state = 'revoked', revoked_at = ${at}, revoked_by = ${by},
    revoked_from = ${from}::date, revoked_why = ${why} WHERE id = ${id}`);
}
