import './audit.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { contract } from '@trailmark/api/contract';
import type { AuditEventAnswer } from '@trailmark/api/contract/audit';
import { routeUrl } from '@trailmark/api/route-call';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { TableFoot } from '../../components/table-foot.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { VerifierLink } from '../../components/verifier-link.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { demandService } from '../../requests/demands.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AUDIT_PAGE, auditEventsQuery, auditStatusQuery } from './queries.ts';
import { ReviewTab } from './review-tab.tsx';
import { type AuditSearch, auditUrl } from './search.ts';
import { StatusLine } from './status-line.tsx';

const route = getRouteApi('/dashboard/audit');
const EXPORT_URL = routeUrl(contract.exportAuditLog, { query: { from: 0 } });

/** A download cannot ask for a fresh proof itself, so the page asks before it. */
async function exportLog(): Promise<void> {
  if (await demandService.ask('step-up')) window.location.assign(EXPORT_URL);
}

function EventTable({ search }: { readonly search: AuditSearch }) {
  const router = useRouter();
  const query = useInfiniteQuery(auditEventsQuery(search));
  const { data: status } = useQuery(auditStatusQuery());
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = ({ id }: AuditEventAnswer) =>
    void router.navigate({
      href: auditUrl({ ...search, event: search.event === id ? undefined : id }),
      resetScroll: false,
    });
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The audit log" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Skeleton what="the audit log">
        <RowBars rows={12} columns={['150px', '160px', '90px', '160px', '260px', '60px']} />
      </Skeleton>
    );
  }
  if (rows.length === 0)
    return <Empty asOf={status && <StatusLine status={status} />}>No event is as the filters ask.</Empty>;
  return (
    <div>
      <DataTable
        caption="Events of the audit log"
        columns={AUDIT_COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={open}
        opensOnClick
        selectedId={search.event}
        detail={(event) => (event.id === search.event ? <AuditDetail event={event} /> : null)}
        isUpdating={query.isPlaceholderData}
      />
      {query.error !== null && (
        <ErrorPanel error={query.error} what="The next page" onRetry={() => void query.fetchNextPage()} />
      )}
      <TableFoot
        shown={rows.length}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        pageSize={AUDIT_PAGE}
        onMore={() => void query.fetchNextPage()}
      >
        {status && <StatusLine status={status} />}
      </TableFoot>
    </div>
  );
}

function Alarm() {
  const { data } = useQuery(auditStatusQuery());
  const verification = data?.verification;
  if (!verification || verification.isVerified) return null;
  return (
    <div className="tm-error danger" role="alert">
      <p>
        <b>The audit log does not verify.</b> {verification.sentence}
      </p>
    </div>
  );
}

/** The audit log: who did and saw what, with the proof that it was not changed since. */
export function AuditScreen() {
  const search = route.useSearch();
  const tab = search.tab ?? 'log';
  useDocumentTitle(tab === 'review' ? 'Review · Audit log' : 'Audit log');
  return (
    <div className="tm-page tm-stack">
      <div className="au-head">
        <h1 className="tm-title">Audit log</h1>
        <button type="button" className="tm-btn" onClick={() => void exportLog()}>
          Export
        </button>
      </div>
      <p className="tm-prose">
        Every sign-in, look-up, export and change, as it was written with what it tells of. Nobody can edit it; reading
        it is in it. An export is checked anywhere with <VerifierLink file="verify-audit.mjs" />, one file that needs
        Node 20 and nothing else.
      </p>
      <Alarm />
      <Tabs
        label="Audit log"
        current={tab}
        items={[
          { id: 'log', label: 'Events', href: auditUrl() },
          { id: 'review', label: 'Review', href: auditUrl({ tab: 'review' }) },
        ]}
      />
      {tab === 'review' ? (
        <ReviewTab />
      ) : (
        <>
          <AuditFilters key={JSON.stringify({ ...search, event: undefined })} search={search} />
          <EventTable search={search} />
        </>
      )}
    </div>
  );
}
