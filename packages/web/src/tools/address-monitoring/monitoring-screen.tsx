import '../../components/tool-page.css';
import './monitoring.css';
import { IconBell, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { WatchPage, WatchView } from '@trailmark/api/contract/watch';
import { useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import {
  alertsUrl,
  channelsUrl,
  frontierUrl,
  monitoringUrl,
  newWatchUrl,
  WATCHES_KEY,
  watchHealthQuery,
  watchListQuery,
  watchUrl,
} from '../../monitoring.ts';
import { caseUrl } from '../../url.ts';
import { useWorkingCase } from '../../working-case.ts';
import { HealthPanel } from './health-panel.tsx';
import { type MonitoringSearch, monitoringSearch } from './search.ts';
import { WatchStateWord } from './watch-words.tsx';

const PAGE = 50;

function createColumns(
  behind: ReadonlySet<string>,
  { openId, onChoose }: { readonly openId: string | undefined; readonly onChoose: (id: string) => void },
): readonly DataColumn<WatchView>[] {
  return [
    { id: 'number', header: 'Id', cell: ({ number }) => <span className="tm-t3">{number}</span>, isMinor: true },
    {
      id: 'watch',
      header: 'Watch',
      narrow: 'top-left',
      cell: ({ id, name, kind, kindName, subject, targets }) => (
        <span className="am-two">
          <AppLink href={kind === 'frontier' ? frontierUrl(id) : watchUrl(id)}>
            <bdi>{name}</bdi>
          </AppLink>
          <small>
            {kindName},{' '}
            {targets === 1 || kind === 'frontier' ? (
              <bdi className="tm-mono">{subject}</bdi>
            ) : (
              formatPlural(targets, 'address', 'addresses')
            )}
          </small>
        </span>
      ),
    },
    { id: 'when', header: 'Alert when', narrow: 'bottom-left', cell: ({ alertWhen }) => <bdi>{alertWhen}</bdi> },
    { id: 'chain', header: 'Chain', isMinor: true, cell: ({ chain }) => (chain ?? 'all').toUpperCase() },
    {
      id: 'state',
      header: 'State',
      narrow: 'top-right',
      cell: (watch) => <WatchStateWord watch={watch} isBehind={watch.chain !== null && behind.has(watch.chain)} />,
    },
    {
      id: 'last',
      header: 'Last alert',
      narrow: 'bottom-right',
      cell: ({ lastAlertAt }) =>
        lastAlertAt === null ? <span className="tm-t3">no alert yet</span> : <Time seconds={lastAlertAt} />,
    },
    { id: 'month', header: '30 days', align: 'right', cell: ({ alerts }) => formatCount(alerts) },
    { id: 'folded', header: 'Folded', align: 'right', isMinor: true, cell: ({ folded }) => formatCount(folded) },
    {
      id: 'to',
      header: 'Ends',
      align: 'right',
      cell: ({ authority, expiresOn, state }) => {
        const day = expiresOn ?? authority?.to;
        return day ? (
          <span className={state === 'ended' ? 'am-over' : undefined}>{day}</span>
        ) : (
          <span className="tm-t3">no day</span>
        );
      },
    },
    {
      id: 'acts',
      header: <span className="tm-sr">Actions</span>,
      cell: ({ id, number }) => (
        <button
          type="button"
          className="tm-btn sm"
          aria-expanded={openId === id}
          aria-label={`Actions of ${number}`}
          onClick={() => onChoose(id)}
        >
          Actions
        </button>
      ),
    },
  ];
}

function PauseButton({ watch }: { readonly watch: WatchView }) {
  const client = useQueryClient();
  const state = watch.state === 'watching' ? ('paused' as const) : ('watching' as const);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.call('setWatchState', { params: { watch: watch.id }, body: { version: watch.version, state, why: '' } }),
    onSettled: () => client.invalidateQueries({ queryKey: WATCHES_KEY }),
  });
  return (
    <>
      <button type="button" className="tm-btn sm" disabled={isPending} onClick={() => mutate()}>
        {state === 'paused' ? 'Pause' : 'Read again'}
      </button>
      {error && <ErrorPanel error={error} what={`The watch ${watch.number}`} />}
    </>
  );
}

