import { useInfiniteQuery } from '@tanstack/react-query';
import type { CaseTimeline, CaseTimelineEvent } from '@trailmark/api/contract/case-timeline';
import type { CaseLane } from '@trailmark/core/case';
import { useMemo } from 'react';
import { caseTimelineTableQuery } from '../../case-work.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { useTimeZone } from '../../components/time-zone.ts';
import { formatPlural } from '../../format/number.ts';
import { splitTime, type Zone } from '../../format/time.ts';
import { transactionUrl } from '../../url.ts';
import type { EditedEvent } from './event-dialog.tsx';
import { LANE_WORDS } from './timeline-lanes.tsx';
import type { Span } from './timeline-window.ts';

function toEdited({
  id,
  what,
  starts,
  ends,
  isEstimated,
  mark,
  source,
  reported,
}: CaseTimelineEvent): EditedEvent | undefined {
  if (!reported) return undefined;
  return { id, title: what, text: reported.text, starts, ends, isEstimated, mark, source, version: reported.version };
}

function Source({ event: { source, transaction } }: { readonly event: CaseTimelineEvent }) {
  if (!transaction) return <bdi>{source || '–'}</bdi>;
  const { chain, txid } = transaction;
  return <Hash kind="transaction" value={txid} href={transactionUrl(chain, txid)} />;
}

function What({ event }: { readonly event: CaseTimelineEvent }) {
  const { what, reported } = event;
  return (
    <span className="cs-what">
      <bdi>{what}</bdi>
      {reported?.text && <bdi className="tm-t3 tm-sm">{reported.text}</bdi>}
    </span>
  );
}

const COLUMNS: readonly DataColumn<CaseTimelineEvent>[] = [
  {
    id: 'time',
    header: <ZoneSwitch label="Time" />,
    narrow: 'top-left',
    cell: ({ starts, isEstimated }) => (
      <>
        <Time seconds={starts} />
        {isEstimated && <span className="tm-t3"> est.</span>}
      </>
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ lane }) => LANE_WORDS[lane], isMinor: true },
  { id: 'what', header: 'Event', narrow: 'bottom-left', cell: (event) => <What event={event} /> },
  { id: 'mark', header: 'How we know', narrow: 'top-right', cell: ({ mark }) => <EvidenceMark kind={mark} withWord /> },
  { id: 'source', header: 'Source', isMinor: true, cell: (event) => <Source event={event} /> },
];

/** The first event of a day has the heading of the day in front of it. */
type TableRow = CaseTimelineEvent | { readonly day: string; readonly count: number; readonly isWhole: boolean };

/** Events with a heading for each day. Of the last day that is loaded there may be more. */
function withDays(events: readonly CaseTimelineEvent[], zone: Zone, hasMore: boolean): readonly TableRow[] {
  const days = Map.groupBy(events, ({ starts }) => splitTime(starts, zone).date);
  const last = [...days.keys()].at(-1);
  return [...days].flatMap(([day, own]): readonly TableRow[] => [
    { day, count: own.length, isWhole: !(hasMore && day === last) },
    ...own,
  ]);
}

const TABLE_COLUMNS: readonly DataColumn<TableRow>[] = COLUMNS.map(({ cell, ...column }) => ({
  ...column,
  cell: (row) => ('day' in row ? null : cell(row)),
}));

function DayHeading({ row: { day, count, isWhole } }: { readonly row: Extract<TableRow, { readonly day: string }> }) {
  return (
    <span className="ct-day">
      <b>{day}</b> <span className="tm-t3">{isWhole ? formatPlural(count, 'event') : `${count} events so far`}</span>
    </span>
  );
}

export interface TimelineTableProps {
  readonly caseId: string;
  readonly window: Span;
  readonly lanes: readonly CaseLane[];
  readonly count: number;
  readonly selected: string | undefined;
  readonly onSelect: (event: string) => void;
  /** Undefined for whoever may only read. */
  readonly onEdit: ((event: EditedEvent) => void) | undefined;
}

/** The same window as a table, event by event. */
export function TimelineTable({ caseId, window, lanes, count, selected, onSelect, onEdit }: TimelineTableProps) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    caseTimelineTableQuery(caseId, window, lanes),
  );
  const { zone } = useTimeZone();
  const events = data?.pages.flatMap(({ items }) => items);
  const rows = useMemo(() => withDays(events ?? [], zone, hasNextPage), [events, zone, hasNextPage]);
  const open = (event: CaseTimelineEvent) => {
    const reported = event.id === selected && onEdit ? toEdited(event) : undefined;
    if (reported && onEdit) onEdit(reported);
    else onSelect(event.id);
  };
  return (
    <section>
      <h2 className="tm-h">{formatPlural(count, 'event')} in this window</h2>
      {error && !data && <ErrorPanel error={error} what="The table" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="events">
          <RowBars rows={5} columns={['120px', '120px', '50%']} />
        </Skeleton>
      )}
      {data && (
        <DataTable
          caption="Events in this window"
          columns={TABLE_COLUMNS}
          rows={rows}
          rowId={(row) => ('day' in row ? row.day : row.id)}
          fullRow={(row) => ('day' in row ? <DayHeading row={row} /> : null)}
          selectedId={selected}
          opensOnClick
          onOpen={(row) => {
            if (!('day' in row)) open(row);
          }}
        />
      )}
      {hasNextPage && (
        <button type="button" className="tm-btn" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </button>
      )}
    </section>
  );
}

export interface UndatedProps {
  readonly events: CaseTimeline['undated'];
  readonly onEdit: ((event: EditedEvent) => void) | undefined;
}

/** What was reported without a time: it is on no lane. */
export function Undated({ events, onEdit }: UndatedProps) {
  if (events.length === 0) return null;
  return (
    <section>
      <h2 className="tm-h">{formatPlural(events.length, 'event')} without a time</h2>
      <ul className="ct-undated">
        {events.map(({ id, what, source, mark, isEstimated, reported }) => (
          <li key={id}>
            <EvidenceMark kind={mark} withWord /> <bdi>{what}</bdi> <span className="tm-t3">{source}</span>{' '}
            {onEdit && reported && (
              <button
                type="button"
                className="tm-linkbtn tm-sm"
                onClick={() =>
                  onEdit({
                    id,
                    title: what,
                    text: reported.text,
                    starts: null,
                    ends: null,
                    isEstimated,
                    mark,
                    source,
                    version: reported.version,
                  })
                }
              >
                Edit<span className="tm-sr"> {what}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
