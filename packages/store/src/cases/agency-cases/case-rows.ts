import type { CasePolicy, CasePriority, CaseRole, CaseSort, CaseStatus } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';
import { toTsQuery } from './split-words.ts';

/** A case as lists and heads show it. Money in millionths of a dollar, of the day it happened. */
export interface CaseRow {
  readonly id: string;
  readonly agency: string;
  readonly number: string;
  readonly reference: string | null;
  readonly title: string;
  readonly type: string;
  readonly status: CaseStatus;
  readonly priority: CasePriority;
  readonly policy: CasePolicy;
  readonly unit: string;
  readonly tags: readonly string[];
  readonly leadId: string | null;
  readonly lead: string | null;
  /** `YYYY-MM-DD`. */
  readonly deadline: string | null;
  readonly version: number;
  readonly lossUsd: string | null;
  readonly tracedUsd: string | null;
  readonly securedUsd: string | null;
  readonly nextDueOn: string | null;
  readonly nextDueWhat: string | null;
  readonly openedAt: Date;
  readonly openedBy: string;
  readonly changedAt: Date;
  readonly closedAt: Date | null;
  /** Number of the signed record that is in force; null while the case may be changed. */
  readonly record: number | null;
  /** The role of the account that asks; null where it is no member. */
  readonly role: CaseRole | null;
}

/** A case with what its own page shows beyond the list. */
export interface CaseDetailRow extends CaseRow {
  readonly statements: unknown;
  readonly fields: unknown;
  readonly key: Buffer;
  readonly lastItem: number;
}

const FORMER = 'Former account';

const COLUMNS = sql`c.id, c.agency_id AS agency, c.number, c.reference, c.title, c.type, c.status, c.priority, c.policy, c.unit, c.tags,
  c.lead_id AS "leadId", l.name AS lead, to_char(c.deadline, 'YYYY-MM-DD') AS deadline, c.version,
  c.loss_usd AS "lossUsd", c.traced_usd AS "tracedUsd", c.secured_usd AS "securedUsd",
  to_char(c.next_due_on, 'YYYY-MM-DD') AS "nextDueOn", c.next_due_what AS "nextDueWhat", c.opened_at AS "openedAt",
  coalesce(o.name, ${FORMER}) AS "openedBy", c.changed_at AS "changedAt", c.closed_at AS "closedAt",
  c.record_number AS record, m.role`;
const FROM = sql`FROM agency_case c LEFT JOIN account l ON l.id = c.lead_id LEFT JOIN account o ON o.id = c.opened_by
  LEFT JOIN case_member m ON m.case_id = c.id AND m.account_id = current_account()`;

export interface NewCase {
  readonly id: string;
  readonly agency: string;
  readonly account: string;
  readonly number: string;
  readonly reference: string | null;
  readonly title: string;
  readonly type: string;
  readonly priority: CasePriority;
  readonly policy: CasePolicy;
  readonly unit: string;
  readonly deadline: string | null;
  readonly fields: object;
  readonly key: Buffer;
  readonly at: Date;
}

/** False where the agency has a case of this number: the caller tries another one. */
export async function insertCase(tx: Transaction, given: NewCase): Promise<boolean> {
  const { id, agency, account, number, reference, title, type, priority, policy, unit, deadline, fields, key, at } =
    given;
  const count = await tx.run(sql`
    INSERT INTO agency_case (id, agency_id, number, reference, title, type, priority, policy, unit, lead_id, deadline, fields, key,
                             readers, opened_at, opened_by, changed_at)
    VALUES (${id}, ${agency}, ${number}, ${reference}, ${title}, ${type}, ${priority}, ${policy}, ${unit}, ${account},
            ${deadline}, ${JSON.stringify(fields)}, ${key}, ARRAY[${account}::uuid], ${at}, ${account}, ${at})
    ON CONFLICT (agency_id, number) DO NOTHING`);
  return count === 1;
}

