import type { QuietHours, WatchCondition, WatchFold, WatchState } from '@trailmark/core/watch';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** A watch as it is stored. Days are `YYYY-MM-DD`, UTC. */
export interface WatchRow {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly number: number;
  readonly name: string;
  readonly subjectKind: string;
  readonly chain: string | null;
  readonly subject: string;
  readonly conditions: readonly WatchCondition[];
  readonly confirmations: number;
  readonly folds: readonly WatchFold[];
  readonly quiet: QuietHours | null;
  readonly channels: readonly string[];
  readonly recipients: readonly string[];
  readonly authorityId: string | null;
  readonly expiresOn: string | null;
  readonly state: WatchState;
  readonly stateWhy: string;
  readonly stateAt: Date;
  readonly fromHeights: Readonly<Record<string, number>>;
  readonly version: number;
  readonly createdAt: Date;
  readonly createdById: string;
}

/** A watch as it is listed, with what it found. */
export interface WatchListRow extends WatchRow {
  readonly caseNumber: string;
  readonly caseTitle: string;
  readonly createdBy: string;
  readonly stateBy: string | null;
  readonly authority: string | null;
  readonly authorityTo: string | null;
  readonly targets: number;
  readonly lastAlertAt: Date | null;
  readonly alerts: number;
  readonly folded: number;
  /** What it could not read while others were read; `since` in seconds since 1970 UTC. */
  readonly faults: readonly { readonly text: string; readonly since: number; readonly fromHeight: number | null }[];
}

const COLUMNS = sql`w.id, w.case_id AS "caseId", w.agency_id AS agency, w.number, w.name, w.subject_kind AS "subjectKind", w.chain,
  w.subject, w.conditions, w.confirmations, w.folds, w.quiet, w.channels, w.recipients, w.authority_id AS "authorityId",
  to_char(w.expires_on, 'YYYY-MM-DD') AS "expiresOn", w.state, w.state_why AS "stateWhy", w.state_at AS "stateAt",
  w.from_heights AS "fromHeights", w.version, w.created_at AS "createdAt", w.created_by AS "createdById"`;

const SELECT_LIST = sql`
  SELECT ${COLUMNS}, c.number AS "caseNumber", c.title AS "caseTitle", coalesce(p.name, 'Former account') AS "createdBy",
    s.name AS "stateBy", r.type || ' ' || r.number AS authority, to_char(r.to_day, 'YYYY-MM-DD') AS "authorityTo",
    (SELECT count(*) FROM watch_target t WHERE t.watch_id = w.id) AS targets, a.last AS "lastAlertAt", coalesce(a.recent, 0) AS alerts,
    coalesce((SELECT sum(f.count)::bigint FROM watch_fold f WHERE f.watch_id = w.id), 0) AS folded,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('text', b.fault, 'since', floor(extract(epoch FROM b.since))::bigint,
       'fromHeight', b.from_height) ORDER BY b.since, b.part, b.chain), '[]'::jsonb)
     FROM watch_backlog b WHERE b.watch_id = w.id AND b.fault <> '') AS faults
  FROM watch w JOIN agency_case c ON c.id = w.case_id LEFT JOIN account p ON p.id = w.created_by
  LEFT JOIN account s ON s.id = w.state_by LEFT JOIN case_authority r ON r.id = w.authority_id`;

const withAlerts = (since: Date): Sql => sql`
  LEFT JOIN LATERAL (SELECT max(o.at) AS last, count(*) FILTER (WHERE o.at >= ${since}) AS recent FROM alert_origin o
    JOIN alert x ON x.id = o.alert_id AND x.retracted_at IS NULL WHERE o.origin = 'watch:' || w.id) a ON true`;

export interface WatchFilter {
  readonly case?: string | undefined;
  /** Watches that this account created. */
  readonly createdBy?: string | undefined;
  readonly state?: WatchState | undefined;
  readonly chain?: string | undefined;
  readonly kind?: string | undefined;
}

function whereOf({ case: caseId, createdBy, state, chain, kind }: WatchFilter): Sql {
  const when = (value: string | undefined, condition: Sql) => (value === undefined ? sql`true` : condition);
  return sql`${when(caseId, sql`w.case_id = ${caseId}`)} AND ${when(createdBy, sql`w.created_by = ${createdBy}`)}
    AND ${when(state, sql`w.state = ${state}`)} AND ${when(chain, sql`w.chain = ${chain}`)}
    AND ${when(kind, sql`w.subject_kind = ${kind}`)}`;
}

/** Watches that read first, then paused and ended ones; the last alert first. */
export function listWatches(
  tx: Transaction,
  filter: WatchFilter,
  { since, offset, limit }: { readonly since: Date; readonly offset: number; readonly limit: number },
): Promise<WatchListRow[]> {
  return tx.list<WatchListRow>(sql`${SELECT_LIST} ${withAlerts(since)} WHERE ${whereOf(filter)}
    ORDER BY CASE w.state WHEN 'watching' THEN 0 WHEN 'paused' THEN 1 ELSE 2 END, a.last DESC NULLS LAST, w.created_at DESC, w.id
    LIMIT ${limit} OFFSET ${offset}`);
}

