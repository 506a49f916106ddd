import type { AccountRole } from '@trailmark/core/role';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What a person states about themselves. Texts that were never given are empty. */
export interface ProfileChange {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly phone: string;
  readonly badge: string;
  readonly publicKey: string;
  readonly language: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly hasSingleKeys: boolean;
}

export interface ProfileRow extends ProfileChange {
  readonly email: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
  readonly agency: string;
  readonly photo: string | null;
  readonly createdAt: Date;
}

/** Profile of an account the scope may see. */
export function findProfile(tx: Transaction, account: string): Promise<ProfileRow | undefined> {
  return tx.find<ProfileRow>(sql`
    SELECT a.name, coalesce(a.title, '') AS title, coalesce(a.unit, '') AS unit, coalesce(a.phone, '') AS phone,
           coalesce(a.badge, '') AS badge, coalesce(a.public_key, '') AS "publicKey", a.language,
           a.time_zone AS "timeZone", a.currency, a.has_single_keys AS "hasSingleKeys", a.email, a.role,
           a.is_allowed AS "isAllowed", g.name AS agency, a.photo, a.created_at AS "createdAt"
    FROM account a JOIN agency g ON g.id = a.agency_id WHERE a.id = ${account}`);
}

export async function updateProfile(tx: Transaction, account: string, change: ProfileChange): Promise<void> {
  await tx.run(sql`
    UPDATE account SET name = ${change.name}, title = ${change.title}, unit = ${change.unit}, phone = ${change.phone},
      badge = ${change.badge}, public_key = ${change.publicKey}, language = ${change.language},
      time_zone = ${change.timeZone}, currency = ${change.currency}, has_single_keys = ${change.hasSingleKeys}
    WHERE id = ${account}`);
}

/** Puts another photo in place, null for none, and gives the file name of the one before. */
export async function replacePhoto(tx: Transaction, account: string, photo: string | null): Promise<string | null> {
  const before = await tx.find<{ photo: string | null }>(
    sql`SELECT photo FROM account WHERE id = ${account} FOR UPDATE`,
  );
  await tx.run(sql`UPDATE account SET photo = ${photo} WHERE id = ${account}`);
  return before?.photo ?? null;
}

/** Whether the scope may see the account whose photo the file is. */
export async function isPhotoVisible(tx: Transaction, file: string): Promise<boolean> {
  return (await tx.find(sql`SELECT 1 FROM account WHERE photo = ${file}`)) !== undefined;
}