/** The id itself where the reader may see its case, else null: a case that they may not see is not even read. */
const seenOf = (id: string): Sql => sql`(SELECT seen_case_id(${id}::uuid))`;

/** A case that the transaction may see; undefined without one. */
export async function findCase(tx: Transaction, id: string): Promise<CaseDetailRow | undefined> {
  const row = await tx.find<CaseDetailRow>(
    sql`SELECT ${COLUMNS}, c.statements, c.fields, c.key, c.last_item AS "lastItem" ${FROM} WHERE c.id = ${seenOf(id)}`,
  );
  // The rows of a case that was found need not ask for it one by one: the policies of its tables read this.
  if (row) await tx.run(sql`SELECT set_config('trailmark.seen_case', ${id}, true)`);
  return row;
}

/**
 * Keeps everybody else from changing a case, or anything in it, until the transaction ends. `gone`: it was there, and somebody ended
 * it, or its reader's membership, while this waited for its turn.
 */
export async function lockCase(tx: Transaction, id: string): Promise<CaseDetailRow | 'gone' | undefined> {
  // One statement sees one state of the table, and waits for the row: between the two it may go.
  const found = await tx.find<{ wasThere: boolean; isThere: boolean }>(sql`
    WITH seen AS MATERIALIZED (SELECT id FROM agency_case WHERE id = ${seenOf(id)}),
         locked AS MATERIALIZED (SELECT id FROM agency_case WHERE id = ${seenOf(id)} FOR NO KEY UPDATE)
    SELECT EXISTS (SELECT FROM seen) AS "wasThere", EXISTS (SELECT FROM locked) AS "isThere"`);
  if (found?.isThere) return findCase(tx, id);
  return found?.wasThere ? 'gone' : undefined;
}

/** The next number of a pinned result. */
export async function nextItemNumber(tx: Transaction, id: string): Promise<number> {
  const { number } = await tx.get<{ number: number }>(
    sql`UPDATE agency_case SET last_item = last_item + 1 WHERE id = ${id} RETURNING last_item AS number`,
  );
  return number;
}

/** What people edit in the head of a case. */
export interface CaseChange {
  readonly title?: string | undefined;
  readonly reference?: string | null | undefined;
  readonly status?: CaseStatus | undefined;
  readonly priority?: CasePriority | undefined;
  readonly unit?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly leadId?: string | null | undefined;
  readonly deadline?: string | null | undefined;
  readonly statements?: readonly object[] | undefined;
  readonly fields?: object | undefined;
}

function toAssignments(change: CaseChange, at: Date): readonly Sql[] {
  const { title, reference, status, priority, unit, tags, leadId, deadline, statements, fields } = change;
  return [
    ...(title === undefined ? [] : [sql`title = ${title}`]),
    ...(reference === undefined ? [] : [sql`reference = ${reference}`]),
    ...(status === undefined ? [] : [sql`status = ${status}, closed_at = ${status === 'closed' ? at : null}`]),
    ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ...(unit === undefined ? [] : [sql`unit = ${unit}`]),
    ...(tags === undefined ? [] : [sql`tags = ${[...new Set(tags)].toSorted()}`]),
    ...(leadId === undefined ? [] : [sql`lead_id = ${leadId}`]),
    ...(deadline === undefined ? [] : [sql`deadline = ${deadline}`]),
    ...(statements === undefined ? [] : [sql`statements = ${JSON.stringify(statements)}`]),
    ...(fields === undefined ? [] : [sql`fields = ${JSON.stringify(fields)}`]),
  ];
}

/** Writes a change and counts the version up. */
export async function updateCase(tx: Transaction, id: string, change: CaseChange, at: Date): Promise<void> {
  const assignments = toAssignments(change, at).reduce(
    (joined, part) => sql`${joined}, ${part}`,
    sql`version = version + 1, changed_at = ${at}`,
  );
  await tx.run(sql`UPDATE agency_case SET ${assignments} WHERE id = ${id}`);
}

