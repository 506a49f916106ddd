import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { BranchKey } from './branch-rows.ts';

/** A version without its document. */
export interface VersionRow {
  readonly id: string;
  readonly number: number;
  readonly branch: string;
  /** Null for versions kept by themselves. */
  readonly name: string | null;
  readonly reason: string | null;
  readonly at: Date;
  readonly by: string;
  readonly parent: number | null;
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly hash: string;
}

const SELECT = sql`
  SELECT v.id, v.number, v.branch, v.name, v.reason, v.at, coalesce(a.name, 'Former account') AS by, v.parent,
         v.node_count AS "nodeCount", v.edge_count AS "edgeCount", v.hash
  FROM coin_flow_version v LEFT JOIN account a ON a.id = v.by`;

/** Newest first; there are never more than the limits of a flow. */
export function listVersions(tx: Transaction, flow: string): Promise<VersionRow[]> {
  return tx.list<VersionRow>(sql`${SELECT} WHERE v.flow_id = ${flow} ORDER BY v.number DESC`);
}

export function findVersion(tx: Transaction, flow: string, number: number): Promise<VersionRow | undefined> {
  return tx.find<VersionRow>(sql`${SELECT} WHERE v.flow_id = ${flow} AND v.number = ${number}`);
}

/** Its document, compressed with gzip. */
export async function findVersionDocument(tx: Transaction, flow: string, number: number): Promise<Buffer | undefined> {
  const row = await tx.find<{ document: Buffer }>(
    sql`SELECT document FROM coin_flow_version WHERE flow_id = ${flow} AND number = ${number}`,
  );
  return row?.document;
}

export async function countNamedVersions(tx: Transaction, flow: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM coin_flow_version WHERE flow_id = ${flow} AND name IS NOT NULL`,
  );
  return count;
}

export interface NewVersion extends BranchKey {
  readonly name: string | null;
  readonly reason: string | null;
  readonly hash: string;
  /** Who made it a version and when; left out, who last saved the draft, and when that was. */
  readonly made?: { readonly account: string; readonly at: Date } | undefined;
}

/** Keeps the current draft of a branch under the next number of its flow, which it gives. */
export async function insertVersion(tx: Transaction, given: NewVersion): Promise<number> {
  const { flow, branch, name, reason, hash, made } = given;
  const { number } = await tx.get<{ number: number }>(
    sql`UPDATE coin_flow SET last_version = last_version + 1 WHERE id = ${flow} RETURNING last_version AS number`,
  );
  await tx.run(sql`
    INSERT INTO coin_flow_version (flow_id, agency_id, number, branch, name, reason, parent, at, by, document, hash,
                                   node_count, edge_count)
    SELECT flow_id, agency_id, ${number}::integer, name, ${name}::text, ${reason}::text, version,
           coalesce(${made?.at ?? null}::timestamptz, saved_at), coalesce(${made?.account ?? null}::uuid, saved_by),
           document, ${hash}::text, node_count, edge_count
    FROM coin_flow_branch WHERE flow_id = ${flow} AND name = ${branch}`);
  return number;
}

/**
 * Takes the oldest versions without a name away until `limit` are left, but never the one to spare. What followed one of
 * them follows what it followed, and a draft that was one of them is no longer a version.
 */
export async function removeOldVersions(tx: Transaction, flow: string, limit: number, spare = 0): Promise<number> {
  const old = await tx.list<{ id: string; number: number; parent: number | null }>(sql`
    SELECT id, number, parent FROM coin_flow_version WHERE flow_id = ${flow} AND name IS NULL AND number <> ${spare}
    ORDER BY number DESC OFFSET ${limit}`);
  // Newest first: what is taken away later still finds its own parent.
  for (const { id, number, parent } of old) {
    await tx.run(sql`UPDATE coin_flow_version SET parent = ${parent} WHERE flow_id = ${flow} AND parent = ${number}`);
    await tx.run(sql`
      UPDATE coin_flow_branch SET version = ${parent}, saves = saves + 1 WHERE flow_id = ${flow} AND version = ${number}`);
    await tx.run(sql`DELETE FROM coin_flow_version WHERE id = ${id}`);
  }
  return old.length;
}
