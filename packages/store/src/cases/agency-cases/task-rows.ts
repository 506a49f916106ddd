import { ADMITTED } from '../accounts/admitted.ts';
import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

export interface ChecklistPoint {
  readonly text: string;
  readonly isDone: boolean;
}

export interface TaskRow {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly note: string;
  readonly assigneeId: string | null;
  readonly assignee: string | null;
  /** `YYYY-MM-DD`. */
  readonly dueOn: string | null;
  readonly state: 'open' | 'done';
  readonly checklist: readonly ChecklistPoint[];
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly doneAt: Date | null;
  readonly doneBy: string | null;
}

const FORMER = 'Former account';
const SELECT = sql`
  SELECT t.id, t.number, t.title, t.note, t.assignee_id AS "assigneeId", a.name AS assignee,
         to_char(t.due_on, 'YYYY-MM-DD') AS "dueOn", t.state, t.checklist, t.version,
         t.created_at AS "createdAt", coalesce(c.name, ${FORMER}) AS "createdBy", t.changed_at AS "changedAt",
         coalesce(e.name, ${FORMER}) AS "changedBy", t.done_at AS "doneAt", d.name AS "doneBy"
  FROM case_task t LEFT JOIN account a ON a.id = t.assignee_id LEFT JOIN account c ON c.id = t.created_by
  LEFT JOIN account e ON e.id = t.changed_by LEFT JOIN account d ON d.id = t.done_by`;

export interface TaskFilter {
  readonly state?: 'open' | 'done' | undefined;
  /** Account id, or `none`. */
  readonly assignee?: string | undefined;
}

/** Open tasks by the day they are due, then those without a day; done ones below, the last done first. */
export function listTasks(
  tx: Transaction,
  caseId: string,
  { state, assignee }: TaskFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<TaskRow[]> {
  const whose = assignee === 'none' ? sql`t.assignee_id IS NULL` : sql`t.assignee_id = ${assignee}`;
  return tx.list<TaskRow>(sql`${SELECT} WHERE t.case_id = ${caseId}
    AND ${state === undefined ? sql`true` : sql`t.state = ${state}`} AND ${assignee === undefined ? sql`true` : whose}
    ORDER BY t.state <> 'open', t.done_at DESC NULLS LAST, t.due_on NULLS LAST, t.number LIMIT ${limit} OFFSET ${offset}`);
}

export function findTask(tx: Transaction, caseId: string, task: string): Promise<TaskRow | undefined> {
  return tx.find<TaskRow>(sql`${SELECT} WHERE t.case_id = ${caseId} AND t.id = ${task}`);
}

export interface TaskCounts {
  readonly open: number;
  readonly done: number;
  /** Open ones whose day is over. */
  readonly late: number;
}

export async function countTasks(tx: Transaction, caseId: string, today: string): Promise<TaskCounts> {
  const row = await tx.find<TaskCounts>(sql`
    SELECT count(*) FILTER (WHERE state = 'open') AS open, count(*) FILTER (WHERE state = 'done') AS done,
           count(*) FILTER (WHERE state = 'open' AND due_on < ${today}::date) AS late
    FROM case_task WHERE case_id = ${caseId}`);
  return row ?? { open: 0, done: 0, late: 0 };
}

/** What people write of a task. */
export interface TaskContent {
  readonly title: string;
  readonly note: string;
  readonly assigneeId: string | null;
  readonly dueOn: string | null;
  readonly checklist: readonly ChecklistPoint[];
}

export interface TaskWrite extends TaskContent {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

/** The next number is taken while the case is locked. */
export async function insertTask(tx: Transaction, task: TaskWrite): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_task (id, case_id, agency_id, number, title, note, assignee_id, due_on, checklist, created_at, created_by,
                           changed_at, changed_by)
    SELECT ${task.id}, ${task.caseId}, ${task.agency}, coalesce(max(number), 0) + 1, ${task.title}, ${task.note},
           ${task.assigneeId}::uuid, ${task.dueOn}::date, ${JSON.stringify(task.checklist)}::jsonb, ${task.at}::timestamptz,
           ${task.by}::uuid, ${task.at}::timestamptz, ${task.by}::uuid
    FROM case_task WHERE case_id = ${task.caseId}`);
}

/** False where the task is another version by now. */
export async function updateTask(tx: Transaction, task: TaskWrite, version: number): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_task SET title = ${task.title}, note = ${task.note}, assignee_id = ${task.assigneeId}, due_on = ${task.dueOn},
      checklist = ${JSON.stringify(task.checklist)}, version = version + 1, changed_at = ${task.at}, changed_by = ${task.by}
    WHERE case_id = ${task.caseId} AND id = ${task.id} AND version = ${version}`);
  return count === 1;
}

export interface TaskStateChange {
  readonly caseId: string;
  readonly task: string;
  readonly version: number;
  readonly state: 'open' | 'done';
  readonly by: string;
  readonly at: Date;
}

/** False where the task is another version by now. */
export async function updateTaskState(
  tx: Transaction,
  { caseId, task, version, state, by, at }: TaskStateChange,
): Promise<boolean> {
  const [doneAt, doneBy] = state === 'done' ? [at, by] : [null, null];
  const count = await tx.run(sql`
    UPDATE case_task SET state = ${state}, done_at = ${doneAt}, done_by = ${doneBy}, version = version + 1, changed_at = ${at},
      changed_by = ${by}
    WHERE case_id = ${caseId} AND id = ${task} AND version = ${version}`);
  return count === 1;
}

/** Somebody who is no member any more does none of its open tasks. */
export async function unassignTasks(
  tx: Transaction,
  {
    caseId,
    account,
    by,
    at,
  }: { readonly caseId: string; readonly account: string; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx.run(sql`UPDATE case_task SET assignee_id = NULL, version = version + 1, changed_at = ${at}, changed_by = ${by}
    WHERE case_id = ${caseId} AND assignee_id = ${account} AND state = 'open'`);
}

export interface TaskReminder {
  readonly caseId: string;
  readonly agency: string;
  readonly task: string;
  readonly email: string;
  readonly dueOn: string;
}

const REMINDED = { before: sql`reminded_before`, on: sql`reminded_on` } as const;

/**
 * Marks the open tasks that are due from one day to another as reminded, each once for its due day, and gives those whose
 * assignee works here and may see the case.
 */
export async function takeTaskReminders(
  tx: Transaction,
  kind: keyof typeof REMINDED,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TaskReminder[]> {
  const column = REMINDED[kind];
  return tx.list<TaskReminder>(sql`
    UPDATE case_task t SET ${column} = t.due_on
    FROM account a, agency_case c
    WHERE a.id = t.assignee_id AND ${ADMITTED} AND c.id = t.case_id AND c.status <> 'closed'
      AND t.assignee_id = ANY (c.readers) AND t.state = 'open' AND t.due_on BETWEEN ${from}::date AND ${to}::date
      AND ${column} IS DISTINCT FROM t.due_on
    RETURNING t.case_id AS "caseId", t.agency_id AS agency, t.id AS task, a.email, to_char(t.due_on, 'YYYY-MM-DD') AS "dueOn"`);
}
