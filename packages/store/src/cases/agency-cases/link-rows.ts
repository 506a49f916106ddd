import type { KnowledgeMark } from '@trailmark/core/case';
import type { ConfidenceWord, LinkBasis } from '@trailmark/core/case-people';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { Withdrawal } from './item-rows.ts';

interface Written {
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

interface LinkColumns {
  readonly id: string;
  readonly personId: string;
  /** With `address`, or both null for a link to another person. */
  readonly chain: string | null;
  readonly address: string | null;
  readonly otherId: string | null;
  readonly relation: string;
  readonly basis: LinkBasis;
  readonly explanation: string;
  readonly mark: KnowledgeMark;
  /** With `score`, 0 to 100; both null where a person says how sure they are. */
  readonly rule: string | null;
  readonly score: number | null;
  readonly word: ConfidenceWord | null;
  readonly source: string;
}
export type LinkRow = LinkColumns & Written;

interface LabelColumns {
  readonly id: string;
  readonly chain: string;
  readonly address: string;
  readonly text: string;
  readonly mark: KnowledgeMark;
  readonly source: string;
}
export type LabelRow = LabelColumns & Written;

interface Entered {
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

const WRITTEN = sql`r.added_at AS "addedAt", coalesce(a.name, 'Former account') AS "addedBy", r.withdrawn_at AS "withdrawnAt",
  w.name AS "withdrawnBy", r.withdrawn_why AS "withdrawnWhy"`;
const NAMES = sql`LEFT JOIN account a ON a.id = r.added_by LEFT JOIN account w ON w.id = r.withdrawn_by`;
const LINKS = sql`SELECT r.id, r.person_id AS "personId", r.chain, r.address, r.other_id AS "otherId", r.relation, r.basis,
  r.explanation, r.mark, r.rule, r.score, r.word, r.source, ${WRITTEN} FROM case_link r ${NAMES}`;
const LABELS = sql`SELECT r.id, r.chain, r.address, r.text, r.mark, r.source, ${WRITTEN} FROM case_label r ${NAMES}`;

/** In the order they were entered, withdrawn ones included. */
export function listLinks(tx: Transaction, caseId: string): Promise<LinkRow[]> {
  return tx.list<LinkRow>(sql`${LINKS} WHERE r.case_id = ${caseId} ORDER BY r.position`);
}

export function findLink(tx: Transaction, caseId: string, id: string): Promise<LinkRow | undefined> {
  return tx.find<LinkRow>(sql`${LINKS} WHERE r.case_id = ${caseId} AND r.id = ${id}`);
}

export async function insertLink(tx: Transaction, row: LinkColumns & Entered): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_link (id, case_id, agency_id, person_id, chain, address, other_id, relation, basis, explanation, mark, rule,
                           score, word, source, added_at, added_by)
    VALUES (${row.id}, ${row.caseId}, ${row.agency}, ${row.personId}, ${row.chain}, ${row.address}, ${row.otherId},
            ${row.relation}, ${row.basis}, ${row.explanation}, ${row.mark}, ${row.rule}, ${row.score}, ${row.word},
            ${row.source}, ${row.at}, ${row.by})`);
}

export async function withdrawLink(tx: Transaction, id: string, { by, why, at }: Withdrawal): Promise<void> {
  await tx.run(
    sql`UPDATE case_link SET withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why} WHERE id = ${id}`,
  );
}

/** In the order they were entered, withdrawn ones included. */
export function listOwnLabels(tx: Transaction, caseId: string): Promise<LabelRow[]> {
  return tx.list<LabelRow>(sql`${LABELS} WHERE r.case_id = ${caseId} ORDER BY r.position`);
}

export function findOwnLabel(tx: Transaction, caseId: string, id: string): Promise<LabelRow | undefined> {
  return tx.find<LabelRow>(sql`${LABELS} WHERE r.case_id = ${caseId} AND r.id = ${id}`);
}

export async function insertOwnLabel(tx: Transaction, row: LabelColumns & Entered): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_label (id, case_id, agency_id, chain, address, text, mark, source, added_at, added_by)
    VALUES (${row.id}, ${row.caseId}, ${row.agency}, ${row.chain}, ${row.address}, ${row.text}, ${row.mark}, ${row.source},
            ${row.at}, ${row.by})`);
}

export async function withdrawOwnLabel(tx: Transaction, id: string, { by, why, at }: Withdrawal): Promise<void> {
  await tx.run(
    sql`UPDATE case_label SET withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why} WHERE id = ${id}`,
  );
}

export interface PinnedAddressRow {
  /** Number of the pinned result. */
  readonly number: number;
  readonly chain: string;
  readonly address: string;
}

/** Addresses that are pinned in the case, each with the first result about it. */
export function listPinnedAddresses(tx: Transaction, caseId: string, limit: number): Promise<PinnedAddressRow[]> {
  return tx.list<PinnedAddressRow>(sql`
    SELECT min(number) AS number, input #>> '{params,chain}' AS chain, title AS address FROM case_item
    WHERE case_id = ${caseId} AND kind = 'address' AND withdrawn_at IS NULL AND input #>> '{params,chain}' IS NOT NULL
    GROUP BY 2, 3 ORDER BY 1 LIMIT ${limit}`);
}
