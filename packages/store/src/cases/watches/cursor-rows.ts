import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** How far a chain was read for all watches. */
export interface CursorRow {
  readonly chain: string;
  readonly height: number;
  readonly hash: string;
  readonly seenAt: Date;
  readonly movedAt: Date;
  /** Why no block of the chain is read; null while they are. */
  readonly fault: string | null;
}

const COLUMNS = sql`chain, height, hash, seen_at AS "seenAt", moved_at AS "movedAt", fault`;

export function listCursors(tx: Transaction): Promise<CursorRow[]> {
  return tx.list<CursorRow>(sql`SELECT ${COLUMNS} FROM watch_cursor ORDER BY chain`);
}

export function findCursor(tx: Transaction, chain: string): Promise<CursorRow | undefined> {
  return tx.find<CursorRow>(sql`SELECT ${COLUMNS} FROM watch_cursor WHERE chain = ${chain}`);
}

/** The cursor, locked until the transaction ends: one server at a time reads a chain. */
export function lockCursor(tx: Transaction, chain: string): Promise<CursorRow | undefined> {
  return tx.find<CursorRow>(sql`SELECT ${COLUMNS} FROM watch_cursor WHERE chain = ${chain} FOR UPDATE`);
}

/** Why blocks of a chain are not read; null: they are. */
export async function setCursorFault(tx: Transaction, chain: string, fault: string | null): Promise<void> {
  await tx.run(
    sql`UPDATE watch_cursor SET fault = ${fault} WHERE chain = ${chain} AND fault IS DISTINCT FROM ${fault}`,
  );
}

export interface CursorMove {
  readonly chain: string;
  readonly height: number;
  readonly hash: string;
  readonly seenAt: Date;
  readonly at: Date;
}

export async function putCursor(tx: Transaction, { chain, height, hash, seenAt, at }: CursorMove): Promise<void> {
  await tx.run(sql`
    INSERT INTO watch_cursor (chain, height, hash, seen_at, moved_at) VALUES (${chain}, ${height}, ${hash}, ${seenAt}, ${at})
    ON CONFLICT (chain) DO UPDATE SET height = excluded.height, hash = excluded.hash, seen_at = excluded.seen_at,
      moved_at = excluded.moved_at`);
}

/** Puts a cursor onto a chain that has none. False where there is one. */
export async function insertCursor(tx: Transaction, { chain, height, hash, seenAt, at }: CursorMove): Promise<boolean> {
  const count = await tx.run(sql`
    INSERT INTO watch_cursor (chain, height, hash, seen_at, moved_at) VALUES (${chain}, ${height}, ${hash}, ${seenAt}, ${at})
    ON CONFLICT (chain) DO NOTHING`);
  return count === 1;
}

/** Puts the cursor onto the block below a height, so that it is read again; where the height was not read yet, nothing happens. */
export async function moveCursorBack(
  tx: Transaction,
  chain: string,
  { height, parentHash, at }: { readonly height: number; readonly parentHash: string; readonly at: Date },
): Promise<void> {
  await tx.run(sql`
    UPDATE watch_cursor SET height = ${height - 1}, hash = ${parentHash}, moved_at = ${at}
    WHERE chain = ${chain} AND height >= ${height}`);
}

export interface ReadBlock {
  readonly chain: string;
  readonly height: number;
  readonly hash: string;
  readonly ms: number;
  readonly alerts: number;
  readonly at: Date;
}

export async function putReadBlock(tx: Transaction, row: ReadBlock): Promise<void> {
  await tx.run(sql`
    INSERT INTO watch_block (chain, height, hash, ms, alerts, at)
    VALUES (${row.chain}, ${row.height}, ${row.hash}, ${row.ms}, ${row.alerts}, ${row.at})
    ON CONFLICT (chain, height) DO UPDATE SET hash = excluded.hash, ms = excluded.ms, alerts = excluded.alerts, at = excluded.at`);
}

/** Blocks that nobody watched: they were not read, and their hashes say when they are replaced. */
export async function putPassedBlocks(
  tx: Transaction,
  chain: string,
  blocks: readonly { readonly height: number; readonly hash: string }[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO watch_block (chain, height, hash, ms, alerts, at)
    SELECT ${chain}, b.height, b.hash, NULL, 0, ${at}::timestamptz
    FROM unnest(${blocks.map(({ height }) => height)}::bigint[], ${blocks.map(({ hash }) => hash)}::text[]) AS b(height, hash)
    ON CONFLICT (chain, height) DO UPDATE SET hash = excluded.hash, ms = NULL, alerts = 0, at = excluded.at`);
}

/** The last blocks that were read, highest first. */
export function listReadBlocks(
  tx: Transaction,
  chain: string,
  limit: number,
): Promise<{ height: number; hash: string }[]> {
  return tx.list(sql`SELECT height, hash FROM watch_block WHERE chain = ${chain} ORDER BY height DESC LIMIT ${limit}`);
}

/** Forgets blocks from a height on, and those that can no longer be replaced. */
export async function trimReadBlocks(
  tx: Transaction,
  chain: string,
  { from, below }: { readonly from: number; readonly below: number },
): Promise<void> {
  await tx.run(sql`DELETE FROM watch_block WHERE chain = ${chain} AND (height >= ${from} OR height < ${below})`);
}

export async function insertFork(
  tx: Transaction,
  fork: {
    readonly chain: string;
    readonly height: number;
    readonly depth: number;
    readonly retracted: number;
    readonly at: Date;
  },
): Promise<void> {
  await tx.run(sql`INSERT INTO watch_fork (chain, height, depth, retracted, at)
    VALUES (${fork.chain}, ${fork.height}, ${fork.depth}, ${fork.retracted}, ${fork.at})`);
}

export interface WatchHealth {
  readonly blocks: number;
  /** 95th percentile of the milliseconds from seeing a block to storing its alerts. */
  readonly p95: number | null;
  readonly forks: number;
  readonly deepest: number;
}

/** What was read since a moment, over all chains. */
export async function readWatchHealth(tx: Transaction, since: Date): Promise<WatchHealth> {
  const blocks = await tx.find<{ blocks: number; p95: number | null }>(sql`
    SELECT count(ms) AS blocks, percentile_cont(0.95) WITHIN GROUP (ORDER BY ms) AS p95 FROM watch_block WHERE at >= ${since}`);
  const forks = await tx.find<{ forks: number; deepest: number }>(sql`
    SELECT count(*) AS forks, coalesce(max(depth), 0) AS deepest FROM watch_fork WHERE at >= ${since}`);
  return {
    blocks: blocks?.blocks ?? 0,
    p95: blocks?.p95 ?? null,
    forks: forks?.forks ?? 0,
    deepest: forks?.deepest ?? 0,
  };
}
