import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export type Sensitivity = 'open' | 'restricted' | 'silent';
export type Grade = 'exact' | 'cluster' | 'hop';

export interface InterestRow {
  readonly id: string;
  readonly agency: string;
  readonly caseId: string;
  readonly caseNumber: string;
  readonly caseTitle: string;
  readonly number: string;
  readonly accountId: string;
  readonly officer: string;
  readonly legalBasis: string;
  readonly predicate: string;
  readonly suspicion: Buffer;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly sensitivity: Sensitivity;
  readonly radius: 'exact' | 'cluster' | 'hops';
  readonly hops: number;
  readonly identifiers: Buffer;
  readonly identifierCount: number;
  readonly contact: string;
  /** `YYYY-MM-DD`. */
  readonly reviewOn: string;
  readonly filedAt: Date;
  readonly closedAt: Date | null;
}

const SELECT = sql`
  SELECT i.id, i.agency_id AS agency, i.case_id AS "caseId", c.number AS "caseNumber", c.title AS "caseTitle", i.number,
         i.account_id AS "accountId", coalesce(a.name, 'Former account') AS officer, i.legal_basis AS "legalBasis", i.predicate,
         i.suspicion, i.confidence, i.sensitivity, i.radius, i.hops, i.identifiers, i.identifier_count AS "identifierCount",
         i.contact, to_char(i.review_on, 'YYYY-MM-DD') AS "reviewOn", i.filed_at AS "filedAt", i.closed_at AS "closedAt"
  FROM interest i JOIN agency_case c ON c.id = i.case_id LEFT JOIN account a ON a.id = i.account_id`;

export interface NewInterest extends Omit<InterestRow, 'caseNumber' | 'caseTitle' | 'officer' | 'closedAt'> {}

export async function insertInterest(tx: Transaction, row: NewInterest): Promise<void> {
  await tx.run(sql`
    INSERT INTO interest (id, agency_id, case_id, number, account_id, legal_basis, predicate, suspicion, confidence, sensitivity,
      radius, hops, identifiers, identifier_count, contact, review_on, filed_at)
    VALUES (${row.id}, ${row.agency}, ${row.caseId}, ${row.number}, ${row.accountId}, ${row.legalBasis}, ${row.predicate},
      ${row.suspicion}, ${row.confidence}, ${row.sensitivity}, ${row.radius}, ${row.hops}, ${row.identifiers},
      ${row.identifierCount}, ${row.contact}, ${row.reviewOn}, ${row.filedAt})`);
}

/** Interests of the cases that the reader may see, the last filed first. */
export function listInterests(tx: Transaction, limit: number): Promise<InterestRow[]> {
  return tx.list<InterestRow>(sql`${SELECT} ORDER BY i.filed_at DESC, i.id LIMIT ${limit}`);
}

export function findInterest(tx: Transaction, id: string): Promise<InterestRow | undefined> {
  return tx.find<InterestRow>(sql`${SELECT} WHERE i.id = ${id}`);
}

export async function hasInterestNumber(tx: Transaction, agency: string, number: string): Promise<boolean> {
  const found = await tx.find(sql`SELECT 1 FROM interest WHERE agency_id = ${agency} AND number = ${number}`);
  return found !== undefined;
}

/** Interests in force, the oldest first. Needs the system's scope. */
export async function listLiveInterests(tx: Transaction, today: string): Promise<string[]> {
  const rows = await tx.list<{ id: string }>(sql`
    SELECT id FROM interest WHERE closed_at IS NULL AND review_on >= ${today}::date ORDER BY filed_at, id`);
  return rows.map(({ id }) => id);
}

export async function closeInterest(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE interest SET closed_at = ${at} WHERE id = ${id} AND closed_at IS NULL`);
}

export async function reviewInterest(tx: Transaction, id: string, reviewOn: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE interest SET review_on = ${reviewOn}, reviewed_at = ${at} WHERE id = ${id}`);
}

/** Identifiers filed since a time, by the case and by the agency. */
export async function countFiled(
  tx: Transaction,
  { caseId, agency }: { readonly caseId: string; readonly agency: string },
  since: Date,
): Promise<{ readonly ofCase: number; readonly ofAgency: number }> {
  const row = await tx.find<{ ofCase: number; ofAgency: number }>(sql`
    SELECT coalesce(sum(identifier_count) FILTER (WHERE case_id = ${caseId}), 0)::integer AS "ofCase",
           coalesce(sum(identifier_count), 0)::integer AS "ofAgency"
    FROM interest WHERE agency_id = ${agency} AND filed_at > ${since}`);
  return row ?? { ofCase: 0, ofAgency: 0 };
}

