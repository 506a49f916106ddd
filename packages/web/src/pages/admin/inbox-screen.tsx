import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ContactMessage } from '@trailmark/api/contract/admin-post';
import { MESSAGE_STATUSES } from '@trailmark/api/contract/statuses';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { ZoneSwitch } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { MESSAGE_WORDS } from './admin-words.ts';
import { inboxQuery, PAGE_SIZE } from './queries.ts';
import { inboxUrl, messageUrl } from './search.ts';
import { StatusChips } from './status-chips.tsx';
import { RowMoment } from './user-columns.tsx';

const route = getRouteApi('/dashboard/admin-inbox');

const COLUMNS: readonly DataColumn<ContactMessage>[] = [
  {
    id: 'at',
    header: <ZoneSwitch label="Received" />,
    narrow: 'bottom-right',
    cell: ({ id, at }) => (
      <AppLink href={messageUrl(id)}>
        <RowMoment iso={at} none="" />
      </AppLink>
    ),
  },
  {
    id: 'from',
    header: 'From, as typed',
    narrow: 'top-left',
    cell: ({ name, email }) => (
      <span className="ad-who">
        <QuotedText text={name || 'no name'} />
        <span className="tm-t3 tm-sm">
          <bdi>{email || 'no address'}</bdi>
        </span>
      </span>
    ),
  },
  { id: 'excerpt', header: 'Message', isMinor: true, cell: ({ excerpt }) => <QuotedText text={excerpt} /> },
  {
    id: 'status',
    header: 'Status',
    narrow: 'top-right',
    cell: ({ status }) => (status === 'new' ? <b className="tm-m">New</b> : MESSAGE_WORDS[status]),
  },
];

const CHIPS = [
  { id: undefined, label: 'Every status', href: inboxUrl() },
  ...MESSAGE_STATUSES.map((status) => ({ id: status, label: MESSAGE_WORDS[status], href: inboxUrl({ status }) })),
];

/** What strangers sent with the contact form. */
export function InboxScreen() {
  const search = route.useSearch();
  const router = useRouter();
  const query = useInfiniteQuery(inboxQuery(search));
  const { data, error, isPlaceholderData, refetch } = query;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  useDocumentTitle('Contact inbox');
  return (
    <AdminPage
      tab="inbox"
      title="Contact inbox"
      lead="Messages of the public contact form. Names and addresses are what a stranger typed: nothing of them was checked."
    >
      <StatusChips chips={CHIPS} current={search.status} />
      {error && !data && <ErrorPanel error={error} what="The inbox" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="messages">
          <RowBars rows={5} columns={['160px', '200px', '320px', '60px']} />
        </Skeleton>
      )}
      {data && rows.length === 0 && (
        <Empty>{search.status === undefined ? 'No message yet.' : 'No message has this status.'}</Empty>
      )}
      {rows.length > 0 && (
        <div>
          <DataTable
            caption="Contact messages"
            columns={COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            isUpdating={isPlaceholderData}
            onOpen={({ id }) => void router.navigate({ href: messageUrl(id) })}
          />
          <PagedFoot query={query} shown={rows.length} pageSize={PAGE_SIZE} asOf={undefined} />
        </div>
      )}
    </AdminPage>
  );
}
