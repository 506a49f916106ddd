import type { AuditDetails } from '@trailmark/core/audit';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A line of the audit log about a case. */
export interface CaseEventRow {
  readonly id: string;
  readonly at: Date;
  readonly account: string | null;
  /** Name of the account now; null for the server itself. */
  readonly name: string | null;
  readonly action: string;
  readonly outcome: string;
  readonly details: AuditDetails;
  /** Address the request came from; null for work of the server itself. */
  readonly source: string | null;
}

export interface CaseEventFilter {
  /** Later than this. */
  readonly since?: Date | undefined;
  /** Only what changed something. */
  readonly isChange?: boolean | undefined;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
}

const SELECT = sql`
  SELECT e.id, e.at, e.account_id AS account, a.name, e.action, e.outcome, e.body::jsonb -> 'details' AS details,
         e.body::jsonb #>> '{source,address}' AS source
  FROM audit_event e LEFT JOIN account a ON a.id = e.account_id`;

/** Files of a case that were requested, the last first. A line is written before the file is made. */
export function listCaseExports(tx: Transaction, caseId: string, limit: number): Promise<CaseEventRow[]> {
  return tx.list<CaseEventRow>(sql`${SELECT} WHERE e.object_kind = 'case' AND e.object_id = ${caseId}
    AND e.action LIKE 'export.%' AND e.outcome = 'success' ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`);
}

/** The last first. Row-level security shows the log of a case to those who may see the case. */
export function listCaseEvents(
  tx: Transaction,
  caseId: string,
  { since, isChange, after }: CaseEventFilter,
  limit: number,
): Promise<CaseEventRow[]> {
  return tx.list<CaseEventRow>(sql`${SELECT}
    WHERE e.object_kind = 'case' AND e.object_id = ${caseId} AND ${since ? sql`e.at > ${since}` : sql`true`}
      AND ${isChange ? sql`e.action LIKE 'case.%' AND e.outcome = 'success'` : sql`true`}
      AND ${after ? sql`(e.at, e.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`);
}
