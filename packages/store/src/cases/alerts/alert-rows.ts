import type { AlertBody, AlertPlace, AlertState } from '@trailmark/core/alert';
import type { KnowledgeMark } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** An alert as it is stored. */
export interface AlertRow {
  readonly id: string;
  readonly agency: string;
  readonly caseId: string | null;
  readonly caseNumber: string | null;
  readonly caseTitle: string | null;
  readonly number: number;
  readonly kind: string;
  readonly groupKey: string;
  readonly mark: KnowledgeMark;
  readonly title: string;
  readonly summary: string;
  readonly body: AlertBody;
  readonly chain: string | null;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly txid: string | null;
  readonly happenedAt: Date;
  readonly raisedAt: Date;
  readonly state: AlertState;
  readonly assigneeId: string | null;
  readonly assignee: string | null;
  readonly reason: string | null;
  readonly words: string | null;
  readonly retractedAt: Date | null;
  readonly retractedWhy: string | null;
  readonly replaces: string | null;
  readonly version: number;
  readonly changedAt: Date;
}

export interface NewAlertRow {
  readonly id: string;
  readonly agency: string;
  readonly caseId: string | null;
  readonly kind: string;
  readonly key: string;
  readonly groupKey: string;
  readonly mark: KnowledgeMark;
  readonly title: string;
  readonly summary: string;
  readonly body: AlertBody;
  readonly place: AlertPlace | null;
  readonly happenedAt: Date;
  readonly at: Date;
}

const SELECT = sql`
  SELECT a.id, a.agency_id AS agency, a.case_id AS "caseId", c.number AS "caseNumber", c.title AS "caseTitle", a.number, a.kind,
         a.group_key AS "groupKey", a.mark, a.title, a.summary, a.body, a.chain, a.height, a.block_hash AS "blockHash", a.txid,
         a.happened_at AS "happenedAt", a.raised_at AS "raisedAt", a.state, a.assignee_id AS "assigneeId", p.name AS assignee,
         a.reason, a.words, a.retracted_at AS "retractedAt", a.retracted_why AS "retractedWhy", a.replaces, a.version,
         a.changed_at AS "changedAt"
  FROM alert a LEFT JOIN agency_case c ON c.id = a.case_id LEFT JOIN account p ON p.id = a.assignee_id`;

async function takeNumber(tx: Transaction, { agency, caseId }: NewAlertRow): Promise<number> {
  const row = await tx.find<{ last: number }>(sql`
    INSERT INTO alert_counter (counted_in, agency_id, last) VALUES (${caseId ?? agency}, ${agency}, 1)
    ON CONFLICT (counted_in) DO UPDATE SET last = alert_counter.last + 1 RETURNING last`);
  return row?.last ?? 1;
}

/** The valid alert of a key, locked until the transaction ends. */
export function lockAlertOfKey(
  tx: Transaction,
  agency: string,
  key: string,
): Promise<{ id: string; number: number; height: number | null } | undefined> {
  return tx.find(sql`SELECT id, number, height FROM alert
    WHERE agency_id = ${agency} AND key = ${key} AND retracted_at IS NULL FOR UPDATE`);
}

/** Writes an alert unless one of its key is valid. Returns its number, or undefined where another transaction was first. */
export async function insertAlert(tx: Transaction, row: NewAlertRow): Promise<number | undefined> {
  const number = await takeNumber(tx, row);
  const { chain = null, height = null, blockHash = null, txid = null } = row.place ?? {};
  const count = await tx.run(sql`
    INSERT INTO alert (id, agency_id, case_id, number, kind, key, group_key, mark, title, summary, body, chain, height, block_hash,
                       txid, happened_at, raised_at, changed_at, replaces)
    VALUES (${row.id}, ${row.agency}, ${row.caseId}, ${number}, ${row.kind}, ${row.key}, ${row.groupKey}, ${row.mark}, ${row.title},
            ${row.summary}, ${JSON.stringify(row.body)}::jsonb, ${chain}, ${height}, ${blockHash}, ${txid}, ${row.happenedAt},
            ${row.at}, ${row.at},
            (SELECT id FROM alert WHERE agency_id = ${row.agency} AND key = ${row.key} AND retracted_at IS NOT NULL
             ORDER BY raised_at DESC, number DESC LIMIT 1))
    ON CONFLICT (agency_id, key) WHERE retracted_at IS NULL DO NOTHING`);
  return count === 1 ? number : undefined;
}

/** An alert that was raised unconfirmed is in a block now. */
export async function confirmAlert(tx: Transaction, id: string, place: AlertPlace, at: Date): Promise<void> {
  await tx.run(sql`UPDATE alert SET height = ${place.height}, block_hash = ${place.blockHash}, changed_at = ${at}
    WHERE id = ${id} AND height IS NULL`);
}

