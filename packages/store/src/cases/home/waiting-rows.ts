import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** Something in a case that waits for one person. */
export interface WaitingRow {
  readonly kind: 'task' | 'request';
  readonly caseId: string;
  readonly caseTitle: string;
  readonly title: string;
  /** `YYYY-MM-DD`; null without a day. */
  readonly dueOn: string | null;
}

/**
 * The reader's open tasks, and drafted requests that they may approve: as reviewer, legal adviser or owner who wrote nothing of
 * them. By the day they are due, closed cases left out.
 */
export function listWaiting(tx: Transaction, limit: number): Promise<WaitingRow[]> {
  return tx.list<WaitingRow>(sql`
    SELECT 'task' AS kind, c.id AS "caseId", c.title AS "caseTitle", t.title, to_char(t.due_on, 'YYYY-MM-DD') AS "dueOn"
    FROM case_task t JOIN agency_case c ON c.id = t.case_id
    WHERE t.assignee_id = current_account() AND t.state = 'open' AND c.status <> 'closed'
    UNION ALL
    SELECT 'request', c.id, c.title, r.recipient, to_char(r.due_on, 'YYYY-MM-DD')
    FROM case_request r JOIN agency_case c ON c.id = r.case_id
    JOIN case_member m ON m.case_id = c.id AND m.account_id = current_account() AND m.role IN ('owner', 'reviewer', 'legal')
    WHERE r.state = 'drafted' AND c.status <> 'closed' AND NOT current_account() = ANY (r.drafters)
    ORDER BY 5 NULLS LAST, 4, 2 LIMIT ${limit}`);
}
