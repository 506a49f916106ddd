import { CASE_LANES, type CaseLane, type KnowledgeMark } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** An event of any lane. Times are seconds since 1970, UTC. */
export interface TimelineRow {
  readonly lane: CaseLane;
  readonly id: string;
  readonly starts: number;
  /** Null for a moment. */
  readonly ends: number | null;
  readonly isEstimated: boolean;
  readonly mark: KnowledgeMark;
  /** Who entered or did it; null for what a ledger says. */
  readonly who: string | null;
  /** What the sentence of the event is made of, by its kind. */
  readonly kind: 'transaction' | 'reported' | 'custody' | 'authority' | 'act' | 'task';
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The last second of the year 9999: what has no last day lasts until then. */
const NO_END = 253_402_300_799;
const ITEM_ACTS = sql`e.action LIKE 'case.item.%'`;
/** Acts that other rows of the timeline report, and those that only change what is written of it. */
const OTHER_ACTS = sql`(e.action LIKE 'case.evidence.%' OR e.action LIKE 'case.task.%' OR e.action LIKE 'case.note.%'
  OR e.action LIKE 'case.event.%' OR e.action LIKE 'case.timeline.%')`;

function actsOf(id: string, lane: 'custody' | 'decisions', which: Sql): Sql {
  return sql`SELECT ${lane} AS lane, e.id::text AS id, floor(extract(epoch FROM e.at))::bigint AS starts, NULL::bigint AS ends,
      false AS "isEstimated", 'fact' AS mark, coalesce(a.name, 'Trailmark') AS who, 'act' AS kind,
      jsonb_build_object('action', e.action, 'details', e.body::jsonb -> 'details') AS facts
    FROM audit_event e LEFT JOIN account a ON a.id = e.account_id
    WHERE e.object_kind = 'case' AND e.object_id = ${id} AND e.action LIKE 'case.%' AND e.outcome = 'success' AND ${which}`;
}

const CHAIN_COLUMNS = sql`'chain' AS lane, concat_ws(' ', chain, txid, address, asset) AS id, at AS starts, NULL::bigint AS ends,
  false AS "isEstimated", 'fact' AS mark, NULL::text AS who, 'transaction' AS kind,
  jsonb_build_object('chain', chain, 'address', address, 'txid', txid, 'asset', asset, 'symbol', symbol,
    'decimals', decimals, 'received', received::text, 'sent', sent::text) AS facts`;

/** The events of each lane, all with the same columns as those of ledgers. */
const LANES: Readonly<Record<Exclude<CaseLane, 'chain'>, (id: string) => Sql>> = {
  reported: (id) => sql`
    SELECT 'reported' AS lane, e.id::text AS id, e.starts, e.ends, e.is_estimated AS "isEstimated", e.mark,
           coalesce(a.name, 'Former account') AS who, 'reported' AS kind,
           jsonb_build_object('number', e.number, 'title', e.title, 'text', e.text, 'source', e.source, 'version', e.version) AS facts
    FROM case_reported_event e LEFT JOIN account a ON a.id = e.created_by
    WHERE e.case_id = ${id} AND e.withdrawn_at IS NULL AND e.starts IS NOT NULL`,
  custody: (id) => sql`
    SELECT 'custody' AS lane, c.evidence_id || ':' || c.seq AS id,
           floor(extract(epoch FROM coalesce(c.done_at, c.at)))::bigint AS starts, NULL::bigint AS ends, false AS "isEstimated",
           CASE WHEN c.done_at IS NULL THEN 'fact' ELSE 'claim' END AS mark, c.who, 'custody' AS kind,
           jsonb_build_object('number', v.number, 'seq', c.seq, 'act', c.act, 'result', c.result) AS facts
    FROM case_custody c JOIN case_evidence v ON v.id = c.evidence_id WHERE c.case_id = ${id}
    UNION ALL ${actsOf(id, 'custody', ITEM_ACTS)}`,
  decisions: (id) => sql`
    SELECT 'decisions' AS lane, h.id::text AS id, extract(epoch FROM h.from_day)::bigint AS starts,
           greatest(extract(epoch FROM h.from_day)::bigint,
             coalesce(floor(extract(epoch FROM h.ended_at))::bigint, extract(epoch FROM h.to_day + 1)::bigint, ${NO_END}::bigint)) AS ends,
           false AS "isEstimated", 'claim' AS mark, h.issuer AS who, 'authority' AS kind,
           jsonb_build_object('type', h.type, 'number', h.number, 'to', to_char(h.to_day, 'YYYY-MM-DD')) AS facts
    FROM case_authority h WHERE h.case_id = ${id}
    UNION ALL ${actsOf(id, 'decisions', sql`NOT ${ITEM_ACTS} AND NOT ${OTHER_ACTS}`)}`,
  tasks: (id) => sql`
    SELECT 'tasks' AS lane, t.id::text AS id, floor(extract(epoch FROM t.created_at))::bigint AS starts,
           greatest(floor(extract(epoch FROM t.created_at))::bigint,
             floor(extract(epoch FROM coalesce(t.done_at, (t.due_on + 1)::timestamp AT TIME ZONE 'UTC')))::bigint) AS ends,
           false AS "isEstimated", 'fact' AS mark, a.name AS who, 'task' AS kind,
           jsonb_build_object('number', t.number, 'title', t.title, 'state', t.state, 'due', to_char(t.due_on, 'YYYY-MM-DD')) AS facts
    FROM case_task t LEFT JOIN account a ON a.id = t.assignee_id WHERE t.case_id = ${id}`,
};

/** Seconds since 1970, UTC: from the first one on, up to the second and without it. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

export interface TimelineBin {
  readonly lane: CaseLane;
  /** Which of the equal parts of the window, from 0. */
  readonly part: number;
  readonly count: number;
}

