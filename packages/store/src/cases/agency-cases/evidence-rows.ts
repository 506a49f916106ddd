import type { EvidenceState } from '@trailmark/core/custody';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** A file of evidence, without its bytes. */
export interface EvidenceRow {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly number: number;
  /** As it was sent, byte for byte. */
  readonly name: Buffer;
  readonly size: number;
  readonly state: EvidenceState;
  readonly arrived: number;
  readonly arrivedAt: Date;
  readonly kind: string | null;
  readonly clientHash: string | null;
  readonly arrivalHash: string | null;
  readonly checkedHash: string | null;
  readonly checkedAt: Date | null;
  readonly finding: string | null;
  readonly address: string | null;
  readonly description: string;
  readonly source: string;
  readonly acquiredAt: Date | null;
  readonly acquiredBy: string;
  readonly acquiredWhere: string;
  readonly version: number;
  readonly addedAt: Date;
  readonly addedById: string;
  readonly addedBy: string;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
  readonly custodyCount: number;
  readonly custodyHead: string | null;
  readonly salt: Buffer;
}

const SELECT = sql`
  SELECT e.id, e.case_id AS "caseId", e.agency_id AS agency, e.number, e.name, e.size, e.state, e.arrived,
         e.arrived_at AS "arrivedAt", e.kind, e.client_hash AS "clientHash", e.arrival_hash AS "arrivalHash",
         e.checked_hash AS "checkedHash", e.checked_at AS "checkedAt", e.finding, e.address, e.description, e.source,
         e.acquired_at AS "acquiredAt", e.acquired_by AS "acquiredBy", e.acquired_where AS "acquiredWhere", e.version,
         e.added_at AS "addedAt", e.added_by AS "addedById", coalesce(a.name, 'Former account') AS "addedBy",
         e.withdrawn_at AS "withdrawnAt", w.name AS "withdrawnBy", e.withdrawn_why AS "withdrawnWhy",
         e.custody_count AS "custodyCount", e.custody_head AS "custodyHead", e.salt
  FROM case_evidence e LEFT JOIN account a ON a.id = e.added_by LEFT JOIN account w ON w.id = e.withdrawn_by`;

export interface NewEvidence {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly name: Buffer;
  readonly size: number;
  readonly salt: Buffer;
  readonly at: Date;
  readonly by: string;
}

/** Begins a file of evidence under the next number of its case. The case has to be locked. */
export async function insertEvidence(tx: Transaction, given: NewEvidence): Promise<void> {
  const { id, caseId, agency, name, size, salt, at, by } = given;
  await tx.run(sql`
    INSERT INTO case_evidence (id, case_id, agency_id, number, name, size, arrived_at, added_at, added_by, salt)
    VALUES (${id}, ${caseId}, ${agency}, (SELECT coalesce(max(number), 0) + 1 FROM case_evidence WHERE case_id = ${caseId}),
            ${name}, ${size}, ${at}, ${at}, ${by}, ${salt})`);
}

/** A page of the evidence of a case, by number. */
export function listEvidence(tx: Transaction, caseId: string, after: number, limit: number): Promise<EvidenceRow[]> {
  return tx.list<EvidenceRow>(
    sql`${SELECT} WHERE e.case_id = ${caseId} AND e.number > ${after} ORDER BY e.number LIMIT ${limit}`,
  );
}

function findWhere(tx: Transaction, condition: Sql): Promise<EvidenceRow | undefined> {
  return tx.find<EvidenceRow>(sql`${SELECT} WHERE ${condition}`);
}

export function findEvidence(tx: Transaction, caseId: string, id: string): Promise<EvidenceRow | undefined> {
  return findWhere(tx, sql`e.case_id = ${caseId} AND e.id = ${id}`);
}

/** The row, and nobody else changes it until the transaction ends. */
export function lockEvidence(tx: Transaction, caseId: string, id: string): Promise<EvidenceRow | undefined> {
  return findWhere(tx, sql`e.case_id = ${caseId} AND e.id = ${id} FOR UPDATE OF e`);
}

/** Content that a case has more than once, and under which numbers. */
export function listSameContent(
  tx: Transaction,
  caseId: string,
): Promise<{ readonly address: string; readonly numbers: readonly number[] }[]> {
  return tx.list(sql`
    SELECT address, array_agg(number ORDER BY number) AS numbers FROM case_evidence
    WHERE case_id = ${caseId} AND address IS NOT NULL GROUP BY address HAVING count(*) > 1`);
}

export interface EvidenceCounts {
  /** Files that are here, damaged ones among them. */
  readonly stored: number;
  readonly arriving: number;
  readonly own: number;
}