/** Sends an alert the way those of the watch go, and says what it was. */
function TestButton({ watch: { id, number, version } }: { readonly watch: WatchView }) {
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => api.call('testWatch', { params: { watch: id }, body: { version } }),
  });
  return (
    <>
      <button type="button" className="tm-btn sm" disabled={isPending} onClick={() => mutate()}>
        Send a test
      </button>
      <span className="tm-sm" role="status">
        {data && (
          <>
            <AppLink href={alertsUrl({ view: 'all', alert: data.alert })}>Test {data.number}</AppLink> is sent.{' '}
            {data.found === null ? (
              'No transaction of the last 13 weeks meets its rules.'
            ) : (
              <>
                Last met by: <bdi>{data.found}</bdi>.
              </>
            )}
          </>
        )}
      </span>
      {error && <ErrorPanel error={error} what={`The watch ${number}`} />}
    </>
  );
}

/** Removes a watch after a second click: what it found stays. */
function RemoveButton({ watch: { id, number, version } }: { readonly watch: WatchView }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call('removeWatch', { params: { watch: id }, body: { version } }),
    onSettled: () => client.invalidateQueries({ queryKey: WATCHES_KEY }),
  });
  if (!isAsking) {
    return (
      <button type="button" className="tm-btn sm" onClick={() => setAsking(true)}>
        Remove
      </button>
    );
  }
  return (
    <>
      <button type="button" className="tm-btn sm pri" disabled={isPending} onClick={() => mutate()}>
        Remove {number}; its alerts stay
      </button>
      <button type="button" className="tm-btn sm" onClick={() => setAsking(false)}>
        Keep
      </button>
      {error && <ErrorPanel error={error} what={`The watch ${number}`} />}
    </>
  );
}

/** What can be done with the chosen watch. */
function WatchActs({ watch }: { readonly watch: WatchView }) {
  return (
    <div className="am-acts tm-row tm-wrap">
      <AppLink className="tm-btn sm" href={watchUrl(watch.id)}>
        Edit rule
      </AppLink>
      {watch.kind === 'frontier' && (
        <AppLink className="tm-btn sm" href={frontierUrl(watch.id)}>
          Frontier
        </AppLink>
      )}
      <AppLink className="tm-btn sm" href={alertsUrl({ view: 'all', origin: `watch:${watch.id}` })}>
        Alerts of it
      </AppLink>
      <AppLink className="tm-btn sm" href={newWatchUrl({ copy: watch.id })}>
        Copy
      </AppLink>
      <PauseButton watch={watch} />
      <TestButton watch={watch} />
      <RemoveButton key={watch.id} watch={watch} />
      <span className="tm-t3 tm-sm">
        Case{' '}
        <AppLink href={caseUrl(watch.case.id)}>
          <bdi>
            {watch.case.number} {watch.case.title}
          </bdi>
        </AppLink>
        , started by <bdi>{watch.createdBy}</bdi>, <Time seconds={watch.createdAt} />
      </span>
    </div>
  );
}

