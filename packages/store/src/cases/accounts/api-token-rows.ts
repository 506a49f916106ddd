import { endFeedOf } from '../alerts/subscription-rows.ts';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { FactorOwner } from './factor-rows.ts';

export interface ApiTokenListRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Living tokens of an account, newest first. */
export function listApiTokens(tx: Transaction, accountId: string, now: Date): Promise<ApiTokenListRow[]> {
  return tx.list<ApiTokenListRow>(sql`
    SELECT id, name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt" FROM api_token
    WHERE account_id = ${accountId} AND ended_at IS NULL AND expires_at > ${now} ORDER BY created_at DESC, id`);
}

export interface NewApiToken {
  readonly hash: string;
  readonly name: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Keeps a token's hash and gives its id. */
export async function insertApiToken(
  tx: Transaction,
  { accountId, agencyId }: FactorOwner,
  { hash, name, now, expiresAt }: NewApiToken,
): Promise<string> {
  const row = await tx.find<{ id: string }>(sql`
    INSERT INTO api_token (hash, account_id, agency_id, name, created_at, expires_at)
    VALUES (${hash}, ${accountId}, ${agencyId}, ${name}, ${now}, ${expiresAt}) RETURNING id`);
  return row?.id ?? '';
}

/** Ends one token of an account. False where it has none such. */
export async function endApiToken(
  tx: Transaction,
  accountId: string,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE api_token SET ended_at = ${now} WHERE id = ${id} AND account_id = ${accountId} AND ended_at IS NULL`)) ===
    1
  );
}

/** Ends every token of an account, and its feed of alerts. Returns how many tokens. */
export async function endApiTokensOf(tx: Transaction, accountId: string, now: Date): Promise<number> {
  await endFeedOf(tx, accountId);
  return tx.run(sql`UPDATE api_token SET ended_at = ${now} WHERE account_id = ${accountId} AND ended_at IS NULL`);
}
