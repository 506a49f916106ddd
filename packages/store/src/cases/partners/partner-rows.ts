import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** An agency of another installation, as one agency here knows it. */
export interface PartnerRow {
  readonly id: string;
  readonly agency: string;
  readonly agencyName: string;
  readonly name: string;
  /** Ed25519 public key, 32 bytes. */
  readonly key: Buffer;
  readonly endpoint: string | null;
  readonly isOwn: boolean;
  readonly isOn: boolean;
  readonly epoch: number;
  readonly theirEpoch: number | null;
  readonly theirPublicKey: Buffer | null;
  readonly theirKeyAt: Date | null;
  readonly theirCount: number;
  readonly theirHead: Buffer | null;
  readonly logCount: number;
  readonly logHead: Buffer;
  /** `YYYY-MM-DD` of the last daily round. */
  readonly roundOn: string | null;
  readonly createdAt: Date;
  readonly removedAt: Date | null;
  readonly version: number;
}

const SELECT = sql`
  SELECT p.id, p.agency_id AS agency, g.name AS "agencyName", p.name, p.key, p.endpoint, p.is_own AS "isOwn", p.is_on AS "isOn", p.epoch,
         p.their_epoch AS "theirEpoch", p.their_public_key AS "theirPublicKey", p.their_key_at AS "theirKeyAt",
         p.their_count AS "theirCount", p.their_head AS "theirHead", p.log_count AS "logCount", p.log_head AS "logHead",
         to_char(p.round_on, 'YYYY-MM-DD') AS "roundOn", p.created_at AS "createdAt", p.removed_at AS "removedAt", p.version
  FROM partner p JOIN agency g ON g.id = p.agency_id`;

export interface NewPartner {
  readonly id: string;
  readonly agency: string;
  readonly name: string;
  readonly key: Buffer;
  readonly endpoint: string | null;
  readonly isOwn: boolean;
  readonly createdBy: string;
  readonly at: Date;
}

export async function insertPartner(tx: Transaction, row: NewPartner): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner (id, agency_id, name, key, endpoint, is_own, created_by, created_at)
    VALUES (${row.id}, ${row.agency}, ${row.name}, ${row.key}, ${row.endpoint}, ${row.isOwn}, ${row.createdBy}, ${row.at})`);
}

/** Partners of an agency that were not removed. */
export function listPartners(tx: Transaction, agency: string): Promise<PartnerRow[]> {
  return tx.list<PartnerRow>(
    sql`${SELECT} WHERE p.agency_id = ${agency} AND p.removed_at IS NULL ORDER BY p.name, p.id LIMIT 200`,
  );
}

/** Partners of every agency that are on; needs the system's scope. */
export function listOpenPartners(tx: Transaction): Promise<PartnerRow[]> {
  return tx.list<PartnerRow>(sql`${SELECT} WHERE p.is_on AND p.removed_at IS NULL ORDER BY p.id`);
}

/** The partners with a key, of any agency here; needs the system's scope. */
export function listPartnersByKey(tx: Transaction, key: Uint8Array): Promise<PartnerRow[]> {
  return tx.list<PartnerRow>(sql`${SELECT} WHERE p.key = ${Buffer.from(key)} AND p.removed_at IS NULL LIMIT 50`);
}

/** Locked, so that what follows is one after another with this partner. */
export function lockPartner(tx: Transaction, id: string): Promise<PartnerRow | undefined> {
  return tx.find<PartnerRow>(sql`${SELECT} WHERE p.id = ${id} AND p.removed_at IS NULL FOR UPDATE OF p`);
}

export function findPartner(tx: Transaction, id: string): Promise<PartnerRow | undefined> {
  return tx.find<PartnerRow>(sql`${SELECT} WHERE p.id = ${id} AND p.removed_at IS NULL`);
}

export async function setPartner(
  tx: Transaction,
  id: string,
  { name, endpoint, isOwn, isOn }: Pick<PartnerRow, 'name' | 'endpoint' | 'isOwn' | 'isOn'>,
): Promise<void> {
  await tx.run(sql`
    UPDATE partner SET name = ${name}, endpoint = ${endpoint}, is_own = ${isOwn}, is_on = ${isOn}, version = version + 1 WHERE id = ${id}`);
}

export async function removePartner(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE partner SET removed_at = ${at}, is_on = false, version = version + 1 WHERE id = ${id}`);
}

/** A new key for this partner: what was shipped under the former one opens nothing from now on. */
export async function rotateEpoch(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`UPDATE partner SET epoch = epoch + 1, version = version + 1 WHERE id = ${id}`);
}

export async function setTheirKey(
  tx: Transaction,
  id: string,
  { epoch, publicKey, at }: { readonly epoch: number; readonly publicKey: Uint8Array; readonly at: Date },
): Promise<void> {
  await tx.run(sql`
    UPDATE partner SET their_epoch = ${epoch}, their_public_key = ${Buffer.from(publicKey)}, their_key_at = ${at} WHERE id = ${id}`);
}

export async function setTheirHead(tx: Transaction, id: string, count: number, head: Uint8Array): Promise<void> {
  await tx.run(sql`UPDATE partner SET their_count = ${count}, their_head = ${Buffer.from(head)} WHERE id = ${id}`);
}

/** False where the round of the day was taken already. */
export async function takeRound(tx: Transaction, id: string, day: string): Promise<boolean> {
  const taken = await tx.run(
    sql`UPDATE partner SET round_on = ${day} WHERE id = ${id} AND (round_on IS NULL OR round_on < ${day}::date)`,
  );
  return taken > 0;
}

/** False for what was taken before. */
export async function takeNonce(tx: Transaction, partner: string, id: string, at: Date): Promise<boolean> {
  const taken = await tx.run(
    sql`INSERT INTO partner_nonce (partner_id, id, at) VALUES (${partner}, ${id}, ${at}) ON CONFLICT DO NOTHING`,
  );
  return taken > 0;
}

export async function purgeNonces(tx: Transaction, before: Date): Promise<void> {
  await tx.run(sql`DELETE FROM partner_nonce WHERE at < ${before}`);
}
