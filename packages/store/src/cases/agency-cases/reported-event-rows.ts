import type { KnowledgeMark } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** What people write of an event. Times are seconds since 1970, UTC. */
export interface ReportedContent {
  readonly title: string;
  readonly text: string;
  /** Null where nobody knows when. */
  readonly starts: number | null;
  /** Null for a moment. */
  readonly ends: number | null;
  readonly isEstimated: boolean;
  readonly mark: KnowledgeMark;
  readonly source: string;
}

export interface ReportedEventRow extends ReportedContent {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

const FORMER = 'Former account';
const SELECT = sql`
  SELECT e.id, e.number, e.title, e.text, e.starts, e.ends, e.is_estimated AS "isEstimated", e.mark, e.source, e.version,
         e.changed_at AS "changedAt", coalesce(a.name, ${FORMER}) AS "changedBy", e.withdrawn_at AS "withdrawnAt",
         w.name AS "withdrawnBy", e.withdrawn_why AS "withdrawnWhy"
  FROM case_reported_event e LEFT JOIN account a ON a.id = e.changed_by LEFT JOIN account w ON w.id = e.withdrawn_by`;

export function findReportedEvent(
  tx: Transaction,
  caseId: string,
  event: string,
): Promise<ReportedEventRow | undefined> {
  return tx.find<ReportedEventRow>(sql`${SELECT} WHERE e.case_id = ${caseId} AND e.id = ${event}`);
}

/** Events without a time, in the order they were entered. */
export function listUndatedEvents(tx: Transaction, caseId: string, limit: number): Promise<ReportedEventRow[]> {
  return tx.list<ReportedEventRow>(sql`${SELECT} WHERE e.case_id = ${caseId} AND e.starts IS NULL AND e.withdrawn_at IS NULL
    ORDER BY e.number LIMIT ${limit}`);
}

/** Withdrawn events, the last withdrawn first. */
export function listWithdrawnEvents(tx: Transaction, caseId: string, limit: number): Promise<ReportedEventRow[]> {
  return tx.list<ReportedEventRow>(sql`${SELECT} WHERE e.case_id = ${caseId} AND e.withdrawn_at IS NOT NULL
    ORDER BY e.withdrawn_at DESC, e.number LIMIT ${limit}`);
}

export interface ReportedWrite extends ReportedContent {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

/** The number is taken while the case is locked. */
export async function insertReportedEvent(tx: Transaction, event: ReportedWrite): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_reported_event (id, case_id, agency_id, number, title, text, starts, ends, is_estimated, mark, source,
                                     created_at, created_by, changed_at, changed_by)
    SELECT ${event.id}, ${event.caseId}, ${event.agency}, coalesce(max(number), 0) + 1, ${event.title}, ${event.text},
           ${event.starts}::bigint, ${event.ends}::bigint, ${event.isEstimated}::boolean, ${event.mark}, ${event.source},
           ${event.at}::timestamptz, ${event.by}::uuid, ${event.at}::timestamptz, ${event.by}::uuid
    FROM case_reported_event WHERE case_id = ${event.caseId}`);
}

/** False where the event is another version by now, or withdrawn. */
export async function updateReportedEvent(tx: Transaction, event: ReportedWrite, version: number): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_reported_event SET title = ${event.title}, text = ${event.text}, starts = ${event.starts}, ends = ${event.ends},
      is_estimated = ${event.isEstimated}, mark = ${event.mark}, source = ${event.source}, version = version + 1,
      changed_at = ${event.at}, changed_by = ${event.by}
    WHERE case_id = ${event.caseId} AND id = ${event.id} AND version = ${version} AND withdrawn_at IS NULL`);
  return count === 1;
}

/** False where it was withdrawn before. */
export async function withdrawReportedEvent(
  tx: Transaction,
  { caseId, event, by, why, at }: Readonly<Record<'caseId' | 'event' | 'by' | 'why', string>> & { readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_reported_event SET withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why}, version = version + 1
    WHERE case_id = ${caseId} AND id = ${event} AND withdrawn_at IS NULL`);
  return count === 1;
}
