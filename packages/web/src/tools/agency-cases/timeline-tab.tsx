import './case-timeline.css';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconPlus,
  IconRefresh,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { contract } from '@trailmark/api/contract';
import type { CaseTimeline } from '@trailmark/api/contract/case-timeline';
import { routeUrl } from '@trailmark/api/route-call';
import { CASE_LANES, type CaseLane } from '@trailmark/core/case';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { caseTimelineQuery } from '../../case-work.ts';
import { CASES_KEY } from '../../cases.ts';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { caseUrl } from '../../url.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { type EditedEvent, EventDialog } from './event-dialog.tsx';
import { LANE_WORDS, TimelineLanes } from './timeline-lanes.tsx';
import { TimelineOverview } from './timeline-overview.tsx';
import { TimelineTable, Undated } from './timeline-table.tsx';
import {
  readTimelineView,
  resizeWindow,
  type Span,
  shiftWindow,
  type TimelineView,
  toTimelineSearch,
  zoomWindow,
} from './timeline-window.ts';
import { formatUtcDay } from './timeline-words.ts';
import { WithdrawnEvents } from './withdrawn-events.tsx';

const DAY = 86_400;
const WIDTHS: readonly (readonly [name: string, seconds: number | undefined])[] = [
  ['All', undefined],
  ['Month', 30 * DAY],
  ['2 weeks', 14 * DAY],
  ['Day', DAY],
  ['Hour', 3600],
];

interface BarProps {
  readonly view: TimelineView;
  readonly window: Span;
  readonly extent: Span;
  readonly onView: (view: Partial<TimelineView>) => void;
}

