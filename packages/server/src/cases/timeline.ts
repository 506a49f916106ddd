import type { Contract } from '@trailmark/api/contract';
import type { CaseTimeline, CaseTimelineEvent } from '@trailmark/api/contract/case-timeline';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { formatUnits } from '@trailmark/core/amount';
import { CASE_LANES, type CaseLane } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { listLedgerReads } from '@trailmark/store/cases/agency-cases/ledger-event-rows';
import { listUndatedEvents, type ReportedEventRow } from '@trailmark/store/cases/agency-cases/reported-event-rows';
import {
  countTimeline,
  countTimelineDays,
  findTimelineExtent,
  listTimeline,
  type TimelineBin,
  type TimelineRow,
  type TimeWindow,
} from '@trailmark/store/cases/agency-cases/timeline-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { describeCaseAct } from './case-acts.ts';
import { openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';
import { MAX_ADDRESSES } from './ledger-events.ts';
import { toGaps } from './timeline-gaps.ts';

type Query<Name extends keyof Contract> = RouteInput<Contract[Name]>['query'];

const WEEK = 7 * 86_400;
const MAX_WEEKS = 520;
const MAX_UNDATED = 200;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type TransactionFacts = NonNullable<CaseTimelineEvent['transaction']>;

function toTransaction(facts: Readonly<Record<string, unknown>>): TransactionFacts {
  const { received, sent, ...rest } = facts as unknown as TransactionFacts & Record<'received' | 'sent', string>;
  return { ...rest, received: BigInt(received), sent: BigInt(sent) };
}

function describeTransaction({ received, sent, decimals, symbol, address }: TransactionFacts): string {
  const net = received - sent;
  const sign = net < 0n ? '−' : '+';
  return `${sign}${formatUnits(net < 0n ? -net : net, decimals)} ${symbol}, ${address}`;
}

type Words = Pick<CaseTimelineEvent, 'what' | 'source' | 'transaction' | 'reported'>;
const NOTHING = { transaction: null, reported: null };

/** What the table states about an event of each kind. */
const WORDS: Readonly<Record<TimelineRow['kind'], (row: TimelineRow) => Words>> = {
  transaction: ({ facts }) => {
    const transaction = toTransaction(facts);
    return { what: describeTransaction(transaction), source: transaction.txid, transaction, reported: null };
  },
  reported: ({ facts, who }) => ({
    what: textOf(facts.title),
    source: textOf(facts.source) || (who ?? ''),
    transaction: null,
    reported: { text: textOf(facts.text), version: Number(facts.version) },
  }),
  authority: ({ facts, who }) => {
    const until = facts.to ? `, to ${textOf(facts.to)}` : ', without a last day';
    return { ...NOTHING, what: `${textOf(facts.type)} ${textOf(facts.number)}${until}`, source: who ?? '' };
  },
  custody: ({ facts, who }) => {
    const exhibit = `EV-${String(facts.number).padStart(2, '0')}`;
    const what = `${exhibit}: ${textOf(facts.act)}, ${textOf(facts.result)}`;
    return { ...NOTHING, what, source: `${who ?? ''}, custody no. ${Number(facts.seq)}` };
  },
  act: ({ facts, who }) => {
    const details = (facts.details ?? {}) as Parameters<typeof describeCaseAct>[1];
    return { ...NOTHING, what: describeCaseAct(textOf(facts.action), details), source: who ?? '' };
  },
  task: ({ facts, who }) => {
    const until = facts.state === 'done' ? 'done' : facts.due ? `due ${textOf(facts.due)}` : 'without a due day';
    return { ...NOTHING, what: `T-${Number(facts.number)} ${textOf(facts.title)}, ${until}`, source: who ?? '' };
  },
};

export function toTimelineEvent(row: TimelineRow): CaseTimelineEvent {
  const { lane, id, starts, ends, isEstimated, mark } = row;
  return { lane, id, starts, ends, isEstimated, mark, ...WORDS[row.kind](row) };
}

function toUndated({ id, title, text, source, isEstimated, mark, version, changedBy }: ReportedEventRow) {
  const words = { what: title, source: source || changedBy, transaction: null, reported: { text, version } };
  return { lane: 'reported', id, isEstimated, mark, ...words } as const;
}

interface Asked {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The requested window: from the first event to the last where it names no ends. Throws `invalid` for one without a width. */
export async function readWindow(tx: Transaction, id: string, { from, to }: Asked, now: Date) {
  const isGiven = from !== undefined && to !== undefined;
  const extent = isGiven ? undefined : await findTimelineExtent(tx, id);
  const window = { from: from ?? extent?.from ?? toSeconds(now) - WEEK, to: to ?? (extent?.to ?? toSeconds(now)) + 1 };
  if (window.from >= window.to) {
    throw new AppError('invalid', 'A window begins before it ends: “from” is the earlier second.', {
      context: { field: 'from' },
    });
  }
  return { extent, window };
}

/** Where a part of a window begins: the first second that falls into it. */
function partStart({ from, to }: TimeWindow, parts: number, part: number): number {
  return from + Math.ceil((part * (to - from)) / parts);
}

function toBins(bins: readonly TimelineBin[], window: TimeWindow, parts: number) {
  const counts = new Map<number, number>();
  for (const { part, count } of bins) counts.set(part, (counts.get(part) ?? 0) + count);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([part, count]) => {
      return { from: partStart(window, parts, part), to: partStart(window, parts, part + 1), count };
    });
}

const sumOf = (bins: readonly TimelineBin[]) => bins.reduce((sum, { count }) => sum + count, 0);

async function readLanes(
  tx: Transaction,
  id: string,
  window: TimeWindow,
  { marks, parts }: Pick<Query<'getCaseTimeline'>, 'marks' | 'parts'>,
): Promise<CaseTimeline['lanes']> {
  const bins = await countTimeline(tx, id, window, parts);
  const byLane = Map.groupBy(bins, ({ lane }) => lane);
  const countOf = (lane: CaseLane) => sumOf(byLane.get(lane) ?? []);
  const few = CASE_LANES.filter((lane) => countOf(lane) > 0 && countOf(lane) <= marks);
  const rows = await listTimeline(tx, id, { window, lanes: few, limit: marks * CASE_LANES.length });
  return CASE_LANES.map((lane) => {
    const count = countOf(lane);
    const isFew = count <= marks;
    return {
      lane,
      count,
      marks: isFew ? rows.filter((row) => row.lane === lane).map(toTimelineEvent) : null,
      bins: isFew ? null : toBins(byLane.get(lane) ?? [], window, parts),
    };
  });
}

/** Counts by week over everything; over more than ten years, by several weeks. */
async function readOverview(tx: Transaction, id: string, extent: TimeWindow | undefined) {
  if (!extent) return [];
  // Weeks begin on Mondays: 1970-01-05 was one.
  const monday = 4 * 86_400;
  const from = Math.floor((extent.from - monday) / WEEK) * WEEK + monday;
  const weeks = Math.floor((extent.to - from) / WEEK) + 1;
  const width = Math.ceil(weeks / MAX_WEEKS);
  const parts = Math.ceil(weeks / width);
  const window = { from, to: from + parts * width * WEEK };
  return toBins(await countTimelineDays(tx, id, window, parts), window, parts);
}

/** The events of a case in a window, as the picture shows them. */
export function readTimeline(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { from, to, marks, parts, overview }: Query<'getCaseTimeline'>,
): Promise<CaseTimeline> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const asked = await readWindow(tx, id, { from, to }, casework.now());
    const window = asked.window;
    const extent = asked.extent ?? (await findTimelineExtent(tx, id));
    const lanes = await readLanes(tx, id, window, { marks, parts });
    const reads = await listLedgerReads(tx, id, MAX_ADDRESSES);
    const times = reads.flatMap(({ readAt }) => (readAt ? [toSeconds(readAt)] : []));
    return {
      window,
      extent: extent ?? null,
      count: lanes.reduce((sum, { count }) => sum + count, 0),
      lanes,
      overview: overview === 'yes' ? await readOverview(tx, id, extent) : [],
      undated: (await listUndatedEvents(tx, id, MAX_UNDATED)).map(toUndated),
      gaps: toGaps(reads),
      readAt: times.length === 0 ? null : Math.min(...times),
      unread: reads.filter(({ readAt }) => readAt === null).length,
    };
  });
}