/** How many files a case has, and how many uploads one person has under way in it. */
export async function countEvidence(tx: Transaction, caseId: string, account: string): Promise<EvidenceCounts> {
  const row = await tx.find<EvidenceCounts>(sql`
    SELECT count(*) FILTER (WHERE state IN ('good', 'damaged')) AS stored, count(*) FILTER (WHERE state = 'arriving') AS arriving,
           count(*) FILTER (WHERE state = 'arriving' AND added_by = ${account}) AS own
    FROM case_evidence WHERE case_id = ${caseId}`);
  return row ?? { stored: 0, arriving: 0, own: 0 };
}

/** Files stored in a case, for the count in the tab. */
export async function countStoredEvidence(tx: Transaction, caseId: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM case_evidence WHERE case_id = ${caseId} AND state IN ('good', 'damaged')`,
  );
  return count;
}

/** Moves an upload on. False where its status is not `from`, or is no upload any more. */
export async function moveEvidence(
  tx: Transaction,
  id: string,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_evidence SET arrived = ${to}, arrived_at = ${at} WHERE id = ${id} AND state = 'arriving' AND arrived = ${from}`);
  return count === 1;
}

export interface Arrival {
  readonly state: 'good' | 'damaged';
  readonly kind: string | null;
  readonly clientHash: string;
  readonly arrivalHash: string | null;
  readonly address: string | null;
  readonly finding: string | null;
  readonly at: Date;
}

/** Ends an upload. False where it has ended before. */
export async function endArrival(tx: Transaction, id: string, arrival: Arrival): Promise<boolean> {
  const { state, kind, clientHash, arrivalHash, address, finding, at } = arrival;
  const count = await tx.run(sql`
    UPDATE case_evidence SET state = ${state}, kind = ${kind}, client_hash = ${clientHash}, arrival_hash = ${arrivalHash},
           checked_hash = ${arrivalHash}, checked_at = ${at}, address = ${address}, finding = ${finding}
    WHERE id = ${id} AND state = 'arriving'`);
  return count === 1;
}

export interface EvidenceCheck {
  readonly state: 'good' | 'damaged';
  readonly hash: string | null;
  readonly finding: string | null;
  readonly at: Date;
}

/** Keeps what a check found. What was withdrawn stays withdrawn. */
export async function updateEvidenceChecked(tx: Transaction, id: string, check: EvidenceCheck): Promise<void> {
  const { state, hash, finding, at } = check;
  await tx.run(sql`
    UPDATE case_evidence SET checked_hash = ${hash}, checked_at = ${at}, finding = ${finding},
           state = CASE WHEN state = 'withdrawn' THEN state ELSE ${state} END
    WHERE id = ${id}`);
}

export interface EvidenceWords {
  readonly description: string;
  readonly source: string;
  readonly acquiredAt: Date | null;
  readonly acquiredBy: string;
  readonly acquiredWhere: string;
}

export async function updateEvidenceWords(tx: Transaction, id: string, words: EvidenceWords): Promise<void> {
  const { description, source, acquiredAt, acquiredBy, acquiredWhere } = words;
  await tx.run(sql`
    UPDATE case_evidence SET description = ${description}, source = ${source}, acquired_at = ${acquiredAt},
           acquired_by = ${acquiredBy}, acquired_where = ${acquiredWhere}, version = version + 1
    WHERE id = ${id}`);
}

/** Takes a file, or an upload, out of what the case rests on. False where that was done before. */
export async function withdrawEvidence(
  tx: Transaction,
  id: string,
  { by, why, at }: { readonly by: string | null; readonly why: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_evidence SET state = 'withdrawn', withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why}
    WHERE id = ${id} AND state <> 'withdrawn'`);
  return count === 1;
}

export interface EvidencePlace {
  readonly id: string;
  readonly caseId: string;
}

/** Stored files whose last check is before a time, the oldest first. */
export function listUnchecked(tx: Transaction, before: Date, limit: number): Promise<EvidencePlace[]> {
  return tx.list<EvidencePlace>(sql`
    SELECT id, case_id AS "caseId" FROM case_evidence
    WHERE state IN ('good', 'damaged') AND address IS NOT NULL AND checked_at < ${before} ORDER BY checked_at, id LIMIT ${limit}`);
}

/** Uploads of which nothing has come since a time. */
export function listAbandoned(tx: Transaction, before: Date, limit: number): Promise<EvidencePlace[]> {
  return tx.list<EvidencePlace>(sql`
    SELECT id, case_id AS "caseId" FROM case_evidence
    WHERE state = 'arriving' AND arrived_at < ${before} ORDER BY arrived_at, id LIMIT ${limit}`);
}