export async function countWatches(
  tx: Transaction,
  filter: WatchFilter,
): Promise<Readonly<Record<WatchState | 'all', number>>> {
  const row = await tx.find<Record<WatchState | 'all', number>>(sql`
    SELECT count(*) AS all, count(*) FILTER (WHERE w.state = 'watching') AS watching,
           count(*) FILTER (WHERE w.state = 'paused') AS paused, count(*) FILTER (WHERE w.state = 'ended') AS ended
    FROM watch w WHERE ${whereOf(filter)}`);
  return row ?? { all: 0, watching: 0, paused: 0, ended: 0 };
}

export function findWatch(tx: Transaction, id: string, since: Date): Promise<WatchListRow | undefined> {
  return tx.find<WatchListRow>(sql`${SELECT_LIST} ${withAlerts(since)} WHERE w.id = ${id}`);
}

export interface WatchWrite
  extends Omit<WatchRow, 'number' | 'state' | 'stateWhy' | 'stateAt' | 'version' | 'createdAt' | 'createdById'> {
  readonly by: string;
  readonly at: Date;
}

/** The next number is taken while the case is locked. Returns it. */
export async function insertWatch(tx: Transaction, row: WatchWrite): Promise<number> {
  const { number } = await tx.get<{ number: number }>(sql`
    INSERT INTO watch (id, case_id, agency_id, number, name, subject_kind, chain, subject, conditions, confirmations, folds, quiet,
                       channels, recipients, authority_id, expires_on, state_at, state_by, from_heights, created_at, created_by,
                       changed_at)
    SELECT ${row.id}::uuid, ${row.caseId}::uuid, ${row.agency}::uuid, coalesce(max(number), 0) + 1, ${row.name}, ${row.subjectKind},
           ${row.chain}, ${row.subject}, ${JSON.stringify(row.conditions)}::jsonb, ${row.confirmations}::integer,
           ${row.folds}::text[], ${row.quiet === null ? null : JSON.stringify(row.quiet)}::jsonb, ${row.channels}::uuid[],
           ${row.recipients}::uuid[], ${row.authorityId}::uuid, ${row.expiresOn}::date, ${row.at}::timestamptz, ${row.by}::uuid,
           ${JSON.stringify(row.fromHeights)}::jsonb, ${row.at}::timestamptz, ${row.by}::uuid, ${row.at}::timestamptz
    FROM watch WHERE case_id = ${row.caseId}
    RETURNING number`);
  return number;
}

/** Writes another version; the caller compared it. What is watched stays. */
export async function updateWatch(
  tx: Transaction,
  row: Omit<WatchWrite, 'subjectKind' | 'chain' | 'subject' | 'fromHeights'>,
): Promise<void> {
  await tx.run(sql`
    UPDATE watch SET name = ${row.name}, conditions = ${JSON.stringify(row.conditions)}::jsonb, confirmations = ${row.confirmations},
      folds = ${row.folds}, quiet = ${row.quiet === null ? null : JSON.stringify(row.quiet)}::jsonb, channels = ${row.channels},
      recipients = ${row.recipients}, authority_id = ${row.authorityId}, expires_on = ${row.expiresOn}, version = version + 1,
      changed_at = ${row.at}
    WHERE id = ${row.id}`);
}

export interface WatchStateChange {
  readonly id: string;
  readonly state: WatchState;
  readonly why: string;
  readonly by: string | null;
  readonly at: Date;
  /** Blocks from which on it reads again; null keeps them. */
  readonly fromHeights: Readonly<Record<string, number>> | null;
}

export async function updateWatchState(tx: Transaction, change: WatchStateChange): Promise<void> {
  const heights = change.fromHeights === null ? null : JSON.stringify(change.fromHeights);
  await tx.run(sql`
    UPDATE watch SET state = ${change.state}, state_why = ${change.why}, state_at = ${change.at}, state_by = ${change.by},
      from_heights = coalesce(${heights}::jsonb, from_heights), version = version + 1, changed_at = ${change.at}
    WHERE id = ${change.id}`);
}

/** Lets watches that began after a block read from it on: it was replaced, so they see it for the first time. */
export async function lowerFromHeights(tx: Transaction, chain: string, height: number): Promise<void> {
  await tx.run(sql`
    UPDATE watch SET from_heights = jsonb_set(from_heights, ARRAY[${chain}::text], to_jsonb(${height}::bigint))
    WHERE state = 'watching' AND (from_heights ->> ${chain}::text)::bigint > ${height}`);
}

export async function deleteWatch(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`DELETE FROM watch WHERE id = ${id}`);
}

export interface TargetRow {
  readonly watch: string;
  readonly chain: string;
  readonly kind: 'address' | 'asset';
  readonly key: string;
}

