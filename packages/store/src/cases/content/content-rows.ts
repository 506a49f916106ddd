import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

export interface ContentRow {
  readonly kind: string;
  readonly slug: string;
  readonly version: number;
  readonly status: 'draft' | 'published' | 'withdrawn';
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  readonly facts: unknown;
  readonly author: string | null;
  readonly changedAt: Date;
}

export type NewContentRow = Omit<ContentRow, 'author'> & { readonly account: string };

const COLUMNS = sql`c.kind, c.slug, c.version, c.status, c.title, c.summary, c.body, c.facts,
  a.name AS author, c.changed_at AS "changedAt"`;

function listNewest(tx: Transaction, kind: string, condition: Sql): Promise<ContentRow[]> {
  return tx.list<ContentRow>(sql`
    SELECT DISTINCT ON (c.slug) ${COLUMNS} FROM content_version c LEFT JOIN account a ON a.id = c.account_id
    WHERE c.kind = ${kind} AND ${condition} ORDER BY c.slug, c.version DESC`);
}

/** What is in force of every item of a kind: its newest version that is no draft. */
export function listContentInForce(tx: Transaction, kind: string): Promise<ContentRow[]> {
  return listNewest(tx, kind, sql`c.status <> 'draft'`);
}

/** The newest version of every item of a kind, drafts too. */
export function listNewestContent(tx: Transaction, kind: string): Promise<ContentRow[]> {
  return listNewest(tx, kind, sql`true`);
}

/** Every version of one item, newest first. */
export function listContentHistory(tx: Transaction, kind: string, slug: string): Promise<ContentRow[]> {
  return tx.list<ContentRow>(sql`
    SELECT ${COLUMNS} FROM content_version c LEFT JOIN account a ON a.id = c.account_id
    WHERE c.kind = ${kind} AND c.slug = ${slug} ORDER BY c.version DESC`);
}

/** Adds a version. Two people who save the same number meet at the key: the second gets `conflict`. */
export async function addContent(tx: Transaction, row: NewContentRow): Promise<void> {
  await tx.run(sql`
    INSERT INTO content_version (kind, slug, version, status, title, summary, body, facts, account_id, changed_at)
    VALUES (${row.kind}, ${row.slug}, ${row.version}, ${row.status}, ${row.title}, ${row.summary}, ${row.body},
            ${JSON.stringify(row.facts)}, ${row.account}, ${row.changedAt})`);
}