/** Something in the case changed, not its head. */
export async function touchCase(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE agency_case SET changed_at = ${at} WHERE id = ${id}`);
}

export async function updateCasePolicy(tx: Transaction, id: string, policy: CasePolicy, at: Date): Promise<void> {
  await tx.run(
    sql`UPDATE agency_case SET policy = ${policy}, version = version + 1, changed_at = ${at} WHERE id = ${id}`,
  );
}

/** Ids of cases as the database writes a list of them: there may be ten thousand, and nothing here reads them one by one. */
export type FoundCases = string;

/** Conditions of a list; each one left out lets everything through. */
export interface CaseFilter {
  readonly statuses?: readonly CaseStatus[] | undefined;
  readonly type?: string | undefined;
  readonly priority?: CasePriority | undefined;
  readonly unit?: string | undefined;
  readonly tag?: string | undefined;
  /** Account id; `none` for cases without a lead. */
  readonly lead?: string | undefined;
  /** Cases the account is a member of. */
  readonly isOwn?: boolean | undefined;
  /** Something is due on this day or before. */
  readonly dueBy?: string | undefined;
  /** These alone: those that `findCasesByWords` gave. */
  readonly among?: FoundCases | undefined;
}

/** The cases that may be seen in whose texts all of these words begin others; undefined where there are no words. */
export async function findCasesByWords(tx: Transaction, words: string | undefined): Promise<FoundCases | undefined> {
  const query = words === undefined ? '' : toTsQuery(words);
  if (query === '') return undefined;
  const row = await tx.find<{ ids: FoundCases }>(sql`SELECT find_cases_by_words(${query}::tsquery)::text AS ids`);
  return row?.ids ?? '{}';
}

export function toCaseConditions(filter: CaseFilter): Sql {
  const { statuses, type, priority, unit, tag, lead, isOwn, dueBy, among } = filter;
  return allOf([
    ...(statuses && statuses.length > 0 ? [sql`c.status = ANY (${statuses})`] : []),
    ...(type === undefined ? [] : [sql`c.type = ${type}`]),
    ...(priority === undefined ? [] : [sql`c.priority = ${priority}`]),
    ...(unit === undefined ? [] : [sql`c.unit = ${unit}`]),
    ...(tag === undefined ? [] : [sql`c.tags @> ARRAY[${tag}::text]`]),
    ...(lead === undefined ? [] : [lead === 'none' ? sql`c.lead_id IS NULL` : sql`c.lead_id = ${lead}`]),
    ...(isOwn ? [sql`current_account() = ANY (c.readers)`] : []),
    ...(dueBy === undefined ? [] : [sql`c.next_due_on <= ${dueBy}`]),
    ...(among === undefined ? [] : [sql`c.id = ANY (${among}::uuid[])`]),
  ]);
}

const ORDERS: Readonly<Record<CaseSort, Sql>> = {
  due: sql`c.next_due_on ASC NULLS LAST, c.changed_at DESC, c.id`,
  changed: sql`c.changed_at DESC, c.id`,
  opened: sql`c.opened_at DESC, c.id`,
  loss: sql`c.loss_usd DESC NULLS LAST, c.id`,
  title: sql`lower(c.title), c.id`,
};

export interface CasePage {
  readonly sort: CaseSort;
  readonly offset: number;
  readonly limit: number;
}

export interface CaseTotals {
  readonly count: number;
  readonly lossUsd: string;
  readonly securedUsd: string;
  /** Cases without a loss that is known in money. */
  readonly withoutLoss: number;
  readonly late: number;
  readonly oldestAt: Date | null;
  readonly olderThanAYear: number;
}

interface PassedCases extends CaseTotals {
  /** Those of the page, in its order. */
  readonly ids: readonly string[];
}

const NOTHING_PASSED: PassedCases = {
  ids: [],
  count: 0,
  lossUsd: '0',
  securedUsd: '0',
  withoutLoss: 0,
  late: 0,
  oldestAt: null,
  olderThanAYear: 0,
};

/**
 * A page of the cases that the transaction may see, and figures over all that pass the filter. Who may see what is checked once for each
 * of them, and names are joined to the page alone: there may be ten thousand.
 */
export async function listCases(
  tx: Transaction,
  filter: CaseFilter,
  { sort, offset, limit }: CasePage,
  now: Date,
): Promise<{ readonly rows: readonly CaseRow[]; readonly totals: CaseTotals }> {
  const yearAgo = new Date(now.getTime() - 365 * 86_400_000);
  const passed = await tx.find<PassedCases>(sql`
    WITH passed AS MATERIALIZED (
      SELECT c.id, c.next_due_on, c.changed_at, c.opened_at, c.loss_usd, c.secured_usd, c.title FROM agency_case c
      WHERE ${toCaseConditions(filter)})
    SELECT ARRAY(SELECT c.id FROM passed c ORDER BY ${ORDERS[sort]} LIMIT ${limit} OFFSET ${offset}) AS ids,
           count(*) AS count, coalesce(sum(c.loss_usd), 0) AS "lossUsd", coalesce(sum(c.secured_usd), 0) AS "securedUsd",
           count(*) FILTER (WHERE c.loss_usd IS NULL) AS "withoutLoss",
           count(*) FILTER (WHERE c.next_due_on < ${now.toISOString().slice(0, 10)}::date) AS late,
           min(c.opened_at) AS "oldestAt", count(*) FILTER (WHERE c.opened_at < ${yearAgo}) AS "olderThanAYear"
    FROM passed c`);
  const { ids, ...totals } = passed ?? NOTHING_PASSED;
  if (ids.length === 0) return { rows: [], totals };
  const rows = await tx.list<CaseRow>(
    sql`SELECT ${COLUMNS} ${FROM} WHERE c.id = ANY (${ids}::uuid[]) ORDER BY ${ORDERS[sort]}`,
  );
  return { rows, totals };
}

export interface WorkloadRow {
  readonly leadId: string | null;
  readonly lead: string | null;
  readonly open: number;
  /** Due within seven days, late ones included. */
  readonly due: number;
  readonly late: number;
}

/** Open cases per lead, those with the most first. */
export function listWorkload(tx: Transaction, filter: CaseFilter, now: Date): Promise<WorkloadRow[]> {
  const [today, soon] = [now, new Date(now.getTime() + 7 * 86_400_000)].map((day) => day.toISOString().slice(0, 10));
  return tx.list<WorkloadRow>(sql`
    SELECT c.lead_id AS "leadId", min(l.name) AS lead, count(*) AS open,
           count(*) FILTER (WHERE c.next_due_on <= ${soon}::date) AS due,
           count(*) FILTER (WHERE c.next_due_on < ${today}::date) AS late
    FROM agency_case c LEFT JOIN account l ON l.id = c.lead_id
    WHERE ${toCaseConditions(filter)} AND c.status <> 'closed'
    GROUP BY c.lead_id ORDER BY count(*) DESC, min(l.name) LIMIT 50`);
}

/** Units, tags and leads that occur in the cases that may be seen, for the filters. */
export async function listCaseChoices(tx: Transaction) {
  const units = await tx.list<{ unit: string }>(
    sql`SELECT DISTINCT unit FROM agency_case WHERE unit <> '' ORDER BY unit LIMIT 200`,
  );
  const leads = await tx.list<{ id: string; name: string }>(sql`
    SELECT DISTINCT l.id, l.name FROM agency_case c JOIN account l ON l.id = c.lead_id ORDER BY l.name LIMIT 200`);
  const tags = await tx.list<{ tag: string }>(
    sql`SELECT DISTINCT unnest(tags) AS tag FROM agency_case WHERE tags <> '{}' ORDER BY tag LIMIT 200`,
  );
  return { units: units.map(({ unit }) => unit), tags: tags.map(({ tag }) => tag), leads };
}