/** Lanes of a request; all of them where it names none. Throws `invalid`, naming those there are. */
export function readLaneNames(text: string | undefined): readonly CaseLane[] {
  const names = text?.split(',') ?? CASE_LANES;
  const known = CASE_LANES.filter((lane) => names.includes(lane));
  if (names.every((name) => known.some((lane) => lane === name))) return known;
  throw new AppError('invalid', `Lanes are named with commas between them. There are: ${CASE_LANES.join(', ')}.`, {
    context: { field: 'lanes' },
  });
}

interface Place {
  readonly starts: number;
  readonly id: string;
}

function encodePlace({ starts, id }: Place): string {
  return Buffer.from(JSON.stringify([starts, id])).toString('base64url');
}

/** Throws `invalid` for what no page of a timeline gave. */
function decodePlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const wrong = () => new AppError('invalid', 'This cursor is not one this server made for a timeline.');
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw wrong();
  }
  const [starts, id] = Array.isArray(value) ? (value as unknown[]) : [];
  const isPlace = Number.isSafeInteger(starts) && typeof id === 'string' && !id.includes('\0') && id.isWellFormed();
  if (!isPlace || encodePlace({ starts: starts as number, id }) !== cursor) throw wrong();
  return { starts: starts as number, id };
}

/** A page of the table of a window. */
export function readTimelinePage(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { from, to, lanes, cursor, limit }: Query<'listCaseTimeline'>,
): Promise<RouteOutput<Contract['listCaseTimeline']>> {
  const wanted = readLaneNames(lanes);
  const after = decodePlace(cursor);
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const { window } = await readWindow(tx, id, { from, to }, casework.now());
    const rows = await listTimeline(tx, id, { window, lanes: wanted, after, limit: limit + 1 });
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map(toTimelineEvent),
      next: last && rows.length > limit ? encodePlace(last) : null,
    };
  });
}
