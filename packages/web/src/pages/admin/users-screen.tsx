import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { useSession } from '../../session.ts';
import { Proposals } from './proposals.tsx';
import { PAGE_SIZE, saveUsers, usersQuery } from './queries.ts';
import { usersUrl, userUrl } from './search.ts';
import { USER_COLUMNS } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';

const route = getRouteApi('/dashboard/admin-users');

type Page = Answer<'listUsers'>;

/** What waits for a decision, in one line; nothing while nothing does. */
function Waiting({ page: { waiting, reviewDue } }: { readonly page: Page }) {
  if (waiting.count === 0 && reviewDue === 0) return null;
  return (
    <p className="tm-note">
      {waiting.count > 0 && (
        <>
          <AppLink href={usersUrl({ status: 'awaiting-approval' })}>
            {waiting.count === 1 ? 'One account waits' : `${formatCount(waiting.count)} accounts wait`} for approval
          </AppLink>
          {waiting.overdue > 0 && <b className="ad-late">, {formatCount(waiting.overdue)} overdue</b>}.{' '}
        </>
      )}
      {reviewDue > 0 && (
        <AppLink href={usersUrl({ review: 'due' })}>
          {formatPlural(reviewDue, 'account')} due for the yearly review
        </AppLink>
      )}
    </p>
  );
}

function ExportButton({ total }: { readonly total: number | undefined }) {
  const search = route.useSearch();
  const saving = useMutation({ mutationFn: () => saveUsers(search) });
  return (
    <>
      <button type="button" className="tm-btn" disabled={saving.isPending || !total} onClick={() => saving.mutate()}>
        {total === undefined ? 'Export all' : `Export all ${formatCount(total)}`}
      </button>
      {saving.error && <ErrorPanel error={saving.error} what="The file" />}
    </>
  );
}

/** Every account within reach: those that wait for approval first. */
export function UsersScreen() {
  const search = route.useSearch();
  const router = useRouter();
  const { role } = useSession();
  const query = useInfiniteQuery(usersQuery(search));
  const { data, error, isPlaceholderData, refetch } = query;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = data?.pages ?? [];
  useDocumentTitle('Users');
  return (
    <AdminPage tab="users" title="Users" actions={<ExportButton total={first?.total} />}>
      <Proposals />
      {first && <Waiting page={first} />}
      <UserFilters key={search.q ?? ''} search={search} isPlatform={role === 'platform-admin'} />
      {error && !data && <ErrorPanel error={error} what="The list of users" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="users">
          <RowBars rows={8} columns={['220px', '140px', '180px', '120px', '60px', '140px']} />
        </Skeleton>
      )}
      {data && rows.length === 0 && (
        <Empty
          action={
            <AppLink className="tm-btn sm" href={usersUrl()}>
              Show everybody
            </AppLink>
          }
        >
          No account fits these filters.
        </Empty>
      )}
      {rows.length > 0 && (
        <div>
          <DataTable
            caption="Users"
            columns={USER_COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            isUpdating={isPlaceholderData}
            onOpen={({ id }) => void router.navigate({ href: userUrl(id) })}
          />
          <PagedFoot query={query} shown={rows.length} total={first?.total} pageSize={PAGE_SIZE} asOf={undefined} />
        </div>
      )}
    </AdminPage>
  );
}
