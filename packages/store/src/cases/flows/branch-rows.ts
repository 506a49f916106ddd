import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What a draft is made of, as it is stored. */
export interface StoredDraft {
  /** JSON, compressed with gzip. */
  readonly document: Buffer;
  readonly history: Buffer;
  /** 32 bytes: SHA-256 over both as they were sent. */
  readonly digest: Buffer;
  readonly chains: readonly string[];
  readonly nodeCount: number;
  readonly edgeCount: number;
}

/** A branch without its documents. */
export interface BranchRow {
  readonly name: string;
  readonly revision: number;
  readonly digest: Buffer;
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly savedAt: Date;
  readonly savedById: string;
  /** Null where the scope may not see the account. */
  readonly savedBy: string | null;
  /** Version the draft came from, and when that was. */
  readonly version: number | null;
  readonly versionAt: Date;
  /** Saves since then. */
  readonly saves: number;
}

const COLUMNS = sql`
  b.name, b.revision, b.digest, b.node_count AS "nodeCount", b.edge_count AS "edgeCount", b.saved_at AS "savedAt",
  b.saved_by AS "savedById", b.version, b.version_at AS "versionAt", b.saves,
  (SELECT a.name FROM account a WHERE a.id = b.saved_by) AS "savedBy"`;

export interface BranchKey {
  readonly flow: string;
  readonly branch: string;
}

export function findBranch(tx: Transaction, { flow, branch }: BranchKey): Promise<BranchRow | undefined> {
  return tx.find<BranchRow>(
    sql`SELECT ${COLUMNS} FROM coin_flow_branch b WHERE b.flow_id = ${flow} AND b.name = ${branch}`,
  );
}

/** A branch of the flow that this account saved with exactly this content. */
export function findBranchByDigest(
  tx: Transaction,
  flow: string,
  account: string,
  digest: Buffer,
): Promise<BranchRow | undefined> {
  return tx.find<BranchRow>(sql`
    SELECT ${COLUMNS} FROM coin_flow_branch b
    WHERE b.flow_id = ${flow} AND b.digest = ${digest} AND b.saved_by = ${account} ORDER BY b.position DESC LIMIT 1`);
}

export async function listBranchNames(tx: Transaction, flow: string): Promise<string[]> {
  const rows = await tx.list<{ name: string }>(
    sql`SELECT name FROM coin_flow_branch WHERE flow_id = ${flow} ORDER BY position`,
  );
  return rows.map(({ name }) => name);
}

/** The compressed document and history of a draft. */
export function findDraft(
  tx: Transaction,
  { flow, branch }: BranchKey,
): Promise<Pick<StoredDraft, 'document' | 'history'> | undefined> {
  return tx.find(sql`SELECT document, history FROM coin_flow_branch WHERE flow_id = ${flow} AND name = ${branch}`);
}

export interface NewBranch extends BranchKey {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
  readonly draft: StoredDraft;
  /** Version the draft came from. */
  readonly version: number | null;
  /** Saves since that version: 0 where the draft is that version. */
  readonly saves: number;
  readonly reason: string | null;
}

export async function insertBranch(tx: Transaction, given: NewBranch): Promise<void> {
  const { flow, branch, agency, account, at, draft, version, saves, reason } = given;
  const { document, history, digest, chains, nodeCount, edgeCount } = draft;
  await tx.run(sql`
    INSERT INTO coin_flow_branch (flow_id, agency_id, name, document, history, digest, chains, node_count, edge_count,
                                  saved_at, saved_by, version, version_at, saves, reason)
    VALUES (${flow}, ${agency}, ${branch}, ${document}, ${history}, ${digest}, ${chains}, ${nodeCount}, ${edgeCount},
            ${at}, ${account}, ${version}, ${at}, ${saves}, ${reason})`);
}

export interface BranchCopy extends BranchKey {
  /** Branch whose draft, with its undo history, the new one begins with. */
  readonly from: string;
  readonly account: string;
  readonly at: Date;
  readonly reason: string | null;
}

/** Begins a branch with the draft of another one. */
export async function copyBranch(tx: Transaction, given: BranchCopy): Promise<void> {
  const { flow, branch, from, account, at, reason } = given;
  await tx.run(sql`
    INSERT INTO coin_flow_branch (flow_id, agency_id, name, document, history, digest, chains, node_count, edge_count,
                                  saved_at, saved_by, version, version_at, saves, reason)
    SELECT flow_id, agency_id, ${branch}::text, document, history, digest, chains, node_count, edge_count,
           ${at}::timestamptz, ${account}::uuid, version, ${at}::timestamptz, saves, ${reason}::text
    FROM coin_flow_branch WHERE flow_id = ${flow} AND name = ${from}`);
}

export interface DraftChange extends BranchKey {
  readonly account: string;
  readonly at: Date;
  readonly draft: StoredDraft;
}

/** Puts a draft in the place of the one before, as the next revision and one more save since the last version. */
export async function updateDraft(tx: Transaction, { flow, branch, account, at, draft }: DraftChange): Promise<void> {
  const { document, history, digest, chains, nodeCount, edgeCount } = draft;
  await tx.run(sql`
    UPDATE coin_flow_branch
    SET revision = revision + 1, document = ${document}, history = ${history}, digest = ${digest}, chains = ${chains},
        node_count = ${nodeCount}, edge_count = ${edgeCount}, saved_at = ${at}, saved_by = ${account}, saves = saves + 1
    WHERE flow_id = ${flow} AND name = ${branch}`);
}

/** Notes which version the draft of a branch now is. */
export async function updateBranchVersion(
  tx: Transaction,
  { flow, branch }: BranchKey,
  version: number,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    UPDATE coin_flow_branch SET version = ${version}, version_at = ${at}, saves = 0
    WHERE flow_id = ${flow} AND name = ${branch}`);
}