function WatchTable({
  data,
  search,
  isUpdating,
}: {
  readonly data: WatchPage;
  readonly search: MonitoringSearch;
  readonly isUpdating: boolean;
}) {
  const router = useRouter();
  const health = useQuery(watchHealthQuery());
  const [openId, setOpen] = useState<string | undefined>();
  const behind = health.data?.chains.filter((chain) => chain.behind > 0).map(({ chain }) => chain) ?? [];
  const late = behind.join(' ');
  const columns = useMemo(
    () =>
      createColumns(new Set(late.split(' ')), {
        openId,
        onChoose: (id) => setOpen((present) => (present === id ? undefined : id)),
      }),
    [late, openId],
  );
  const from = (search.offset ?? 0) + 1;
  const to = from + data.items.length - 1;
  const all = search.state ? data.counts[search.state] : data.counts.all;
  return (
    <>
      <DataTable
        caption="Watches"
        columns={columns}
        rows={data.items}
        rowId={({ id }) => id}
        selectedId={openId}
        onSelect={({ id }) => setOpen(openId === id ? undefined : id)}
        onOpen={({ id }) => void router.navigate({ href: watchUrl(id) })}
        detail={(watch) => (watch.id === openId ? <WatchActs watch={watch} /> : null)}
        isUpdating={isUpdating}
      />
      <div className="tm-foot am-foot">
        <span className="am-grow">Watch lists stay on this server.</span>
        <span className="tm-t3">
          <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> open · <kbd>x</kbd> acts
        </span>
        {from > 1 && (
          <AppLink href={monitoringUrl({ ...search, offset: Math.max(0, from - 1 - PAGE) })}>Earlier</AppLink>
        )}
        <span>
          Rows {formatCount(from)} to {formatCount(to)} of {formatCount(all)}
        </span>
        {to < all && <AppLink href={monitoringUrl({ ...search, offset: to })}>Later</AppLink>}
      </div>
    </>
  );
}

/** Watches of the working case, of the reader, or of all cases that the reader may see. */
export function MonitoringScreen() {
  const search = monitoringSearch.parse(useSearch({ strict: false }));
  const [workingCase] = useWorkingCase();
  useDocumentTitle('Address monitoring');
  const scope = search.scope ?? (workingCase ? 'case' : 'agency');
  const { data, error, isPlaceholderData, refetch } = useQuery(
    watchListQuery({
      ...(scope === 'case' && workingCase ? { case: workingCase.id } : {}),
      ...(scope === 'mine' ? { mine: true } : {}),
      ...(search.state ? { state: search.state } : {}),
      offset: search.offset ?? 0,
      limit: PAGE,
    }),
  );
  const scopes = [
    ...(workingCase ? [{ id: 'case', label: 'This case' }] : []),
    { id: 'mine', label: 'Mine' },
    { id: 'agency', label: 'All cases' },
  ];
  const items = scopes.map((each) => ({ ...each, href: monitoringUrl({ scope: each.id, state: search.state }) }));
  const counts = data?.counts;
  return (
    <div className="tm-page tm-stack am-page">
      {workingCase && (
        <Crumbs
          items={[
            { label: <bdi>{`${workingCase.number} ${workingCase.title}`}</bdi>, href: caseUrl(workingCase.id) },
            { label: 'Address monitoring' },
          ]}
        />
      )}
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Address monitoring</h1>
        <div className="tm-row tm-wrap">
          <AppLink className="tm-btn" href={channelsUrl()}>
            Channels
          </AppLink>
          <AppLink className="tm-btn" href={alertsUrl()}>
            <IconBell size={16} stroke={1.5} aria-hidden="true" /> Alerts
          </AppLink>
          <AppLink className="tm-btn pri" href={newWatchUrl()}>
            <IconPlus size={16} stroke={1.5} aria-hidden="true" /> New watch
          </AppLink>
        </div>
      </div>
      <HealthPanel />
      <div className="tm-row tm-between tm-wrap">
        <Tabs label="Whose watches" current={scope} items={items} />
        {counts && (
          <span className="tm-t3 tm-sm">
            {counts.watching} watching, {counts.paused} paused, {counts.ended} ended
          </span>
        )}
      </div>
      {error && !data && <ErrorPanel error={error} what="The list of watches" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="watches">
          <RowBars rows={6} columns={['30%', '20%', '40%']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && (
        <Empty
          action={
            <AppLink className="tm-btn pri" href={newWatchUrl()}>
              New watch
            </AppLink>
          }
        >
          A watch alerts you when an address, cluster, wallet or token of a case moves.
        </Empty>
      )}
      {data && data.items.length > 0 && <WatchTable data={data} search={search} isUpdating={isPlaceholderData} />}
    </div>
  );
}
