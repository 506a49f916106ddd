import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export interface HoldRow {
  readonly id: string;
  readonly reason: string;
  readonly authority: string;
  readonly placedAt: Date;
  readonly placedBy: string;
  readonly releasedAt: Date | null;
  readonly releasedBy: string | null;
  readonly releasedWhy: string | null;
}

/** Those in force first, then the last placed first. */
export function listHolds(tx: Transaction, caseId: string): Promise<HoldRow[]> {
  return tx.list<HoldRow>(sql`
    SELECT h.id, h.reason, h.authority, h.placed_at AS "placedAt", coalesce(p.name, 'Former account') AS "placedBy",
           h.released_at AS "releasedAt", r.name AS "releasedBy", h.released_why AS "releasedWhy"
    FROM case_hold h LEFT JOIN account p ON p.id = h.placed_by LEFT JOIN account r ON r.id = h.released_by
    WHERE h.case_id = ${caseId} ORDER BY h.released_at IS NOT NULL, h.placed_at DESC, h.id`);
}

export interface NewHold {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  readonly reason: string;
  readonly authority: string;
  readonly at: Date;
}

export async function insertHold(
  tx: Transaction,
  { id, caseId, agency, account, reason, authority, at }: NewHold,
): Promise<void> {
  await tx.run(sql`INSERT INTO case_hold (id, case_id, agency_id, reason, authority, placed_at, placed_by)
    VALUES (${id}, ${caseId}, ${agency}, ${reason}, ${authority}, ${at}, ${account})`);
}

/** False where there is no such hold in force. */
export async function releaseHold(
  tx: Transaction,
  { caseId, hold }: { readonly caseId: string; readonly hold: string },
  { by, why, at }: { readonly by: string; readonly why: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`UPDATE case_hold SET released_at = ${at}, released_by = ${by}, released_why = ${why}
    WHERE id = ${hold} AND case_id = ${caseId} AND released_at IS NULL`);
  return count === 1;
}

/** `YYYY-MM-DD`; null where no end is set. */
export async function findRetention(tx: Transaction, caseId: string): Promise<string | null> {
  const row = await tx.find<{ day: string | null }>(
    sql`SELECT to_char(retain_until, 'YYYY-MM-DD') AS day FROM agency_case WHERE id = ${caseId}`,
  );
  return row?.day ?? null;
}

export async function updateRetention(tx: Transaction, caseId: string, day: string | null): Promise<void> {
  await tx.run(sql`UPDATE agency_case SET retain_until = ${day} WHERE id = ${caseId}`);
}

export interface PurgeRow {
  readonly reason: string;
  readonly askedAt: Date;
  readonly askedById: string;
  readonly askedBy: string;
}

export function findPurge(tx: Transaction, caseId: string): Promise<PurgeRow | undefined> {
  return tx.find<PurgeRow>(sql`
    SELECT p.reason, p.asked_at AS "askedAt", p.asked_by AS "askedById", coalesce(a.name, 'Former account') AS "askedBy"
    FROM case_purge p LEFT JOIN account a ON a.id = p.asked_by WHERE p.case_id = ${caseId}`);
}

export interface NewPurge {
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  readonly reason: string;
  readonly at: Date;
}

export async function insertPurge(tx: Transaction, { caseId, agency, account, reason, at }: NewPurge): Promise<void> {
  await tx.run(sql`INSERT INTO case_purge (case_id, agency_id, reason, asked_at, asked_by)
    VALUES (${caseId}, ${agency}, ${reason}, ${at}, ${account})`);
}

export async function deletePurge(tx: Transaction, caseId: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM case_purge WHERE case_id = ${caseId}`)) === 1;
}

/** Deletes a case with everything in it, its key among it, and notes that its files are to be removed. */
export async function deleteCase(tx: Transaction, caseId: string, at: Date): Promise<void> {
  await tx.run(sql`DELETE FROM agency_case WHERE id = ${caseId}`);
  await tx.run(sql`INSERT INTO case_purge_left (case_id, purged_at) VALUES (${caseId}, ${at})`);
}

export interface PurgeLeft {
  readonly caseId: string;
  readonly purgedAt: Date;
}

/** Purged cases of which files may still be there. Under the scope of the server. */
export function listPurgesLeft(tx: Transaction): Promise<PurgeLeft[]> {
  return tx.list<PurgeLeft>(
    sql`SELECT case_id AS "caseId", purged_at AS "purgedAt" FROM case_purge_left ORDER BY purged_at, case_id`,
  );
}

export async function deletePurgeLeft(tx: Transaction, caseId: string): Promise<void> {
  await tx.run(sql`DELETE FROM case_purge_left WHERE case_id = ${caseId}`);
}

export interface TombstoneRow {
  readonly id: string;
  readonly root: string;
  /** What the root is made of; null for tombstones from before files of evidence were in it. */
  readonly contentRoot: string | null;
  readonly evidenceRoot: string | null;
  readonly reason: string;
  readonly askedAt: Date;
  readonly askedBy: string;
  readonly purgedAt: Date;
  readonly purgedBy: string;
  readonly size: string;
  readonly eventId: string;
}

const TOMBSTONES = sql`
  SELECT t.id, t.root, t.content_root AS "contentRoot", t.evidence_root AS "evidenceRoot", t.reason, t.asked_at AS "askedAt", coalesce(a.name, 'Former account') AS "askedBy",
         t.purged_at AS "purgedAt", coalesce(p.name, 'Former account') AS "purgedBy", t.size, t.event_id AS "eventId"
  FROM case_tombstone t LEFT JOIN account a ON a.id = t.asked_by LEFT JOIN account p ON p.id = t.purged_by`;

/** Those the transaction may see, the last first. */
export function listTombstones(tx: Transaction, limit: number): Promise<TombstoneRow[]> {
  return tx.list<TombstoneRow>(sql`${TOMBSTONES} ORDER BY t.purged_at DESC, t.id LIMIT ${limit}`);
}

export function findTombstone(tx: Transaction, id: string): Promise<TombstoneRow | undefined> {
  return tx.find<TombstoneRow>(sql`${TOMBSTONES} WHERE t.id = ${id}`);
}

export interface NewTombstone {
  readonly id: string;
  readonly agency: string;
  readonly readers: readonly string[];
  readonly root: string;
  readonly contentRoot: string;
  readonly evidenceRoot: string;
  readonly reason: string;
  readonly askedAt: Date;
  readonly askedBy: string;
  readonly purgedAt: Date;
  readonly purgedBy: string;
  readonly size: string;
  readonly eventId: string;
}

export async function insertTombstone(tx: Transaction, stone: NewTombstone): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_tombstone (id, agency_id, readers, root, content_root, evidence_root, reason, asked_at, asked_by, purged_at,
                                purged_by, size, event_id)
    VALUES (${stone.id}, ${stone.agency}, ${stone.readers}, ${stone.root}, ${stone.contentRoot}, ${stone.evidenceRoot},
            ${stone.reason}, ${stone.askedAt}, ${stone.askedBy}, ${stone.purgedAt}, ${stone.purgedBy}, ${stone.size},
            ${stone.eventId})`);
}