/** How wide the window is and where, and which lanes are shown. */
function TimelineBar({ view, window, extent, onView }: BarProps) {
  const flip = (lane: CaseLane) => {
    const lanes = CASE_LANES.filter((one) => view.lanes.includes(one) !== (one === lane));
    if (lanes.length > 0) onView({ lanes });
  };
  const width = window.to - window.from;
  return (
    <div className="ct-bar">
      <fieldset className="ct-widths">
        <legend className="tm-sr">Width of the window</legend>
        {WIDTHS.map(([name, seconds]) => (
          <button
            key={name}
            type="button"
            aria-pressed={
              seconds === undefined ? view.window === undefined : view.window !== undefined && width === seconds
            }
            onClick={() =>
              onView({ window: seconds === undefined ? undefined : resizeWindow(window, extent, seconds) })
            }
          >
            {name}
          </button>
        ))}
      </fieldset>
      <b className="tm-sm">
        {formatUtcDay(window.from)} to {formatUtcDay(window.to - 1)}, UTC
      </b>
      <span className="tm-row">
        <button
          type="button"
          className="tm-btn sm"
          aria-label="Earlier"
          onClick={() => onView({ window: shiftWindow(window, extent, -1) })}
        >
          <IconChevronLeft size={16} stroke={1.5} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="tm-btn sm"
          aria-label="Later"
          onClick={() => onView({ window: shiftWindow(window, extent, 1) })}
        >
          <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="tm-btn sm"
          aria-label="Zoom in"
          onClick={() => onView({ window: zoomWindow(window, extent, 'in') })}
        >
          <IconZoomIn size={16} stroke={1.5} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="tm-btn sm"
          aria-label="Zoom out"
          onClick={() => onView({ window: zoomWindow(window, extent, 'out') })}
        >
          <IconZoomOut size={16} stroke={1.5} aria-hidden="true" />
        </button>
      </span>
      <fieldset className="ct-widths">
        <legend className="tm-sr">Lanes</legend>
        {CASE_LANES.map((lane) => (
          <button key={lane} type="button" aria-pressed={view.lanes.includes(lane)} onClick={() => flip(lane)}>
            {LANE_WORDS[lane]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** What a key does to the window: + and - zoom, 0 shows everything, arrows move by a fifth. */
function windowOfKey(key: string, window: Span, extent: Span): Span | 'all' | undefined {
  if (key === '+' || key === '=') return zoomWindow(window, extent, 'in');
  if (key === '-') return zoomWindow(window, extent, 'out');
  if (key === 'ArrowLeft') return shiftWindow(window, extent, -1);
  if (key === 'ArrowRight') return shiftWindow(window, extent, 1);
  return key === '0' ? 'all' : undefined;
}

function isField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea') !== null;
}

interface PictureProps extends BarProps {
  readonly data: CaseTimeline;
}

function TimelinePicture({ data, view, window, extent, onView }: PictureProps) {
  const box = useRef<HTMLElement>(null);
  const latest = useRef({ window, extent, onView });
  latest.current = { window, extent, onView };
  useEffect(() => {
    const element = box.current;
    // A wheel without Ctrl scrolls the page, as everywhere.
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { window: present, extent: whole, onView: show } = latest.current;
      show({ window: zoomWindow(present, whole, event.deltaY < 0 ? 'in' : 'out') });
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = windowOfKey(event.key, window, extent);
    if (next === undefined) return;
    event.preventDefault();
    onView({ window: next === 'all' ? undefined : next });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and move what has the focus
    <section ref={box} tabIndex={0} aria-label="Timeline: + and - zoom, 0 shows all, arrows move" onKeyDown={onKeyDown}>
      <TimelineOverview
        bins={data.overview}
        extent={extent}
        window={window}
        onWindow={(next) => onView({ window: next })}
      />
      <TimelineLanes
        lanes={data.lanes.filter(({ lane }) => view.lanes.includes(lane))}
        window={window}
        selected={view.event}
        onSelect={(event) => onView({ event: view.event === event ? undefined : event })}
      />
      <p className="ct-legend tm-t3 tm-sm">
        Solid: a fact of a ledger or of our own log. Hollow: recorded by a person. Dots: the time is estimated. Bands
        last. A payment is as high as its amount, on a logarithmic scale for each asset. Marks that are too close to
        each other are one with a count.
      </p>
    </section>
  );
}

function Gaps({ data: { gaps } }: { readonly data: CaseTimeline }) {
  if (gaps.length === 0) return null;
  return (
    <details className="tm-note">
      <summary>Left out: {gaps.length}, and why</summary>
      <ul>
        {gaps.map(({ what, why }) => (
          <li key={what}>
            <bdi>{what}</bdi>. {why}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ActionsProps {
  readonly caseId: string;
  readonly rights: CaseTabProps['overview']['rights'];
  readonly window: Span | undefined;
  readonly data: CaseTimeline;
  readonly onAdd: () => void;
}

function TimelineActions({ caseId, rights, window, data, onAdd }: ActionsProps) {
  const client = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => api.call('refreshCaseTimeline', { params: { case: caseId }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  const mayWrite = rights.includes('write');
  return (
    <div className="cs-hd ct-actions">
      <span className="tm-t3 tm-sm">
        {data.readAt === null ? (
          'No ledger was read for this case yet.'
        ) : (
          <>
            Ledgers read <Time seconds={data.readAt} />
          </>
        )}
        {data.unread > 0 && `, ${data.unread} addresses not yet`}
      </span>
      <div className="tm-row">
        {mayWrite && (
          <button type="button" className="tm-btn" disabled={refresh.isPending} onClick={() => refresh.mutate()}>
            <IconRefresh size={16} stroke={1.5} aria-hidden="true" /> Read ledgers again
          </button>
        )}
        {rights.includes('export') && (
          <a
            className="tm-btn"
            href={routeUrl(contract.exportCaseTimeline, { params: { case: caseId }, query: { ...window } })}
            download
          >
            <IconDownload size={16} stroke={1.5} aria-hidden="true" /> Export
          </a>
        )}
        {mayWrite && (
          <button type="button" className="tm-btn pri" onClick={onAdd}>
            <IconPlus size={16} stroke={1.5} aria-hidden="true" /> Add event
          </button>
        )}
      </div>
      {refresh.error && <ErrorPanel error={refresh.error} what="Reading the ledgers" />}
    </div>
  );
}

/** One stream of what happened and what was done about it: overview, five lanes, and the table of the same window. */
export function TimelineTab({ overview: { head, rights }, search }: CaseTabProps) {
  const navigate = useNavigate();
  const view = readTimelineView(search);
  const [edited, setEdited] = useState<EditedEvent | undefined>();
  const { data, error, refetch } = useQuery(caseTimelineQuery(head.id, view.window));
  const onView = (part: Partial<TimelineView>) => {
    const href = caseUrl(head.id, 'timeline', undefined, toTimelineSearch({ ...view, ...part }));
    void navigate({ href, replace: true, resetScroll: false });
  };
  if (error && !data) return <ErrorPanel error={error} what="The timeline" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the timeline">
        <RowBars rows={6} columns={['140px', '70%']} />
      </Skeleton>
    );
  }
  const window = view.window ?? data.window;
  const extent = data.extent ? { from: data.extent.from, to: data.extent.to + 1 } : data.window;
  const mayWrite = rights.includes('write');
  return (
    <div className="tm-stack">
      <TimelineActions
        caseId={head.id}
        rights={rights}
        window={view.window}
        data={data}
        onAdd={() => setEdited('new')}
      />
      {data.extent === null && <Empty>Nothing has a time in this case yet. Pin an address, or enter an event.</Empty>}
      {data.extent && (
        <>
          <TimelineBar view={view} window={window} extent={extent} onView={onView} />
          <TimelinePicture data={data} view={view} window={window} extent={extent} onView={onView} />
          <TimelineTable
            caseId={head.id}
            window={window}
            lanes={view.lanes}
            count={data.lanes
              .filter(({ lane }) => view.lanes.includes(lane))
              .reduce((sum, { count }) => sum + count, 0)}
            selected={view.event}
            onSelect={(event) => onView({ event: view.event === event ? undefined : event })}
            onEdit={mayWrite ? setEdited : undefined}
          />
        </>
      )}
      <Undated events={data.undated} onEdit={mayWrite ? setEdited : undefined} />
      <Gaps data={data} />
      <WithdrawnEvents caseId={head.id} />
      <EventDialog caseId={head.id} edited={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
}
