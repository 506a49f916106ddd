import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export type MailTokenPurpose = 'verify-email' | 'reset-password';

export interface NewMailToken {
  /** SHA-256 of the secret in the link. */
  readonly hash: string;
  readonly accountId: string;
  readonly purpose: MailTokenPurpose;
  readonly expiresAt: Date;
}

/**
 * Keeps a new link and ends the older ones of its account and purpose: the newest is the only one that opens. For an
 * account that is not there it does the same work and keeps nothing.
 */
export async function replaceMailToken(tx: Transaction, token: NewMailToken, now: Date): Promise<void> {
  await tx.run(sql`
    UPDATE mail_token SET used_at = ${now}
    WHERE account_id = ${token.accountId} AND purpose = ${token.purpose} AND used_at IS NULL`);
  await tx.run(sql`
    INSERT INTO mail_token (hash, account_id, agency_id, purpose, expires_at)
    SELECT ${token.hash}, id, agency_id, ${token.purpose}, ${token.expiresAt} FROM account WHERE id = ${token.accountId}`);
}

/** Uses up a living link of one purpose, once. Returns its account. */
export async function useMailToken(
  tx: Transaction,
  { hash, purpose, now }: { readonly hash: string; readonly purpose: MailTokenPurpose; readonly now: Date },
): Promise<string | undefined> {
  const row = await tx.find<{ accountId: string }>(sql`
    UPDATE mail_token SET used_at = ${now}
    WHERE hash = ${hash} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
    RETURNING account_id AS "accountId"`);
  return row?.accountId;
}

/** Whether a link is alive; it stays so. Returns its account. */
export async function findMailToken(
  tx: Transaction,
  { hash, purpose, now }: { readonly hash: string; readonly purpose: MailTokenPurpose; readonly now: Date },
): Promise<string | undefined> {
  const row = await tx.find<{ accountId: string }>(sql`
    SELECT account_id AS "accountId" FROM mail_token
    WHERE hash = ${hash} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}`);
  return row?.accountId;
}
