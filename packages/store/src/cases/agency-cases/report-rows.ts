import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** An enhanced report with its draft. */
export interface ReportRow {
  readonly id: string;
  readonly caseId: string;
  readonly caseNumber: string;
  readonly caseTitle: string;
  readonly title: string;
  readonly draft: unknown;
  readonly version: number;
  readonly lastNumber: number;
  /** State of the last version; null before the first. */
  readonly state: 'review' | 'signed' | 'returned' | null;
  readonly changedAt: Date;
  readonly changedBy: string;
}

const SELECT = sql`SELECT r.id, r.case_id AS "caseId", c.number AS "caseNumber", c.title AS "caseTitle", r.title, r.draft, r.version,
  r.last_number AS "lastNumber", r.changed_at AS "changedAt", coalesce(a.name, 'Former account') AS "changedBy",
  (SELECT v.state FROM case_report_version v WHERE v.report_id = r.id AND v.number = r.last_number) AS state
  FROM case_report r JOIN agency_case c ON c.id = r.case_id LEFT JOIN account a ON a.id = r.changed_by`;

/** Reports of a case, or of every case that the reader sees; the last changed first. */
export function listReports(tx: Transaction, caseId: string | undefined, limit: number): Promise<ReportRow[]> {
  return tx.list<ReportRow>(sql`${SELECT} WHERE ${caseId === undefined ? sql`true` : sql`r.case_id = ${caseId}`}
    ORDER BY r.changed_at DESC, r.id LIMIT ${limit}`);
}

export function findReport(tx: Transaction, caseId: string, report: string): Promise<ReportRow | undefined> {
  return tx.find<ReportRow>(sql`${SELECT} WHERE r.case_id = ${caseId} AND r.id = ${report}`);
}

export interface NewReport {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly title: string;
  readonly draft: unknown;
  readonly by: string;
  readonly at: Date;
}

export async function insertReport(
  tx: Transaction,
  { id, caseId, agency, title, draft, by, at }: NewReport,
): Promise<void> {
  await tx.run(sql`INSERT INTO case_report (id, case_id, agency_id, title, draft, created_at, created_by, changed_at, changed_by)
    VALUES (${id}, ${caseId}, ${agency}, ${title}, ${JSON.stringify(draft)}, ${at}, ${by}, ${at}, ${by})`);
}

/** Saves a draft over the version it was made from. False where somebody saved another in the meantime. */
export async function updateReportDraft(
  tx: Transaction,
  { id, title, draft, by, at }: Pick<NewReport, 'id' | 'title' | 'draft' | 'by' | 'at'>,
  from: number,
): Promise<boolean> {
  const count =
    await tx.run(sql`UPDATE case_report SET title = ${title}, draft = ${JSON.stringify(draft)}, version = version + 1,
    changed_at = ${at}, changed_by = ${by} WHERE id = ${id} AND version = ${from}`);
  return count === 1;
}

export interface ReportVersionRow {
  readonly number: number;
  readonly state: 'review' | 'signed' | 'returned';
  readonly draft: unknown;
  readonly coreDigest: string;
  readonly claims: number;
  readonly madeAt: Date;
  readonly madeBy: string;
  readonly makerId: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly why: string | null;
}

/** Versions of a report, the last first. */
export function listReportVersions(tx: Transaction, report: string): Promise<ReportVersionRow[]> {
  return tx.list<ReportVersionRow>(sql`SELECT v.number, v.state, v.draft, v.core_digest AS "coreDigest", v.claims, v.made_at AS "madeAt",
    coalesce(m.name, 'Former account') AS "madeBy", v.made_by AS "makerId", v.decided_at AS "decidedAt", d.name AS "decidedBy", v.why
    FROM case_report_version v LEFT JOIN account m ON m.id = v.made_by LEFT JOIN account d ON d.id = v.decided_by
    WHERE v.report_id = ${report} ORDER BY v.number DESC`);
}

export interface NewReportVersion {
  readonly report: string;
  readonly caseId: string;
  readonly agency: string;
  readonly number: number;
  readonly draft: unknown;
  readonly coreDigest: string;
  readonly claims: number;
  readonly by: string;
  readonly at: Date;
}

export async function insertReportVersion(tx: Transaction, row: NewReportVersion): Promise<void> {
  const { report, caseId, agency, number, draft, coreDigest, claims, by, at } = row;
  await tx.run(
    sql`UPDATE case_report SET last_number = ${number}, changed_at = ${at}, changed_by = ${by} WHERE id = ${report}`,
  );
  await tx.run(sql`INSERT INTO case_report_version (report_id, case_id, agency_id, number, draft, core_digest, claims, made_at, made_by)
    VALUES (${report}, ${caseId}, ${agency}, ${number}, ${JSON.stringify(draft)}, ${coreDigest}, ${claims}, ${at}, ${by})`);
}

export interface ReportDecision {
  readonly state: 'signed' | 'returned';
  readonly by: string;
  readonly at: Date;
  readonly why: string | null;
}

/** Decides a version that waits. False where it does not. */
export async function decideReportVersion(
  tx: Transaction,
  { report, number }: { readonly report: string; readonly number: number },
  { state, by, at, why }: ReportDecision,
): Promise<boolean> {
  const count =
    await tx.run(sql`UPDATE case_report_version SET state = ${state}, decided_at = ${at}, decided_by = ${by}, why = ${why}
    WHERE report_id = ${report} AND number = ${number} AND state = 'review'`);
  return count === 1;
}

export interface ReportFileRow {
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

export function listReportFiles(tx: Transaction, report: string, number: number): Promise<ReportFileRow[]> {
  return tx.list<ReportFileRow>(sql`SELECT name, sha256, size FROM case_report_file
    WHERE report_id = ${report} AND number = ${number} ORDER BY name`);
}

/** The encrypted content of a file; undefined without such a one. */
export async function findReportFile(
  tx: Transaction,
  { report, number, name }: { readonly report: string; readonly number: number; readonly name: string },
): Promise<(ReportFileRow & { readonly content: Buffer }) | undefined> {
  return tx.find(sql`SELECT name, sha256, size, content FROM case_report_file
    WHERE report_id = ${report} AND number = ${number} AND name = ${name}`);
}

export async function insertReportFile(
  tx: Transaction,
  file: ReportFileRow & {
    readonly report: string;
    readonly number: number;
    readonly caseId: string;
    readonly agency: string;
    readonly content: Buffer;
  },
): Promise<void> {
  const { report, number, caseId, agency, name, sha256, size, content } = file;
  await tx.run(sql`INSERT INTO case_report_file (report_id, number, case_id, agency_id, name, sha256, size, content)
    VALUES (${report}, ${number}, ${caseId}, ${agency}, ${name}, ${sha256}, ${size}, ${content})`);
}

export async function removeReportFile(
  tx: Transaction,
  { report, number, name }: { readonly report: string; readonly number: number; readonly name: string },
): Promise<void> {
  await tx.run(sql`DELETE FROM case_report_file WHERE report_id = ${report} AND number = ${number} AND name = ${name}`);
}