export interface OriginRow {
  readonly origin: string;
  readonly name: string;
  readonly words: string;
  readonly at: Date;
}

/** False where the alert has this origin already. */
export async function insertOrigin(
  tx: Transaction,
  alert: { readonly id: string; readonly agency: string },
  { origin, name, words, at }: OriginRow,
): Promise<boolean> {
  const count = await tx.run(sql`
    INSERT INTO alert_origin (alert_id, agency_id, origin, name, words, at)
    VALUES (${alert.id}, ${alert.agency}, ${origin}, ${name}, ${words}, ${at}) ON CONFLICT DO NOTHING`);
  return count === 1;
}

export function listOrigins(tx: Transaction, alerts: readonly string[]): Promise<(OriginRow & { alert: string })[]> {
  return tx.list(sql`SELECT alert_id AS alert, origin, name, words, at FROM alert_origin WHERE alert_id = ANY (${alerts})
    ORDER BY at, name`);
}

export interface AlertEventRow {
  readonly at: Date;
  readonly by: string | null;
  readonly what: string;
  readonly words: string;
}

export interface NewAlertEvent {
  readonly alert: string;
  readonly agency: string;
  readonly at: Date;
  readonly by: string | null;
  readonly what: string;
  readonly words: string;
}

export async function insertAlertEvent(tx: Transaction, event: NewAlertEvent): Promise<void> {
  await tx.run(sql`INSERT INTO alert_event (alert_id, agency_id, at, account_id, what, words)
    VALUES (${event.alert}, ${event.agency}, ${event.at}, ${event.by}, ${event.what}, ${event.words})`);
}

export function listAlertEvents(tx: Transaction, alert: string): Promise<AlertEventRow[]> {
  return tx.list(sql`SELECT e.at, p.name AS by, e.what, e.words FROM alert_event e LEFT JOIN account p ON p.id = e.account_id
    WHERE e.alert_id = ${alert} ORDER BY e.id`);
}

export interface OrphanedAlert {
  readonly id: string;
  readonly agency: string;
  readonly height: number;
}

/** Takes back the valid alerts of a chain from a height on, and gives them. */
export function retractFrom(
  tx: Transaction,
  {
    chain,
    fromHeight,
    why,
    at,
  }: { readonly chain: string; readonly fromHeight: number; readonly why: string; readonly at: Date },
): Promise<OrphanedAlert[]> {
  return tx.list<OrphanedAlert>(sql`
    UPDATE alert SET retracted_at = ${at}, retracted_why = ${why}, changed_at = ${at}, version = version + 1
    WHERE chain = ${chain} AND height >= ${fromHeight} AND retracted_at IS NULL
    RETURNING id, agency_id AS agency, height`);
}

/** Takes back the valid alerts of a kind and group, and gives them. */
export function retractGroup(
  tx: Transaction,
  {
    agency,
    kind,
    group,
    why,
    at,
  }: {
    readonly agency: string;
    readonly kind: string;
    readonly group: string;
    readonly why: string;
    readonly at: Date;
  },
): Promise<OrphanedAlert[]> {
  return tx.list<OrphanedAlert>(sql`
    UPDATE alert SET retracted_at = ${at}, retracted_why = ${why}, changed_at = ${at}, version = version + 1
    WHERE agency_id = ${agency} AND group_key = ${group} AND kind = ${kind} AND retracted_at IS NULL
    RETURNING id, agency_id AS agency, 0 AS height`);
}

/** Valid alerts in blocks whose key starts with a text. */
export function listValidByKey(
  tx: Transaction,
  agency: string,
  prefix: string,
): Promise<{ id: string; key: string; txid: string; height: number }[]> {
  return tx.list(sql`SELECT id, key, txid, height FROM alert WHERE agency_id = ${agency} AND starts_with(key, ${prefix})
    AND height IS NOT NULL AND txid IS NOT NULL AND retracted_at IS NULL ORDER BY height, id`);
}

/** Takes back one valid alert. False where it is retracted already. */
export async function retractOne(
  tx: Transaction,
  { id, why, at }: { readonly id: string; readonly why: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE alert SET retracted_at = ${at}, retracted_why = ${why}, changed_at = ${at}, version = version + 1
    WHERE id = ${id} AND retracted_at IS NULL`);
  return count === 1;
}

/** Valid alerts of a chain about transactions that were in no block yet. */
export function listUnconfirmedAlerts(
  tx: Transaction,
  chain: string,
): Promise<{ id: string; agency: string; txid: string }[]> {
  return tx.list(sql`SELECT id, agency_id AS agency, txid FROM alert
    WHERE chain = ${chain} AND height IS NULL AND txid IS NOT NULL AND retracted_at IS NULL`);
}

/** Takes back one valid alert that is in no block. False where it is in one by now. */
export async function retractUnconfirmed(
  tx: Transaction,
  { id, why, at }: { readonly id: string; readonly why: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE alert SET retracted_at = ${at}, retracted_why = ${why}, changed_at = ${at}, version = version + 1
    WHERE id = ${id} AND height IS NULL AND retracted_at IS NULL`);
  return count === 1;
}