/** Adds targets of a watch; those it has stay. */
export async function insertTargets(
  tx: Transaction,
  { watch, caseId, agency }: { readonly watch: string; readonly caseId: string; readonly agency: string },
  targets: readonly Omit<TargetRow, 'watch'>[],
): Promise<void> {
  await tx.run(sql`
    INSERT INTO watch_target (watch_id, case_id, agency_id, chain, kind, key)
    SELECT ${watch}::uuid, ${caseId}::uuid, ${agency}::uuid, t.chain, t.kind, t.key
    FROM unnest(${targets.map(({ chain }) => chain)}::text[], ${targets.map(({ kind }) => kind)}::text[],
                ${targets.map(({ key }) => key)}::text[]) AS t(chain, kind, key)
    ON CONFLICT DO NOTHING`);
}

/** Takes targets from a watch. */
export async function deleteTargets(
  tx: Transaction,
  watch: string,
  targets: readonly Omit<TargetRow, 'watch'>[],
): Promise<void> {
  await tx.run(sql`
    DELETE FROM watch_target w USING unnest(${targets.map(({ chain }) => chain)}::text[],
      ${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ key }) => key)}::text[]) AS t(chain, kind, key)
    WHERE w.watch_id = ${watch} AND w.chain = t.chain AND w.kind = t.kind AND w.key = t.key`);
}

export function listTargets(tx: Transaction, watch: string): Promise<TargetRow[]> {
  return tx.list<TargetRow>(
    sql`SELECT watch_id AS watch, chain, kind, key FROM watch_target WHERE watch_id = ${watch}`,
  );
}

/** The addresses that watches of a chain read for, each once, as their keys. */
export async function listWatchedAddresses(tx: Transaction, chain: string): Promise<string[]> {
  const rows = await tx.list<{ key: string }>(sql`
    SELECT DISTINCT t.key FROM watch_target t JOIN watch w ON w.id = t.watch_id
    WHERE t.chain = ${chain} AND t.kind = 'address' AND w.state = 'watching' ORDER BY t.key`);
  return rows.map(({ key }) => key);
}

/** A watch that reads, with what ends it. */
export interface ReadingWatch extends WatchRow {
  readonly caseStatus: string;
  readonly authorityFrom: string | null;
  readonly authorityTo: string | null;
  readonly authorityEndedOn: string | null;
  /** What its authority covers; null where it has none. */
  readonly authorityActs: readonly string[] | null;
  readonly authorityChains: readonly string[] | null;
  readonly authorityAddresses: readonly { readonly chain: string; readonly address: string }[] | null;
  /** The case demands an authority for monitoring. */
  readonly needsAuthority: boolean;
}

/** Every watch that reads, of every agency. */
export function listReadingWatches(tx: Transaction): Promise<ReadingWatch[]> {
  return tx.list<ReadingWatch>(sql`
    SELECT ${COLUMNS}, c.status AS "caseStatus", to_char(r.from_day, 'YYYY-MM-DD') AS "authorityFrom",
           to_char(r.to_day, 'YYYY-MM-DD') AS "authorityTo",
           to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "authorityEndedOn",
           r.acts AS "authorityActs", r.chains AS "authorityChains", r.addresses AS "authorityAddresses",
           coalesce('monitoring' = ANY (n.acts), false) AS "needsAuthority"
    FROM watch w JOIN agency_case c ON c.id = w.case_id LEFT JOIN case_authority r ON r.id = w.authority_id
    LEFT JOIN case_authority_need n ON n.case_id = w.case_id
    WHERE w.state = 'watching' ORDER BY w.id`);
}

export async function readWatchRevision(tx: Transaction): Promise<number> {
  const row = await tx.find<{ value: number }>(sql`SELECT value FROM watch_revision`);
  return row?.value ?? 0;
}

export interface FoldRow {
  readonly watch: string;
  readonly caseId: string;
  readonly agency: string;
  readonly chain: string;
  readonly height: number;
  readonly reason: WatchFold;
  readonly count: number;
  readonly at: Date;
}

/** Counts what was not alerted; reading a block again counts it once. */
export async function putFold(tx: Transaction, row: FoldRow): Promise<void> {
  await tx.run(sql`
    INSERT INTO watch_fold (watch_id, case_id, agency_id, chain, height, reason, count, at)
    VALUES (${row.watch}, ${row.caseId}, ${row.agency}, ${row.chain}, ${row.height}, ${row.reason}, ${row.count}, ${row.at})
    ON CONFLICT (watch_id, chain, height, reason) DO UPDATE SET count = excluded.count`);
}

/** Takes back what was counted in blocks of a chain from a height on: they were replaced. */
export async function deleteFolds(tx: Transaction, chain: string, fromHeight: number): Promise<void> {
  await tx.run(sql`DELETE FROM watch_fold WHERE chain = ${chain} AND height >= ${fromHeight}`);
}

/** Watches that read, by chain. */
export async function countWatchesByChain(tx: Transaction): Promise<[string, number][]> {
  const rows = await tx.list<{ chain: string; count: number }>(sql`
    SELECT chain, count(*) AS count FROM watch WHERE state = 'watching' AND chain IS NOT NULL GROUP BY chain`);
  return rows.map(({ chain, count }) => [chain, count]);
}
