import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

/** A saved coin flow as one of its branches shows it. */
export interface FlowRow {
  readonly id: string;
  /** Order of flows saved in the same millisecond. */
  readonly number: number;
  readonly title: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** Last save on any branch. */
  readonly savedAt: Date;
  readonly savedBy: string;
  readonly branch: string;
  /** In the order they were begun. */
  readonly branches: readonly string[];
  readonly revision: number;
  readonly chains: readonly string[];
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly versionCount: number;
  readonly removedAt: Date | null;
  readonly removedBy: string | null;
}

const FORMER = 'Former account';

const SELECT = sql`
  SELECT f.id, f.number, f.title, f.created_at AS "createdAt", coalesce(c.name, ${FORMER}) AS "createdBy",
         f.saved_at AS "savedAt", coalesce(s.name, ${FORMER}) AS "savedBy", b.name AS branch,
         ARRAY(SELECT o.name FROM coin_flow_branch o WHERE o.flow_id = f.id ORDER BY o.position) AS branches, b.revision,
         b.chains, b.node_count AS "nodeCount", b.edge_count AS "edgeCount",
         (SELECT count(*) FROM coin_flow_version v WHERE v.flow_id = f.id) AS "versionCount",
         f.removed_at AS "removedAt", r.name AS "removedBy"
  FROM coin_flow f JOIN coin_flow_branch b ON b.flow_id = f.id
  LEFT JOIN account c ON c.id = f.created_by LEFT JOIN account s ON s.id = f.saved_by
  LEFT JOIN account r ON r.id = f.removed_by`;

export interface NewFlow {
  readonly id: string;
  readonly agency: string;
  readonly account: string;
  readonly title: string;
  readonly at: Date;
}

/** Its first branch is to be inserted in the same transaction. */
export async function insertFlow(tx: Transaction, { id, agency, account, title, at }: NewFlow): Promise<void> {
  await tx.run(sql`
    INSERT INTO coin_flow (id, agency_id, title, created_at, created_by, saved_at, saved_by)
    VALUES (${id}, ${agency}, ${title}, ${at}, ${account}, ${at}, ${account})`);
}

/** Flows of the agency that are not put away, counted while no other one can be begun. */
export async function countFlowsLocked(tx: Transaction, agency: string): Promise<number> {
  await tx.find(sql`SELECT id FROM agency WHERE id = ${agency} FOR NO KEY UPDATE`);
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM coin_flow WHERE agency_id = ${agency} AND removed_at IS NULL`,
  );
  return count;
}

export interface FlowFilter {
  /** Words of the title. */
  readonly text?: string | undefined;
  /** The branch whose figures are shown. */
  readonly branch: string;
  readonly isRemoved: boolean;
  /** The row that was the last of the page before. */
  readonly after?: { readonly savedAt: Date; readonly number: number } | undefined;
}

function toConditions({ text, branch, isRemoved, after }: FlowFilter): Sql {
  const pattern = `%${(text ?? '').replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  return allOf([
    sql`b.name = ${branch}`,
    isRemoved ? sql`f.removed_at IS NOT NULL` : sql`f.removed_at IS NULL`,
    ...(text ? [sql`f.title ILIKE ${pattern}`] : []),
    ...(after ? [sql`(f.saved_at, f.number) < (${after.savedAt}, ${after.number})`] : []),
  ]);
}

/** Last saved first. */
export function listFlows(tx: Transaction, filter: FlowFilter, limit: number): Promise<FlowRow[]> {
  return tx.list<FlowRow>(
    sql`${SELECT} WHERE ${toConditions(filter)} ORDER BY f.saved_at DESC, f.number DESC LIMIT ${limit}`,
  );
}

/** A flow that is not put away, as the branch shows it; undefined without such a flow or branch. */
export function findFlow(tx: Transaction, id: string, branch: string): Promise<FlowRow | undefined> {
  return tx.find<FlowRow>(sql`${SELECT} WHERE f.id = ${id} AND b.name = ${branch} AND f.removed_at IS NULL`);
}

/** Whether there is such a flow that is not put away. */
export async function hasFlow(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.find(sql`SELECT id FROM coin_flow WHERE id = ${id} AND removed_at IS NULL`)) !== undefined;
}

/** What is needed of a flow while it is changed. */
export interface LockedFlow {
  readonly id: string;
  readonly agency: string;
  readonly title: string;
}

/** Keeps everybody else from changing a flow, or its branches, until the transaction ends. */
export function lockFlow(tx: Transaction, id: string, isRemoved = false): Promise<LockedFlow | undefined> {
  return tx.find<LockedFlow>(sql`
    SELECT id, agency_id AS agency, title FROM coin_flow
    WHERE id = ${id} AND (removed_at IS NOT NULL) = ${isRemoved} FOR UPDATE`);
}

export async function updateFlowTitle(tx: Transaction, id: string, title: string): Promise<void> {
  await tx.run(sql`UPDATE coin_flow SET title = ${title} WHERE id = ${id}`);
}

export async function updateFlowSaved(tx: Transaction, id: string, account: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE coin_flow SET saved_at = ${at}, saved_by = ${account} WHERE id = ${id}`);
}

/** Puts a flow away, or with null takes it back. */
export async function updateFlowRemoved(
  tx: Transaction,
  id: string,
  removed: { readonly at: Date; readonly account: string } | null,
): Promise<void> {
  await tx.run(sql`
    UPDATE coin_flow SET removed_at = ${removed?.at ?? null}, removed_by = ${removed?.account ?? null} WHERE id = ${id}`);
}