export function findAlert(tx: Transaction, id: string): Promise<AlertRow | undefined> {
  return tx.find<AlertRow>(sql`${SELECT} WHERE a.id = ${id}`);
}

export function findTwin(tx: Transaction, id: string): Promise<{ id: string; number: number } | undefined> {
  return tx.find(sql`SELECT id, number FROM alert WHERE replaces = ${id} ORDER BY number DESC LIMIT 1`);
}

export function listGroup(
  tx: Transaction,
  { groupKey, id }: { readonly groupKey: string; readonly id: string },
): Promise<{ id: string; number: number; title: string }[]> {
  return tx.list(sql`SELECT id, number, title FROM alert WHERE group_key = ${groupKey} AND id <> ${id} AND retracted_at IS NULL
    ORDER BY number LIMIT 20`);
}

export interface AlertFilter {
  readonly view: 'new' | 'mine' | 'open' | 'all';
  readonly account: string;
  readonly case?: string | undefined;
  readonly origin?: string | undefined;
  readonly kind?: string | undefined;
}

const VIEWS: Readonly<Record<AlertFilter['view'], (account: string) => Sql>> = {
  new: () => sql`a.state = 'new' AND a.retracted_at IS NULL`,
  mine: (account) => sql`a.assignee_id = ${account} AND a.state <> 'closed'`,
  open: () => sql`a.state <> 'closed' AND a.retracted_at IS NULL`,
  all: () => sql`true`,
};

function whereOf({ view, account, case: caseId, origin, kind }: AlertFilter): Sql {
  const ofOrigin = sql`EXISTS (SELECT 1 FROM alert_origin o WHERE o.alert_id = a.id AND o.origin = ${origin})`;
  return sql`${VIEWS[view](account)} AND ${caseId === undefined ? sql`true` : sql`a.case_id = ${caseId}`}
    AND ${origin === undefined ? sql`true` : ofOrigin} AND ${kind === undefined ? sql`true` : sql`a.kind = ${kind}`}`;
}

/** A page of alerts, the last raised first. */
export function listAlerts(
  tx: Transaction,
  filter: AlertFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AlertRow[]> {
  return tx.list<AlertRow>(sql`${SELECT} WHERE ${whereOf(filter)}
    ORDER BY a.raised_at DESC, a.number DESC LIMIT ${limit} OFFSET ${offset}`);
}

export interface AlertCounts {
  readonly new: number;
  readonly mine: number;
  readonly open: number;
  readonly all: number;
  readonly retracted: number;
  readonly oldestNew: Date | null;
  readonly last: Date | null;
}

/** Counts of what the reader sees; `retracted` of the last day. */
export async function countAlerts(
  tx: Transaction,
  filter: Omit<AlertFilter, 'view'>,
  since: Date,
): Promise<AlertCounts> {
  const row = await tx.find<AlertCounts>(sql`
    SELECT count(*) FILTER (WHERE a.state = 'new' AND a.retracted_at IS NULL) AS new,
           count(*) FILTER (WHERE a.assignee_id = ${filter.account} AND a.state <> 'closed') AS mine,
           count(*) FILTER (WHERE a.state <> 'closed' AND a.retracted_at IS NULL) AS open, count(*) AS all,
           count(*) FILTER (WHERE a.retracted_at >= ${since}) AS retracted,
           min(a.raised_at) FILTER (WHERE a.state = 'new' AND a.retracted_at IS NULL) AS "oldestNew", max(a.raised_at) AS last
    FROM alert a WHERE ${whereOf({ ...filter, view: 'all' })}`);
  return row ?? { new: 0, mine: 0, open: 0, all: 0, retracted: 0, oldestNew: null, last: null };
}

/** The latest change of each agency that changed since: what streams look at. */
export function listChangedAgencies(
  tx: Transaction,
  since: Date,
): Promise<{ agency: string; at: Date; count: number }[]> {
  return tx.list(sql`SELECT agency_id AS agency, max(changed_at) AS at, count(*) AS count FROM alert
    WHERE changed_at > ${since} GROUP BY agency_id`);
}

export interface AlertChange {
  readonly id: string;
  readonly version: number;
  readonly state: AlertState;
  readonly assigneeId: string | null;
  readonly reason: string | null;
  readonly words: string | null;
  readonly at: Date;
}

/** False where it is another version by now. */
export async function updateAlert(tx: Transaction, change: AlertChange): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE alert SET state = ${change.state}, assignee_id = ${change.assigneeId}, reason = ${change.reason}, words = ${change.words},
      version = version + 1, changed_at = ${change.at}
    WHERE id = ${change.id} AND version = ${change.version}`);
  return count === 1;
}
