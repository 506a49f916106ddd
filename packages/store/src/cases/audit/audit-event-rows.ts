import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

/** What the table has of an event in addition to the text that was hashed: searches use it, and it has to agree with that text. */
export interface AuditColumns {
  readonly id: string;
  readonly at: Date;
  readonly agencyId: string | null;
  readonly accountId: string | null;
  readonly action: string;
  readonly outcome: string;
  readonly objectKind: string | null;
  readonly objectId: string | null;
}

/** An event with its place in the tree, and with the names its ids have now. */
export interface AuditEventRow extends AuditColumns {
  /** Canonical JSON of the event, as it was hashed. */
  readonly body: string;
  /** Null until it has a place in the tree. */
  readonly leaf: number | null;
  /** Of its place in the tree; null until it has one. */
  readonly hash: Buffer | null;
  readonly accountName: string | null;
  readonly accountEmail: string | null;
  readonly agencyName: string | null;
}

export interface AuditEventFilter {
  readonly from?: Date | undefined;
  /** Not included. */
  readonly to?: Date | undefined;
  readonly account?: string | undefined;
  /** Of this agency. */
  readonly agency?: string | undefined;
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

/** As a text is written inside the canonical JSON. */
function written(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function holds(json: string): Sql {
  return sql`strpos(e.body, ${json}) > 0`;
}

function toColumnConditions({ from, to, account, agency, action, outcome }: AuditEventFilter): Sql[] {
  const conditions: Sql[] = [];
  if (from) conditions.push(sql`e.at >= ${from}`);
  if (to) conditions.push(sql`e.at < ${to}`);
  if (account) conditions.push(sql`e.account_id = ${account}`);
  if (agency) conditions.push(sql`e.agency_id = ${agency}`);
  if (action) conditions.push(sql`starts_with(e.action, ${action})`);
  if (outcome) conditions.push(sql`e.outcome = ${outcome}`);
  return conditions;
}

function toConditions(filter: AuditEventFilter): Sql[] {
  const { text } = filter;
  return [...toColumnConditions(filter), ...(text ? [holds(written(text))] : [])];
}

/** The same of the text that was hashed. It may hold more than is requested: a detail may be called as a column is. */
function toBodyConditions({ from, to, account, agency, action, outcome, text }: AuditEventFilter): Sql[] {
  // Keys are in order (RFC 8785): before the event's own time are its action, its actor and its agency, which have none.
  const at = sql`(substring(e.body from '"at":"([^"]*)"') COLLATE "C")`;
  const conditions: Sql[] = [];
  if (from) conditions.push(sql`${at} >= ${from.toISOString()}`);
  if (to) conditions.push(sql`${at} < ${to.toISOString()}`);
  if (account) conditions.push(holds(`"account":"${account}"`));
  if (agency) conditions.push(holds(`"agency":"${agency}"`));
  if (action) conditions.push(holds(`"action":"${written(action)}`));
  if (outcome) conditions.push(holds(`"outcome":"${outcome}"`));
  if (text) conditions.push(holds(written(text)));
  return conditions;
}

const COLUMNS = sql`e.id, e.at, e.agency_id AS "agencyId", e.account_id AS "accountId", e.action, e.outcome,
  e.object_kind AS "objectKind", e.object_id AS "objectId", e.body, l.index AS leaf, l.hash, a.name AS "accountName", a.email AS "accountEmail", g.name AS "agencyName"`;
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

/**
 * Events that a filter asks for by the text that was hashed, and that the columns it goes by hide: there are none unless somebody
 * changed the table. Reads the text of every event.
 */
export async function listHiddenEvents(
  tx: Transaction,
  filter: AuditEventFilter,
  limit: number,
): Promise<AuditEventRow[]> {
  const columns = toColumnConditions(filter);
  if (columns.length === 0) return [];
  return tx.list<AuditEventRow>(sql`
    SELECT ${COLUMNS} FROM ${JOINS} WHERE ${allOf(toBodyConditions(filter))} AND (${allOf(columns)}) IS NOT TRUE
    ORDER BY e.at DESC, e.id LIMIT ${limit}`);
}

export function findAuditEvent(tx: Transaction, id: string): Promise<AuditEventRow | undefined> {
  return tx.find<AuditEventRow>(sql`SELECT ${COLUMNS} FROM ${JOINS} WHERE e.id = ${id}`);
}

/** Those of these events that the transaction may see. */
export async function listReadableEvents(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.list<{ id: string }>(sql`SELECT id FROM audit_event WHERE id = ANY (${ids}::uuid[])`);
  return rows.map(({ id }) => id);
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
