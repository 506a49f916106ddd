import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** Events of the audit log that were answered, by their kind. */
export interface UsageCounts {
  readonly lookUps: number;
  readonly views: number;
  readonly exports: number;
}

function countKind(prefix: string): Sql {
  return sql`count(*) FILTER (WHERE e.action LIKE ${`${prefix}.%`})`;
}

const COUNTS = sql`${countKind('look-up')} AS "lookUps", ${countKind('view')} AS views, ${countKind('export')} AS exports`;

/** What one account used since a time. */
export async function countUsage(tx: Transaction, account: string, since: Date): Promise<UsageCounts> {
  const row = await tx.find<UsageCounts>(sql`
    SELECT ${COUNTS} FROM audit_event e WHERE e.account_id = ${account} AND e.at >= ${since} AND e.outcome = 'success'`);
  return row ?? { lookUps: 0, views: 0, exports: 0 };
}

export interface AccountUsageRow extends UsageCounts {
  readonly account: string;
  readonly name: string;
  readonly email: string;
  readonly agency: string;
  readonly status: string;
  /** The last event of the span; null without one. */
  readonly lastAt: Date | null;
}

/** What the people of an agency used since a time, or of all agencies. Needs a scope that reads the whole log. */
export function listUsage(tx: Transaction, agency: string | undefined, since: Date): Promise<AccountUsageRow[]> {
  const whose = agency === undefined ? sql`true` : sql`a.agency_id = ${agency}`;
  return tx.list<AccountUsageRow>(sql`
    SELECT a.id AS account, a.name, a.email, g.name AS agency, a.status, ${COUNTS}, max(e.at) AS "lastAt"
    FROM account a JOIN agency g ON g.id = a.agency_id
    LEFT JOIN audit_event e ON e.account_id = a.id AND e.at >= ${since} AND e.outcome = 'success'
    WHERE ${whose} AND a.status IN ('active', 'suspended', 'inactive')
    GROUP BY a.id, g.name ORDER BY g.name, a.name, a.id LIMIT 1000`);
}

export interface SeatRow {
  readonly name: string;
  readonly seats: number | null;
  readonly seatsUsed: number;
  readonly awaitingApproval: number;
}

/** An agency with the accounts that may sign in and those that wait for approval. */
export function findSeats(tx: Transaction, agency: string): Promise<SeatRow | undefined> {
  return tx.find<SeatRow>(sql`
    SELECT g.name, g.seats, count(a.id) FILTER (WHERE a.status = 'active') AS "seatsUsed",
           count(a.id) FILTER (WHERE a.status = 'awaiting-approval') AS "awaitingApproval"
    FROM agency g LEFT JOIN account a ON a.agency_id = g.id WHERE g.id = ${agency} GROUP BY g.id`);
}
