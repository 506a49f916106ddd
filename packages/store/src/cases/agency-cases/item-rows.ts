import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import { toTsQuery } from './split-words.ts';

/** A pinned result without its content. */
export interface ItemRow {
  readonly id: string;
  readonly number: number;
  readonly kind: string;
  readonly title: string;
  readonly note: string;
  readonly input: unknown;
  readonly call: string;
  readonly method: string;
  readonly software: string;
  readonly asOf: unknown;
  readonly hash: string;
  readonly size: number;
  readonly pinnedAt: Date;
  readonly pinnedBy: string;
  readonly checkedAt: Date | null;
  readonly checkedHash: string | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

const SELECT = sql`
  SELECT i.id, i.number, i.kind, i.title, i.note, i.input, i.call, i.method, i.software, i.as_of AS "asOf", i.hash, i.size,
         i.pinned_at AS "pinnedAt", coalesce(p.name, 'Former account') AS "pinnedBy", i.checked_at AS "checkedAt",
         i.checked_hash AS "checkedHash", i.withdrawn_at AS "withdrawnAt", w.name AS "withdrawnBy", i.withdrawn_why AS "withdrawnWhy"
  FROM case_item i LEFT JOIN account p ON p.id = i.pinned_by LEFT JOIN account w ON w.id = i.withdrawn_by`;

export interface NewItem {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly number: number;
  readonly kind: string;
  readonly title: string;
  readonly note: string;
  readonly input: object;
  readonly call: string;
  readonly method: string;
  readonly software: string;
  readonly asOf: object | null;
  readonly hash: string;
  readonly content: Buffer;
  readonly size: number;
  readonly at: Date;
  readonly by: string;
}

export async function insertItem(tx: Transaction, item: NewItem): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_item (id, case_id, agency_id, number, kind, title, note, input, call, method, software, as_of, hash, content,
                           size, pinned_at, pinned_by)
    VALUES (${item.id}, ${item.caseId}, ${item.agency}, ${item.number}, ${item.kind}, ${item.title}, ${item.note},
            ${JSON.stringify(item.input)}, ${item.call}, ${item.method}, ${item.software},
            ${item.asOf && JSON.stringify(item.asOf)}, ${item.hash}, ${item.content}, ${item.size}, ${item.at}, ${item.by})`);
}

export interface ItemFilter {
  readonly kinds?: readonly string[] | undefined;
  /** Items with a lower number. */
  readonly before?: number | undefined;
  /** In whose title, note and identifiers all of these begin words. */
  readonly words?: string | undefined;
}

/** The last pinned first. */
export function listItems(
  tx: Transaction,
  caseId: string,
  { kinds, before, words = '' }: ItemFilter,
  limit: number,
): Promise<ItemRow[]> {
  const asked = toTsQuery(words) || null;
  const page = sql`(SELECT case_item_page(${caseId}, ${kinds ?? null}::text[], ${before ?? null}, ${asked}::tsquery, ${limit}))`;
  return tx.list<ItemRow>(sql`${SELECT} WHERE i.id = ANY (${page}::uuid[]) ORDER BY i.number DESC`);
}

export function findItem(tx: Transaction, caseId: string, item: string): Promise<ItemRow | undefined> {
  return tx.find<ItemRow>(sql`${SELECT} WHERE i.case_id = ${caseId} AND i.id = ${item}`);
}

/** The item of this call with this content that is not withdrawn, for what is pinned twice. */
export function findItemByHash(
  tx: Transaction,
  caseId: string,
  call: string,
  hash: string,
): Promise<ItemRow | undefined> {
  return tx.find<ItemRow>(sql`${SELECT} WHERE i.case_id = ${caseId} AND i.call = ${call} AND i.hash = ${hash}
    AND i.withdrawn_at IS NULL ORDER BY i.number LIMIT 1`);
}

/** The encrypted content; undefined without such an item. */
export async function findItemContent(tx: Transaction, caseId: string, item: string): Promise<Buffer | undefined> {
  const row = await tx.find<{ content: Buffer }>(
    sql`SELECT content FROM case_item WHERE case_id = ${caseId} AND id = ${item}`,
  );
  return row?.content;
}

/** A pinned result with what opens its content. */
export interface PinnedRow {
  readonly id: string;
  readonly caseId: string;
  readonly caseNumber: string;
  /** Of the case, encrypted. */
  readonly key: Buffer;
  readonly content: Buffer;
  readonly pinnedAt: Date;
}

/** Results of one kind in all cases that the reader may see, of each question the newest. Sealed cases give nothing outside them. */
export function listPinned(tx: Transaction, kind: string, limit: number): Promise<PinnedRow[]> {
  return tx.list<PinnedRow>(sql`
    SELECT i.id, i.case_id AS "caseId", c.number AS "caseNumber", c.key, i.content, i.pinned_at AS "pinnedAt"
    FROM (SELECT DISTINCT ON (o.input) o.id, o.pinned_at FROM case_item o JOIN agency_case a ON a.id = o.case_id
          WHERE o.kind = ${kind} AND o.withdrawn_at IS NULL AND a.policy <> 'sealed'
          ORDER BY o.input, o.pinned_at DESC, o.id) newest
    JOIN case_item i ON i.id = newest.id JOIN agency_case c ON c.id = i.case_id
    ORDER BY i.pinned_at DESC, i.id LIMIT ${limit}`);
}

export async function updateItemChecked(tx: Transaction, item: string, hash: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE case_item SET checked_at = ${at}, checked_hash = ${hash} WHERE id = ${item}`);
}

export interface Withdrawal {
  readonly by: string;
  readonly why: string;
  readonly at: Date;
}

/** Takes an item out of what the case rests on; it stays readable. False where it was withdrawn before. */
export async function withdrawItem(tx: Transaction, item: string, { by, why, at }: Withdrawal): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_item SET withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why}
    WHERE id = ${item} AND withdrawn_at IS NULL`);
  return count === 1;
}

/** How many items of each kind a case has, without the withdrawn ones. */
export function countItems(tx: Transaction, caseId: string): Promise<{ kind: string; count: number }[]> {
  return tx.list(sql`SELECT kind, count FROM count_case_items(${caseId})`);
}