/** Which of these a case names. */
export async function listNamedKeys(tx: Transaction, caseId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.list<{ key: string }>(
    sql`SELECT DISTINCT key FROM case_identifier WHERE case_id = ${caseId} AND key = ANY (${[...keys]}::text[])`,
  );
  return new Set(rows.map(({ key }) => key));
}

export interface InterestTag {
  readonly tag: Buffer;
  readonly grade: Grade;
}

/** Needs the system's scope, as all that follows. */
export async function insertTags(
  tx: Transaction,
  { id, agency, isSilent }: { readonly id: string; readonly agency: string; readonly isSilent: boolean },
  tags: readonly InterestTag[],
): Promise<void> {
  await tx.run(sql`
    INSERT INTO interest_tag (interest_id, agency_id, tag, grade, is_silent)
    SELECT ${id}, ${agency}, tag, grade, ${isSilent}
    FROM unnest(${tags.map(({ tag }) => tag)}::bytea[], ${tags.map(({ grade }) => grade)}::text[]) AS t (tag, grade)
    ON CONFLICT DO NOTHING`);
}

export async function removeTags(tx: Transaction, interest: string): Promise<void> {
  await tx.run(sql`DELETE FROM interest_tag WHERE interest_id = ${interest}`);
}

export interface Match {
  readonly interest: string;
  readonly agency: string;
  readonly sensitivity: Sensitivity;
  readonly grade: Grade;
  readonly count: number;
}

const RANK = sql`CASE grade WHEN 'exact' THEN 0 WHEN 'cluster' THEN 1 ELSE 2 END`;

/** Interests of other agencies that name the same; each with its strongest grade. Lapsed and closed ones match nothing. */
export function listMatches(
  tx: Transaction,
  { id, agency, today }: { readonly id: string; readonly agency: string; readonly today: string },
  which: 'known' | 'silent',
): Promise<Match[]> {
  return tx.list<Match>(sql`
    SELECT interest, agency, sensitivity, (array_agg(grade ORDER BY ${RANK}))[1] AS grade, count(*)::integer AS count FROM (
      SELECT o.interest_id AS interest, o.agency_id AS agency, i.sensitivity,
             CASE WHEN o.grade = 'exact' THEN t.grade WHEN t.grade = 'exact' THEN o.grade
                  WHEN 'hop' IN (o.grade, t.grade) THEN 'hop' ELSE 'cluster' END AS grade
      FROM interest_tag t JOIN interest_tag o ON o.tag = t.tag AND o.agency_id <> t.agency_id AND o.is_silent = ${which === 'silent'}
      JOIN interest i ON i.id = o.interest_id
      WHERE t.interest_id = ${id} AND i.closed_at IS NULL AND i.review_on >= ${today}::date AND o.agency_id <> ${agency}) met
    GROUP BY interest, agency, sensitivity ORDER BY interest LIMIT 100`);
}

export async function insertRequest(tx: Transaction, interest: string, at: Date): Promise<void> {
  await tx.run(sql`INSERT INTO interest_request (interest_id, at) VALUES (${interest}, ${at}) ON CONFLICT DO NOTHING`);
}

/** Takes requests out of line, the oldest first. */
export async function takeRequests(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.list<{ id: string }>(sql`
    DELETE FROM interest_request WHERE interest_id IN (SELECT interest_id FROM interest_request ORDER BY at LIMIT ${limit})
    RETURNING interest_id AS id`);
  return rows.map(({ id }) => id);
}

export interface ReleaseRow {
  readonly at: Date;
  readonly toWhom: string;
  readonly what: string;
  readonly why: string;
}

export async function insertRelease(
  tx: Transaction,
  { id, caseId, agency }: Pick<InterestRow, 'id' | 'caseId' | 'agency'>,
  { at, toWhom, what, why }: ReleaseRow,
): Promise<void> {
  await tx.run(sql`INSERT INTO interest_release (interest_id, case_id, agency_id, at, to_whom, what, why)
    VALUES (${id}, ${caseId}, ${agency}, ${at}, ${toWhom}, ${what}, ${why})`);
}

export function listReleases(tx: Transaction, interest: string): Promise<ReleaseRow[]> {
  return tx.list<ReleaseRow>(sql`
    SELECT at, to_whom AS "toWhom", what, why FROM interest_release WHERE interest_id = ${interest} ORDER BY id LIMIT 200`);
}
