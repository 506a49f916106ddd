import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import type { CaseLane } from '@trailmark/core/case';
import { encodeCsvRow } from '@trailmark/documents/csv';
import { listLedgerReads } from '@trailmark/store/cases/agency-cases/ledger-event-rows';
import { listUndatedEvents } from '@trailmark/store/cases/agency-cases/reported-event-rows';
import { listTimeline, type TimelineRow, type TimeWindow } from '@trailmark/store/cases/agency-cases/timeline-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { FileStream } from '../http/file-stream.ts';
import { openCase, readCases } from './case-scope.ts';
import { MAX_ADDRESSES } from './ledger-events.ts';
import { readLaneNames, readWindow, toTimelineEvent } from './timeline.ts';
import { type TimelineGap, toGaps } from './timeline-gaps.ts';

const PAGE = 2_000;
const MAX_UNDATED = 2_000;
const COLUMNS = ['lane', 'starts_utc', 'ends_utc', 'time_is', 'event', 'how_we_know', 'source'];
const LANE_WORDS: Readonly<Record<CaseLane, string>> = {
  chain: 'On chain',
  reported: 'Reported',
  custody: 'Evidence and custody',
  decisions: 'Decisions, authority',
  tasks: 'Tasks',
};

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

function toLine(row: TimelineRow): string {
  const { lane, starts, ends, isEstimated, what, mark, source } = toTimelineEvent(row);
  const precision = isEstimated ? 'estimated' : 'exact';
  return encodeCsvRow([
    LANE_WORDS[lane],
    timeOf(starts),
    ends === null ? null : timeOf(ends),
    precision,
    what,
    mark,
    source,
  ]);
}

interface Content {
  readonly number: string;
  readonly window: TimeWindow;
  readonly undated: readonly { readonly title: string; readonly mark: string; readonly source: string }[];
  readonly gaps: readonly TimelineGap[];
}

type ReadPart = (after: TimelineRow | undefined) => Promise<readonly TimelineRow[]>;

async function* streamTimeline({ number, window, undated, gaps }: Content, readPart: ReadPart, signal: AbortSignal) {
  const note = (text: string) => encodeCsvRow(['note', null, null, null, text, null, null]);
  yield Buffer.from(encodeCsvRow(COLUMNS));
  let count = 0;
  let rows = await readPart(undefined);
  while (rows.length > 0) {
    signal.throwIfAborted();
    count += rows.length;
    yield Buffer.from(rows.map(toLine).join(''));
    rows = rows.length < PAGE ? [] : await readPart(rows.at(-1));
  }
  const lines = undated.map(({ title, mark, source }) =>
    encodeCsvRow([LANE_WORDS.reported, null, null, 'not known', title, mark, source]),
  );
  const end = [
    note(
      `Case ${number}: ${count} events from ${timeOf(window.from)} to before ${timeOf(window.to)}, and ${undated.length} without a time`,
    ),
    note(`Left out: ${gaps.length === 0 ? 'nothing that is known of' : gaps.length}`),
    ...gaps.map(({ what, why }) => note(`Left out: ${what}. ${why}`)),
  ];
  yield Buffer.from([...lines, ...end].join(''));
}

/** A window of the timeline as CSV (RFC 4180), with marks, sources, and what is left out and why. */
export async function exportTimeline(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { from, to, lanes: names }: RouteInput<Contract['exportCaseTimeline']>['query'],
): Promise<FileStream> {
  const lanes = readLaneNames(names);
  const content = await readCases(casework, caller, async (tx): Promise<Content> => {
    const { number } = await openCase(tx, id, 'export');
    const { window } = await readWindow(tx, id, { from, to }, casework.now());
    const undated = lanes.includes('reported') ? await listUndatedEvents(tx, id, MAX_UNDATED) : [];
    return { number, window, undated, gaps: toGaps(await listLedgerReads(tx, id, MAX_ADDRESSES)) };
  });
  const controller = new AbortController();
  const readPart: ReadPart = (after) =>
    readCases(casework, caller, async (tx) => {
      await openCase(tx, id, 'export');
      return listTimeline(tx, id, { window: content.window, lanes, after, limit: PAGE });
    });
  return new FileStream({
    name: `case-${content.number}-timeline.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: streamTimeline(content, readPart, controller.signal),
    onCancel: () => controller.abort(),
  });
}
