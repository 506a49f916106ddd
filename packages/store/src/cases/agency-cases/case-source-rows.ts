import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A source that a case allows, or allowed. */
export interface CaseSourceRow {
  readonly id: string;
  readonly sourceId: string;
  readonly why: string;
  /** Type and number of the authority it was allowed under. */
  readonly authority: string | null;
  readonly allowedAt: Date;
  readonly allowedBy: string;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly endedWhy: string | null;
}

/** Those in force first, then those that were ended, the last first. */
export function listCaseSources(tx: Transaction, caseId: string): Promise<CaseSourceRow[]> {
  return tx.list<CaseSourceRow>(sql`
    SELECT s.id, s.source_id AS "sourceId", s.why, h.type || ' ' || h.number AS authority, s.allowed_at AS "allowedAt",
           coalesce(a.name, 'Former account') AS "allowedBy", s.ended_at AS "endedAt", e.name AS "endedBy",
           s.ended_why AS "endedWhy"
    FROM case_source s LEFT JOIN account a ON a.id = s.allowed_by LEFT JOIN account e ON e.id = s.ended_by
      LEFT JOIN case_authority h ON h.id = s.authority_id
    WHERE s.case_id = ${caseId} ORDER BY s.ended_at DESC NULLS FIRST, s.source_id, s.allowed_at`);
}

export async function isSourceAllowed(tx: Transaction, caseId: string, source: string): Promise<boolean> {
  const row = await tx.find(
    sql`SELECT id FROM case_source WHERE case_id = ${caseId} AND source_id = ${source} AND ended_at IS NULL`,
  );
  return row !== undefined;
}

export interface NewCaseSource {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly source: string;
  readonly why: string;
  readonly authorityId: string | null;
  readonly at: Date;
  readonly by: string;
}

export async function insertCaseSource(tx: Transaction, row: NewCaseSource): Promise<void> {
  const { id, caseId, agency, source, why, authorityId, at, by } = row;
  await tx.run(sql`
    INSERT INTO case_source (id, case_id, agency_id, source_id, why, authority_id, allowed_at, allowed_by)
    VALUES (${id}, ${caseId}, ${agency}, ${source}, ${why}, ${authorityId}, ${at}, ${by})`);
}

/** False where the case does not allow the source. */
export async function endCaseSource(
  tx: Transaction,
  { caseId, source, by, why, at }: Pick<NewCaseSource, 'caseId' | 'source' | 'by' | 'why' | 'at'>,
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_source SET ended_at = ${at}, ended_by = ${by}, ended_why = ${why}
    WHERE case_id = ${caseId} AND source_id = ${source} AND ended_at IS NULL`);
  return count === 1;
}
