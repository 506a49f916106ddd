import '../../components/tool-page.css';
import './monitoring.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { AlertHead, AlertPage } from '@trailmark/api/contract/alert';
import { useEffect, useRef } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount } from '../../format/number.ts';
import { ALERTS_KEY, alertListQuery, alertsUrl, monitoringUrl } from '../../monitoring.ts';
import { useHotkeys } from '../../shell/hotkeys.ts';
import { AlertPanel } from './alert-detail.tsx';
import { followAlerts } from './follow-alerts.ts';
import { type InboxSearch, inboxSearch } from './search.ts';

const PAGE = 50;

/** Reads the list and the counts again whenever an alert changes. */
function useLiveAlerts(): void {
  const client = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    void followAlerts(leaving.signal, () => void client.invalidateQueries({ queryKey: ALERTS_KEY }));
    return () => leaving.abort();
  }, [client]);
}

function tailOf({ retracted, state, origins }: AlertHead): string {
  if (retracted) return 'Retracted';
  if (state !== 'new') return state.charAt(0).toUpperCase() + state.slice(1);
  return origins[0]?.name.split(' ')[0] ?? '';
}

function AlertRow({
  alert,
  isOpen,
  href,
}: {
  readonly alert: AlertHead;
  readonly isOpen: boolean;
  readonly href: string;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const { mark, title, summary, raisedAt, state, retracted, origins } = alert;
  const others = origins.length > 1 ? `, ${origins.length} watches` : '';
  return (
    <li ref={row} className={isOpen ? 'am-row sel' : 'am-row'}>
      <AppLink href={href} aria-current={isOpen ? 'true' : undefined}>
        <i className={state === 'new' && !retracted ? 'am-dot' : 'am-dot none'} aria-hidden="true" />
        <EvidenceMark kind={mark} />
        <span className="am-two">
          <bdi className={retracted ? 'am-struck' : state === 'new' ? 'am-new' : undefined}>{title}</bdi>
          <small>
            <bdi>{summary}</bdi>
            {others}
          </small>
        </span>
        <span className="am-two am-end">
          <Time seconds={raisedAt} />
          <small className={retracted ? 'am-over' : undefined}>{tailOf(alert)}</small>
        </span>
      </AppLink>
    </li>
  );
}

function ViewTabs({ data, search }: { readonly data: AlertPage | undefined; readonly search: InboxSearch }) {
  const { counts } = data ?? {};
  const views = [
    ['new', 'New'],
    ['mine', 'Mine'],
    ['open', 'Open'],
    ['all', 'All'],
  ] as const;
  const items = views.map(([id, label]) => ({
    id,
    label: counts ? `${label} ${formatCount(counts[id])}` : label,
    href: alertsUrl({ view: id, origin: search.origin, case: search.case }),
  }));
  return <Tabs label="Which alerts" current={search.view ?? 'open'} items={items} />;
}

function Keys() {
  const keys = [
    ['j k', 'next, previous'],
    ['a', 'acknowledge and next'],
    ['s', 'assign'],
    ['e', 'escalate'],
    ['w', 'close with reason'],
    ['z', 'open again'],
  ] as const;
  return (
    <footer className="am-keys tm-sm tm-t2">
      {keys.map(([key, words]) => (
        <span key={key}>
          <kbd>{key}</kbd> {words}
        </span>
      ))}
    </footer>
  );
}

function ListFoot({ data, search }: { readonly data: AlertPage; readonly search: InboxSearch }) {
  const from = search.offset ?? 0;
  const all = data.counts[search.view ?? 'open'];
  const to = from + data.items.length;
  return (
    <div className="tm-foot am-foot">
      {from > 0 && (
        <AppLink href={alertsUrl({ ...search, alert: undefined, offset: Math.max(0, from - PAGE) || undefined })}>
          Later ones
        </AppLink>
      )}
      <span>
        {formatCount(from + 1)} to {formatCount(to)} of {formatCount(all)}
      </span>
      {to < all && <AppLink href={alertsUrl({ ...search, alert: undefined, offset: to })}>Earlier ones</AppLink>}
    </div>
  );
}

/** The inbox: alerts in a list, the open one next to it. One key acknowledges and opens the next. */
export function InboxScreen() {
  const search = inboxSearch.parse(useSearch({ strict: false }));
  const router = useRouter();
  const { view = 'open', alert: openId, origin, case: caseId, offset = 0 } = search;
  useLiveAlerts();
  const query = { view, origin, case: caseId, offset, limit: PAGE };
  const { data, error, refetch } = useQuery(alertListQuery(query));
  const items = data?.items ?? [];
  const at = items.findIndex(({ id }) => id === openId);
  const fresh = data?.counts.new ?? 0;
  useDocumentTitle(fresh > 0 ? `(${fresh}) Alerts` : 'Alerts');
  const open = (alert: AlertHead | undefined) => {
    if (alert) void router.navigate({ href: alertsUrl({ ...search, alert: alert.id }), replace: openId !== undefined });
  };
  const next = () => open(items[at + 1] ?? items[at - 1]);
  useHotkeys({ j: () => open(items[at + 1]), k: () => open(items[Math.max(0, at - 1)]), n: next });
  return (
    <div className={openId === undefined ? 'tm-page am-inbox' : 'tm-page am-inbox has-open'}>
      <div className="am-list">
        <Crumbs items={[{ label: 'Address monitoring', href: monitoringUrl() }, { label: 'Alerts' }]} />
        <h1 className="tm-title">Alerts</h1>
        <ViewTabs data={data} search={search} />
        {origin !== undefined && (
          <p className="tm-sm">
            Of one watch. <AppLink href={alertsUrl({ view })}>Show all</AppLink>
          </p>
        )}
        {error && !data && <ErrorPanel error={error} what="The inbox" onRetry={() => void refetch()} />}
        {!data && !error && (
          <Skeleton what="alerts">
            <RowBars rows={8} columns={['30%', '20%', '40%']} />
          </Skeleton>
        )}
        {data && items.length === 0 && (
          <Empty
            action={
              view === 'all' ? undefined : (
                <AppLink href={alertsUrl({ view: 'all', origin })}>Show acknowledged and closed</AppLink>
              )
            }
          >
            {formatCount(fresh)} new alerts. {data.counts.last === null ? 'No alert yet.' : 'Nothing is in this view.'}
          </Empty>
        )}
        {items.length > 0 && (
          <ol className="am-rows">
            {items.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                isOpen={alert.id === openId}
                href={alertsUrl({ ...search, alert: alert.id })}
              />
            ))}
          </ol>
        )}
        {data && items.length > 0 && <ListFoot data={data} search={search} />}
      </div>
      <div className="am-open">
        {openId === undefined ? (
          <p className="tm-t2 am-hint">
            Choose an alert, or press <kbd>j</kbd>.
          </p>
        ) : (
          <>
            <AppLink className="am-back" href={alertsUrl({ ...search, alert: undefined })}>
              All alerts
            </AppLink>
            <AlertPanel key={openId} id={openId} onDone={next} />
          </>
        )}
      </div>
      <Keys />
    </div>
  );
}
