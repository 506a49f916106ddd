import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** Two that number the log at once would give one place to two events: they take turns. */
const LOCK = 7_249_114;

/** Holds the log's end until the transaction is over. */
export async function lockAuditTree(tx: Transaction): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
}

/** A moment of the database: events of transactions before it are all visible from then on. */
export async function getSettledMark(tx: Transaction): Promise<string> {
  const row = await tx.find<{ mark: string }>(sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS mark`);
  return row?.mark ?? '0';
}

/**
 * After a restore into another server, old rows carry numbers it has not reached: only a search without mark sees them. The leaf
 * is looked for by its index for each event: row-level security may cost so much that every plan of a join looks as good, and the
 * one that compares all events with all leaves gets chosen.
 */
function withoutLeaf(mark: string | null): Sql {
  const recent =
    mark === null ? sql`true` : sql`e.xact >= ${mark}::xid8 AND e.xact < pg_snapshot_xmax(pg_current_snapshot())`;
  return sql`${recent} AND (SELECT l.index FROM audit_leaf l WHERE l.event_id = e.id) IS NULL`;
}

/** Events without a place in the tree, oldest first; `mark` leaves out what was settled then. */
export function listUnsequenced(
  tx: Transaction,
  mark: string | null,
  limit: number,
): Promise<{ readonly id: string; readonly body: string }[]> {
  return tx.list(
    sql`SELECT e.id, e.body FROM audit_event e WHERE ${withoutLeaf(mark)} ORDER BY e.at, e.id LIMIT ${limit}`,
  );
}

export async function countUnsequenced(tx: Transaction, mark: string | null): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM audit_event e WHERE ${withoutLeaf(mark)}`,
  );
  return count;
}

/** Number of leaves. */
export async function getTreeSize(tx: Transaction): Promise<number> {
  const { size } = await tx.get<{ size: number }>(sql`SELECT coalesce(max(index) + 1, 0) AS size FROM audit_leaf`);
  return size;
}

export interface AuditLeaf {
  readonly index: number;
  readonly eventId: string;
  readonly hash: Buffer;
}

export async function insertLeaves(tx: Transaction, leaves: readonly AuditLeaf[]): Promise<void> {
  const indexes = leaves.map(({ index }) => index);
  const ids = leaves.map(({ eventId }) => eventId);
  const hashes = leaves.map(({ hash }) => hash);
  await tx.run(sql`
    INSERT INTO audit_leaf (index, event_id, hash)
    SELECT * FROM unnest(${indexes}::bigint[], ${ids}::uuid[], ${hashes}::bytea[])`);
}

/** `2^level` leaves, the `index`th such from the left. */
export interface AuditNodePlace {
  readonly level: number;
  readonly index: number;
}

export interface AuditNode extends AuditNodePlace {
  readonly hash: Buffer;
}

export async function insertNodes(tx: Transaction, nodes: readonly AuditNode[]): Promise<void> {
  const levels = nodes.map(({ level }) => level);
  const indexes = nodes.map(({ index }) => index);
  const hashes = nodes.map(({ hash }) => hash);
  await tx.run(sql`
    INSERT INTO audit_node (level, index, hash)
    SELECT * FROM unnest(${levels}::smallint[], ${indexes}::bigint[], ${hashes}::bytea[])`);
}

/** The nodes at these places that are there, in any order. */
export function listNodes(tx: Transaction, places: readonly AuditNodePlace[]): Promise<AuditNode[]> {
  const inner = places.filter(({ level }) => level > 0);
  const leaves = places.filter(({ level }) => level === 0).map(({ index }) => index);
  const levels = inner.map(({ level }) => level);
  const indexes = inner.map(({ index }) => index);
  return tx.list<AuditNode>(sql`
    SELECT n.level::integer AS level, n.index, n.hash FROM audit_node n
      JOIN unnest(${levels}::smallint[], ${indexes}::bigint[]) AS p (level, index) USING (level, index)
    UNION ALL SELECT 0, index, hash FROM audit_leaf WHERE index = ANY (${leaves}::bigint[])`);
}

/** A leaf with the event it represents; the event's own columns as they are searched by. */
export interface LeafEvent {
  readonly index: number;
  readonly hash: Buffer;
  readonly eventId: string;
  /** Null where the event is gone. */
  readonly body: string | null;
  readonly at: Date;
  readonly agencyId: string | null;
  readonly accountId: string | null;
  readonly action: string;
  readonly outcome: string;
  readonly objectKind: string | null;
  readonly objectId: string | null;
}

/** Leaves from an index on, in order. */
export function listLeafEvents(tx: Transaction, from: number, limit: number): Promise<LeafEvent[]> {
  return tx.list<LeafEvent>(sql`
    SELECT l.index, l.hash, l.event_id AS "eventId", e.body, e.at, e.agency_id AS "agencyId",
           e.account_id AS "accountId", e.action, e.outcome, e.object_kind AS "objectKind", e.object_id AS "objectId"
    FROM audit_leaf l LEFT JOIN audit_event e ON e.id = l.event_id
    WHERE l.index >= ${from} ORDER BY l.index LIMIT ${limit}`);
}

export interface CheckpointRow {
  readonly size: number;
  readonly root: Buffer;
  readonly at: Date;
  /** The signed note. */
  readonly note: string;
}

export async function insertCheckpoint(tx: Transaction, { size, root, at, note }: CheckpointRow): Promise<void> {
  await tx.run(sql`INSERT INTO audit_checkpoint (size, root, at, note) VALUES (${size}, ${root}, ${at}, ${note})`);
}

export function findLastCheckpoint(tx: Transaction): Promise<CheckpointRow | undefined> {
  return tx.find<CheckpointRow>(sql`SELECT size, root, at, note FROM audit_checkpoint ORDER BY size DESC LIMIT 1`);
}

/** Checkpoints of more than `after` events, smallest first. */
export function listCheckpoints(tx: Transaction, after: number, limit: number): Promise<CheckpointRow[]> {
  return tx.list<CheckpointRow>(sql`
    SELECT size, root, at, note FROM audit_checkpoint WHERE size > ${after} ORDER BY size LIMIT ${limit}`);
}
