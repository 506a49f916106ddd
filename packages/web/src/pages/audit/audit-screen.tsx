import './audit.css';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { contract } from '@trailmark/api/contract';
import type { AuditEventAnswer } from '@trailmark/api/contract/audit';
import { routeUrl } from '@trailmark/api/route-call';
import { api } from '../../api.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { TableFoot } from '../../components/table-foot.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { VerifierLink } from '../../components/verifier-link.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { demandService } from '../../requests/demands.ts';
import { useSession } from '../../session.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { Faults } from './faults.tsx';
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

interface EventTableProps {
  readonly search: AuditSearch;
  /** Of the own agency alone, without proofs and checkpoints. */
  readonly isOfAgency: boolean;
}

function EventTable({ search, isOfAgency }: EventTableProps) {
  const router = useRouter();
  const query = useInfiniteQuery(auditEventsQuery(search, isOfAgency));
  const { data: status } = useQuery({ ...auditStatusQuery(), enabled: !isOfAgency });
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
    return (
      <>
        <Faults sentences={query.data.pages.flatMap(({ faults }) => faults)} />
        <Empty asOf={status && <StatusLine status={status} />}>No event is as the filters ask.</Empty>
      </>
    );
  return (
    <div>
      <Faults sentences={query.data.pages.flatMap(({ faults }) => faults)} />
      <DataTable
        caption="Events of the audit log"
        columns={AUDIT_COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={open}
        opensOnClick
        selectedId={search.event}
        detail={(event) => (event.id === search.event ? <AuditDetail event={event} hasProof={!isOfAgency} /> : null)}
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

/** Checks the whole log on request, in addition to once a day. */
function VerifyNow() {
  const client = useQueryClient();
  const { data } = useQuery(auditStatusQuery());
  const verify = useMutation({
    mutationFn: () => api.call('verifyAuditLog', { body: {} }),
    onSuccess: (status) => client.setQueryData(auditStatusQuery().queryKey, status),
  });
  const isBusy = verify.isPending || data?.isVerifying === true;
  return (
    <>
      <button type="button" className="tm-btn" disabled={isBusy} onClick={() => verify.mutate()}>
        {isBusy ? 'Checking the whole log' : 'Verify now'}
      </button>
      {verify.error && <ErrorPanel error={verify.error} what="The check" />}
    </>
  );
}

/** The log of the own agency, for its administrators. */
function AgencyLog() {
  const search = route.useSearch();
  useDocumentTitle('Audit log of the agency');
  return (
    <div className="tm-page tm-stack">
      <h1 className="tm-title">Audit log of your agency</h1>
      <p className="tm-prose">
        Every sign-in, look-up, export and change by people of your agency, as it was written. Nobody can edit it;
        reading it is in it. Auditors of the installation see the whole log and its proofs.
      </p>
      <AuditFilters key={JSON.stringify({ ...search, event: undefined })} search={search} />
      <EventTable search={search} isOfAgency />
    </div>
  );
}

/** The audit log: all of it for auditors, that of their agency for administrators. */
export function AuditScreen() {
  const { isAdmin } = useSession();
  return isAdmin ? <AgencyLog /> : <WholeLog />;
}

/** The audit log: who did and saw what, with the proof that it was not changed since. */
function WholeLog() {
  const search = route.useSearch();
  const tab = search.tab ?? 'log';
  useDocumentTitle(tab === 'review' ? 'Review · Audit log' : 'Audit log');
  return (
    <div className="tm-page tm-stack">
      <div className="au-head">
        <h1 className="tm-title">Audit log</h1>
        <span className="tm-row">
          <VerifyNow />
          <button type="button" className="tm-btn" onClick={() => void exportLog()}>
            Export
          </button>
        </span>
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
          <EventTable search={search} isOfAgency={false} />
        </>
      )}
    </div>
  );
}
