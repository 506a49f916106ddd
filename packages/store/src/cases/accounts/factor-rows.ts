import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** Whose factor it is. */
export interface FactorOwner {
  readonly accountId: string;
  readonly agencyId: string;
}

export interface TotpRow {
  /** Encrypted. */
  readonly secret: string;
  readonly confirmedAt: Date | null;
}

export function findTotp(tx: Transaction, accountId: string): Promise<TotpRow | undefined> {
  return tx.find<TotpRow>(
    sql`SELECT secret, confirmed_at AS "confirmedAt" FROM totp_factor WHERE account_id = ${accountId}`,
  );
}

/** Keeps a secret that is not in force yet. False where one is in force, which stays. */
export async function putTotp(tx: Transaction, { accountId, agencyId }: FactorOwner, secret: string): Promise<boolean> {
  return (
    (await tx.run(sql`
      INSERT INTO totp_factor (account_id, agency_id, secret) VALUES (${accountId}, ${agencyId}, ${secret})
      ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, last_step = 0
      WHERE totp_factor.confirmed_at IS NULL`)) === 1
  );
}

/** Uses a time step up, with all before it. False where it was used already, also by another transaction. */
export async function useTotpStep(tx: Transaction, accountId: string, step: number): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE totp_factor SET last_step = ${step} WHERE account_id = ${accountId} AND last_step < ${step}`)) === 1
  );
}

export async function confirmTotp(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await tx.run(
    sql`UPDATE totp_factor SET confirmed_at = ${now} WHERE account_id = ${accountId} AND confirmed_at IS NULL`,
  );
}

export async function removeTotp(tx: Transaction, accountId: string): Promise<boolean> {
  return (
    (await tx.run(sql`DELETE FROM totp_factor WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL`)) === 1
  );
}

export interface PasskeyRow {
  readonly id: string;
  readonly accountId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const PASSKEY = sql`
  SELECT id, account_id AS "accountId", public_key AS "publicKey", counter, transports, name, created_at AS "createdAt",
         last_used_at AS "lastUsedAt" FROM passkey`;

export function listPasskeys(tx: Transaction, accountId: string): Promise<PasskeyRow[]> {
  return tx.list<PasskeyRow>(sql`${PASSKEY} WHERE account_id = ${accountId} ORDER BY created_at, id`);
}

export function findPasskey(tx: Transaction, id: string): Promise<PasskeyRow | undefined> {
  return tx.find<PasskeyRow>(sql`${PASSKEY} WHERE id = ${id}`);
}

export type NewPasskey = Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports' | 'name'>;

/** False where this passkey is known already. */
export async function insertPasskey(
  tx: Transaction,
  { accountId, agencyId }: FactorOwner,
  passkey: NewPasskey,
  now: Date,
): Promise<boolean> {
  const { id, publicKey, counter, transports, name } = passkey;
  return (
    (await tx.run(sql`
      INSERT INTO passkey (id, account_id, agency_id, public_key, counter, transports, name, created_at)
      VALUES (${id}, ${accountId}, ${agencyId}, ${publicKey}, ${counter}, ${transports}, ${name}, ${now})
      ON CONFLICT DO NOTHING`)) === 1
  );
}

/** Moves a passkey's counter on. False where it did not grow, unless the passkey keeps none and always says 0. */
export async function usePasskey(
  tx: Transaction,
  id: string,
  { counter, now }: { readonly counter: number; readonly now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE passkey SET counter = ${counter}, last_used_at = ${now}
      WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter}::bigint = 0))`)) === 1
  );
}

export async function removePasskey(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM passkey WHERE id = ${id} AND account_id = ${accountId}`)) === 1;
}

/** Puts new recovery codes in the place of all old ones. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { accountId, agencyId }: FactorOwner,
  hashes: readonly string[],
): Promise<void> {
  await tx.run(sql`DELETE FROM recovery_code WHERE account_id = ${accountId}`);
  for (const hash of hashes) {
    await tx.run(
      sql`INSERT INTO recovery_code (account_id, agency_id, hash) VALUES (${accountId}, ${agencyId}, ${hash})`,
    );
  }
}

/** Uses a recovery code up. False where there is no such unused one. */
export async function useRecoveryCode(tx: Transaction, accountId: string, hash: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE recovery_code SET used_at = ${now}
      WHERE account_id = ${accountId} AND hash = ${hash} AND used_at IS NULL`)) === 1
  );
}

export async function countRecoveryCodes(tx: Transaction, accountId: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM recovery_code WHERE account_id = ${accountId} AND used_at IS NULL`,
  );
  return count;
}
