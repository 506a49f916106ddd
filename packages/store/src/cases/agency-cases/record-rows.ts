import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';
import type { PackagedFile } from './package-rows.ts';

/** The signed record of a closed case. */
export interface RecordRow {
  readonly id: string;
  readonly number: number;
  readonly why: string;
  readonly root: string;
  readonly size: number;
  readonly leaves: number;
  readonly files: readonly PackagedFile[];
  /** Accounts of its people, in its order. */
  readonly people: readonly string[];
  readonly madeAt: Date;
  readonly madeBy: string;
  readonly reopenedAt: Date | null;
  readonly reopenedBy: string | null;
  readonly reopenedWhy: string | null;
}

const FORMER = 'Former account';
const SELECT = sql`
  SELECT f.id, f.number, f.why, f.root, f.size, f.leaves, f.files, f.people, f.made_at AS "madeAt", coalesce(m.name, ${FORMER}) AS "madeBy",
         f.reopened_at AS "reopenedAt", r.name AS "reopenedBy", f.reopened_why AS "reopenedWhy"
  FROM case_record f LEFT JOIN account m ON m.id = f.made_by LEFT JOIN account r ON r.id = f.reopened_by`;

/** The last first. */
export function listRecords(tx: Transaction, caseId: string, limit: number): Promise<RecordRow[]> {
  return tx.list<RecordRow>(sql`${SELECT} WHERE f.case_id = ${caseId} ORDER BY f.number DESC LIMIT ${limit}`);
}

export function findRecord(tx: Transaction, caseId: string, id: string): Promise<RecordRow | undefined> {
  return tx.find<RecordRow>(sql`${SELECT} WHERE f.case_id = ${caseId} AND f.id = ${id}`);
}

/** The signed file, compressed and encrypted. */
export async function findRecordContent(tx: Transaction, id: string): Promise<Buffer | undefined> {
  return (await tx.find<{ content: Buffer }>(sql`SELECT content FROM case_record WHERE id = ${id}`))?.content;
}

export async function nextRecordNumber(tx: Transaction, caseId: string): Promise<number> {
  const row = await tx.find<{ number: number }>(
    sql`SELECT coalesce(max(number), 0) + 1 AS number FROM case_record WHERE case_id = ${caseId}`,
  );
  return row?.number ?? 1;
}

export interface NewRecord
  extends Pick<RecordRow, 'id' | 'number' | 'why' | 'root' | 'size' | 'leaves' | 'files' | 'people'> {
  readonly caseId: string;
  readonly agency: string;
  readonly content: Buffer;
  readonly by: string;
  readonly at: Date;
}

/** Keeps a record and puts it in force: from then on the case is as it was signed. */
export async function insertRecord(tx: Transaction, given: NewRecord): Promise<void> {
  const { id, caseId, agency, number, why, root, content, size, leaves, files, people, by, at } = given;
  await tx.run(sql`
    INSERT INTO case_record (id, case_id, agency_id, number, why, root, content, size, leaves, files, people, made_at,
                             made_by)
    VALUES (${id}, ${caseId}, ${agency}, ${number}, ${why}, ${root}, ${content}, ${size}, ${leaves}, ${JSON.stringify(files)}, ${people},
            ${at}, ${by})`);
  await tx.run(sql`UPDATE agency_case SET record_number = ${number} WHERE id = ${caseId}`);
}

/** Takes the record of a case out of force; false where none is. */
export async function reopenRecord(
  tx: Transaction,
  caseId: string,
  { number, by, why, at }: { readonly number: number; readonly by: string; readonly why: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_record SET reopened_at = ${at}, reopened_by = ${by}, reopened_why = ${why}
    WHERE case_id = ${caseId} AND number = ${number} AND reopened_at IS NULL`);
  await tx.run(sql`UPDATE agency_case SET record_number = NULL WHERE id = ${caseId} AND record_number = ${number}`);
  return count === 1;
}

/** Texts of notes that wait for their writer to decide. */
export async function countWaitingTexts(tx: Transaction, caseId: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM case_note_version WHERE case_id = ${caseId} AND number IS NULL AND settled_at IS NULL`,
  );
  return count;
}

/** Birth dates and documents as they are stored, by the number of their person. */
export function listPersonal(
  tx: Transaction,
  caseId: string,
): Promise<{ id: string; person: string; personal: Buffer }[]> {
  return tx.list(sql`
    SELECT id, letter || '-' || number AS person, personal FROM case_person
    WHERE case_id = ${caseId} AND personal IS NOT NULL ORDER BY letter, number`);
}

/** A version of a report as a record names it: its own hashes, and those of its files. */
export interface RecordedReport {
  readonly title: string;
  readonly number: number;
  readonly state: string;
  readonly coreDigest: string;
  readonly files: Readonly<Record<string, string>>;
}

export function listRecordedReports(tx: Transaction, caseId: string): Promise<RecordedReport[]> {
  return tx.list<RecordedReport>(sql`
    SELECT r.title, v.number, v.state, v.core_digest AS "coreDigest",
           coalesce((SELECT jsonb_object_agg(x.name, x.sha256) FROM case_report_file x
                     WHERE x.report_id = v.report_id AND x.number = v.number), '{}') AS files
    FROM case_report_version v JOIN case_report r ON r.id = v.report_id
    WHERE v.case_id = ${caseId} ORDER BY r.created_at, r.title, v.core_digest, v.number`);
}
