import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

/** An event with its place in the tree, and with the names its ids have now. */
export interface AuditEventRow {
  readonly id: string;
  readonly at: Date;
  /** Canonical JSON of the event, as it was hashed. */
  readonly body: string;
  /** Null until it has a place in the tree. */
  readonly leaf: number | null;
  readonly accountName: string | null;
  readonly accountEmail: string | null;
  readonly agencyName: string | null;
}

export interface AuditEventFilter {
  readonly from?: Date | undefined;
  /** Not included. */
  readonly to?: Date | undefined;
  readonly account?: string | undefined;
  /** How the action begins: `account.`. */
  readonly action?: string | undefined;
  readonly outcome?: string | undefined;
  /** Text that the event names anywhere, such as an address. */
  readonly text?: string | undefined;
}

/** Where a page begins: events of `at` or before, without the first `skip` of them. */
export interface AuditEventPlace {
  readonly at: Date;
  readonly skip: number;
}

function toConditions({ from, to, account, action, outcome, text }: AuditEventFilter): Sql[] {
  const conditions: Sql[] = [];
  if (from) conditions.push(sql`e.at >= ${from}`);
  if (to) conditions.push(sql`e.at < ${to}`);
  if (account) conditions.push(sql`e.account_id = ${account}`);
  if (action) conditions.push(sql`starts_with(e.action, ${action})`);
  if (outcome) conditions.push(sql`e.outcome = ${outcome}`);
  // As the text is written inside the canonical JSON.
  if (text) conditions.push(sql`strpos(e.body, ${JSON.stringify(text).slice(1, -1)}) > 0`);
  return conditions;
}

const COLUMNS = sql`e.id, e.at, e.body, l.index AS leaf, a.name AS "accountName", a.email AS "accountEmail", g.name AS "agencyName"`;
const JOINS = sql`
  audit_event e LEFT JOIN audit_leaf l ON l.event_id = e.id LEFT JOIN account a ON a.id = e.account_id
  LEFT JOIN agency g ON g.id = e.agency_id`;

/** Newest first. The log only grows, so a page that begins at a place stays the same. */
export function listAuditEvents(
  tx: Transaction,
  filter: AuditEventFilter,
  page: { readonly place: AuditEventPlace | undefined; readonly limit: number },
): Promise<AuditEventRow[]> {
  const { place, limit } = page;
  const conditions = toConditions(filter);
  if (place) conditions.push(sql`e.at <= ${place.at}`);
  return tx.list<AuditEventRow>(sql`
    SELECT ${COLUMNS} FROM ${JOINS} WHERE ${allOf(conditions)}
    ORDER BY e.at DESC, e.id LIMIT ${limit} OFFSET ${place?.skip ?? 0}`);
}

export function findAuditEvent(tx: Transaction, id: string): Promise<AuditEventRow | undefined> {
  return tx.find<AuditEventRow>(sql`SELECT ${COLUMNS} FROM ${JOINS} WHERE e.id = ${id}`);
}

/** An event as the weekly review looks at it. */
export interface ReviewRow {
  readonly body: string;
  readonly timeZone: string | null;
}

/** Events of a span, oldest first, with the time zone of whoever acted. */
export function listReviewRows(tx: Transaction, from: Date, to: Date, limit: number): Promise<ReviewRow[]> {
  return tx.list<ReviewRow>(sql`
    SELECT e.body, a.time_zone AS "timeZone" FROM audit_event e LEFT JOIN account a ON a.id = e.account_id
    WHERE e.at >= ${from} AND e.at < ${to} ORDER BY e.at, e.id LIMIT ${limit}`);
}

/** Names of accounts and agencies by their ids, as far as the scope may see them. */
export function listAuditNames(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  return tx.list(sql`
    SELECT id, name FROM account WHERE id = ANY (${ids}::uuid[]) UNION ALL SELECT id, name FROM agency WHERE id = ANY (${ids}::uuid[])`);
}