const OTHER_LANES = CASE_LANES.filter((lane) => lane !== 'chain');

function joinAll(parts: readonly Sql[]): Sql {
  const [first, ...others] = parts;
  return others.reduce((all, one) => sql`${all} UNION ALL ${one}`, first ?? sql``);
}

function countWith(ledgers: Sql, id: string, { from, to }: TimeWindow, parts: number): Sql {
  const part = sql`((starts - ${from}::bigint) * ${parts}::bigint / (${to}::bigint - ${from}::bigint))::integer`;
  return sql`${ledgers} UNION ALL
    SELECT lane, ${part} AS part, count(*) FROM (${joinAll(OTHER_LANES.map((lane) => LANES[lane](id)))}) AS event
    WHERE starts >= ${from} AND starts < ${to} GROUP BY 1, 2`;
}

/** How many events of each lane begin in each of so many equal parts of a window; parts without any are absent. */
export function countTimeline(tx: Transaction, id: string, window: TimeWindow, parts: number): Promise<TimelineBin[]> {
  const { from, to } = window;
  const ledgers = sql`SELECT 'chain' AS lane, part, count FROM case_ledger_bins(${id}, ${from}, ${to}, ${parts})`;
  return tx.list<TimelineBin>(countWith(ledgers, id, window, parts));
}

const DAY = 86_400;

/** The same for parts that are whole days, from the counts that are kept of each day. */
export function countTimelineDays(
  tx: Transaction,
  id: string,
  window: TimeWindow,
  parts: number,
): Promise<TimelineBin[]> {
  const [first, end] = [window.from / DAY, window.to / DAY];
  const ledgers = sql`SELECT 'chain' AS lane,
      ((day - ${first}::bigint) * ${parts}::bigint / (${end}::bigint - ${first}::bigint))::integer AS part, sum(count)::bigint AS count
    FROM case_ledger_day WHERE case_id = ${id} AND day >= ${first} AND day < ${end} AND count > 0 GROUP BY 2`;
  return tx.list<TimelineBin>(countWith(ledgers, id, window, parts));
}

export interface TimelinePage {
  readonly window: TimeWindow;
  readonly lanes: readonly CaseLane[];
  readonly after?: { readonly starts: number; readonly id: string } | undefined;
  readonly limit: number;
}

function pageOf(id: string, lane: CaseLane, { window: { from, to }, after, limit }: TimelinePage): Sql {
  if (lane === 'chain') {
    const place = sql`${after?.starts ?? null}::bigint, ${after?.id ?? null}::text`;
    return sql`(SELECT ${CHAIN_COLUMNS} FROM case_ledger_page(${id}, ${from}, ${to}, ${place}, ${limit}))`;
  }
  const rest = after ? sql`(starts, id) > (${after.starts}::bigint, ${after.id})` : sql`true`;
  return sql`(SELECT * FROM (${LANES[lane](id)}) AS event WHERE starts >= ${from} AND starts < ${to} AND ${rest}
    ORDER BY starts, id LIMIT ${limit})`;
}

/** Events of some lanes that begin in a window, the earliest first. */
export function listTimeline(tx: Transaction, id: string, page: TimelinePage): Promise<TimelineRow[]> {
  if (page.lanes.length === 0) return Promise.resolve([]);
  const joined = joinAll(page.lanes.map((lane) => pageOf(id, lane, page)));
  return tx.list<TimelineRow>(sql`SELECT * FROM (${joined}) AS event ORDER BY starts, id LIMIT ${page.limit}`);
}

/** When the first and the last event of a case begin; undefined without any. */
export async function findTimelineExtent(tx: Transaction, id: string): Promise<TimeWindow | undefined> {
  const others = OTHER_LANES.map(
    (lane) => sql`SELECT starts AS first, starts AS last FROM (${LANES[lane](id)}) AS event`,
  );
  const joined = joinAll([sql`SELECT first, last FROM case_ledger_extent(${id})`, ...others]);
  // Kept apart from the sums: for a minimum and a maximum of its own, the planner would plan every lane with its policies again.
  const row = await tx.find<{ from: number | null; to: number | null }>(
    sql`WITH event AS MATERIALIZED (${joined}) SELECT min(first) AS "from", max(last) AS "to" FROM event`,
  );
  return row && row.from !== null && row.to !== null ? { from: row.from, to: row.to } : undefined;
}
