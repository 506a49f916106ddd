import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { AdminAgency } from '@trailmark/api/contract/admin-agencies';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { useSession } from '../../session.ts';
import { KIND_WORDS } from './admin-words.ts';
import { AgencyDialog } from './agency-dialog.tsx';
import { agenciesQuery } from './queries.ts';
import { agencyUrl, usersUrl } from './search.ts';

/** Taken seats of those there are. */
export function Seats({ agency: { seats, seatsUsed } }: { readonly agency: AdminAgency }) {
  if (seats === null) return `${formatCount(seatsUsed)}, no limit`;
  return `${formatCount(seatsUsed)} of ${formatCount(seats)}`;
}

const COLUMNS: readonly DataColumn<AdminAgency>[] = [
  {
    id: 'name',
    header: 'Agency',
    narrow: 'top-left',
    cell: ({ id, name }) => (
      <AppLink href={agencyUrl(id)}>
        <bdi>{name}</bdi>
      </AppLink>
    ),
  },
  { id: 'kind', header: 'Kind', isMinor: true, cell: ({ kind }) => KIND_WORDS[kind] },
  {
    id: 'country',
    header: 'Country',
    isMinor: true,
    cell: ({ country }) => country ?? <span className="tm-t3">–</span>,
  },
  {
    id: 'status',
    header: 'Status',
    narrow: 'top-right',
    cell: ({ status }) => (status === 'active' ? 'Active' : <b className="ad-late">Suspended</b>),
  },
  {
    id: 'seats',
    header: 'Seats taken',
    align: 'right',
    narrow: 'bottom-right',
    cell: (agency) => (
      <>
        <span className="tm-narrow">seats </span>
        <Seats agency={agency} />
      </>
    ),
  },
  {
    id: 'accounts',
    header: 'Accounts',
    align: 'right',
    cell: ({ id, accounts }) => <AppLink href={usersUrl({ agency: id })}>{formatCount(accounts)}</AppLink>,
  },
  { id: 'waiting', header: 'Waiting', align: 'right', isMinor: true, cell: ({ waiting }) => formatCount(waiting) },
  { id: 'admins', header: 'Administrators', align: 'right', isMinor: true, cell: ({ admins }) => formatCount(admins) },
  {
    id: 'domains',
    header: 'Mail domains',
    narrow: 'bottom-left',
    cell: ({ domains: [first, ...others] }) =>
      first ? (
        <>
          {first.domain}
          {others.length > 0 && <span className="tm-t3"> +{others.length}</span>}
        </>
      ) : (
        <span className="tm-t3">none</span>
      ),
  },
];

/** Agencies with their seats and domains. */
export function AgenciesScreen() {
  const router = useRouter();
  const { role } = useSession();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(agenciesQuery());
  const isPlatform = role === 'platform-admin';
  const title = isPlatform ? 'Agencies' : 'Agency';
  useDocumentTitle(title);
  return (
    <AdminPage
      tab="agencies"
      title={title}
      lead="An agency is a tenant: its people share cases, and nobody else sees its rows. Addresses of its mail domains may ask for an account."
      actions={
        isPlatform && (
          <button type="button" className="tm-btn pri" onClick={() => setAdding(true)}>
            Add an agency
          </button>
        )
      }
    >
      {error && <ErrorPanel error={error} what="The list of agencies" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="agencies">
          <RowBars rows={5} columns={['260px', '100px', '80px', '80px', '160px']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && <Empty>No agency yet.</Empty>}
      {data && data.items.length > 0 && (
        <div>
          <DataTable
            caption="Agencies"
            columns={COLUMNS}
            rows={data.items}
            rowId={({ id }) => id}
            onOpen={({ id }) => void router.navigate({ href: agencyUrl(id) })}
          />
          <p className="tm-foot">{formatPlural(data.items.length, 'agency', 'agencies')}</p>
        </div>
      )}
      <AgencyDialog agency={isAdding ? 'new' : undefined} onClose={() => setAdding(false)} />
    </AdminPage>
  );
}
