import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** Everything in a case that can be due: day, what, the tab it is on, who does it. One line per kind of thing. */
const DUE_SOURCES: readonly ((id: string) => Sql)[] = [
  (id) => sql`SELECT deadline AS day, 'Deadline of the case' AS what, 'overview' AS tab, NULL::text AS who
    FROM agency_case WHERE id = ${id} AND status <> 'closed' AND deadline IS NOT NULL`,
  (id) => sql`SELECT next_on, CASE WHEN next = '' THEN place ELSE next END, 'overview', NULL FROM case_money
    WHERE case_id = ${id} AND next_on IS NOT NULL`,
  (id) => sql`SELECT t.due_on, t.title, 'tasks', a.name FROM case_task t LEFT JOIN account a ON a.id = t.assignee_id
    WHERE t.case_id = ${id} AND t.state = 'open' AND t.due_on IS NOT NULL`,
  // One that lapsed stays due until it is extended or ended.
  (id) => sql`SELECT to_day, 'Authority ' || number || ' ends', 'overview', NULL FROM case_authority
    WHERE case_id = ${id} AND ended_at IS NULL AND to_day IS NOT NULL`,
  (id) => sql`SELECT e.due_on, 'Review of an emergency access', 'overview', a.name FROM case_emergency e
    LEFT JOIN account a ON a.id = e.account_id WHERE e.case_id = ${id} AND e.outcome IS NULL`,
  (id) => sql`SELECT due_on, 'Answer to R-' || number || ', ' || recipient, 'requests', NULL FROM case_request
    WHERE case_id = ${id} AND due_on IS NOT NULL AND state IN ('drafted', 'approved', 'sent', 'acknowledged')`,
  (id) => sql`SELECT remind_on, 'Reminder of R-' || number || ', ' || recipient, 'requests', NULL FROM case_request
    WHERE case_id = ${id} AND remind_on IS NOT NULL AND state IN ('drafted', 'approved', 'sent', 'acknowledged')`,
];

function dueOf(id: string): Sql {
  const [first, ...others] = DUE_SOURCES.map((source) => source(id));
  return others.reduce((joined, other) => sql`${joined} UNION ALL ${other}`, first ?? sql``);
}

export interface DueRow {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly what: string;
  readonly tab: string;
  readonly who: string | null;
}

/** What is due in a case, the earliest first. */
export function listDue(tx: Transaction, id: string, limit: number): Promise<DueRow[]> {
  return tx.list<DueRow>(sql`SELECT to_char(day, 'YYYY-MM-DD') AS day, what, tab, who FROM (${dueOf(id)}) AS due
    ORDER BY due.day, what LIMIT ${limit}`);
}

/** Keeps the earliest in the row of the case, for lists. Call it after every change of something that can be due. */
export async function refreshNextDue(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`
    UPDATE agency_case c SET next_due_on = d.day, next_due_what = left(d.what, 200)
    FROM (SELECT NULL) AS one LEFT JOIN (SELECT day, what FROM (${dueOf(id)}) AS due ORDER BY day, what LIMIT 1) AS d ON true
    WHERE c.id = ${id}`);
}
