import './sources.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SourceStatus } from '@trailmark/api/contract/source';
import { useMemo, useState } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatPlural } from '../../format/number.ts';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { sourcesQuery } from '../../parts/sources/source-queries.ts';
import { useSession } from '../../session.ts';
import { FiltersSection } from './filters-section.tsx';
import { RequestLog } from './request-log.tsx';
import { createSourceColumns } from './source-columns.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { StampAuthoritySection } from './stamp-authority-section.tsx';

const route = getRouteApi('/dashboard/admin-sources');

function describeState(items: readonly SourceStatus[]): string {
  const on = items.filter(({ isOn }) => isOn).length;
  return `${formatPlural(items.length, 'source')}, ${on === 0 ? 'all off' : `${on} on`}. Requests are counted as far as you may see them.`;
}

/** External sources: which are enabled, what they learn, and everything that was requested from them. */
export function SourcesScreen() {
  const { source: wanted } = route.useSearch();
  const { role } = useSession();
  const [changing, setChanging] = useState<SourceStatus | undefined>(undefined);
  const isPlatform = role === 'platform-admin';
  const columns = useMemo(() => createSourceColumns(isPlatform ? setChanging : undefined), [isPlatform]);
  const { data, error, refetch } = useQuery(sourcesQuery());
  useDocumentTitle('Sources');
  return (
    <AdminPage
      tab="sources"
      title="Sources"
      lead="External services that can be queried for the history of one address. All are off until an administrator of the installation turns one on; the operator of a source learns what is requested."
    >
      <div className="so-page tm-stack">
        {error && <ErrorPanel error={error} what="The list of sources" onRetry={() => void refetch()} />}
        {!data && !error && (
          <Skeleton what="sources">
            <RowBars rows={6} columns={['260px', '100px', '60px', '320px', '80px']} />
          </Skeleton>
        )}
        {data && (
          <div>
            <DataTable caption="Sources" columns={columns} rows={data.items} rowId={({ id }) => id} />
            <p className="tm-foot">{describeState(data.items)}</p>
          </div>
        )}
        {isPlatform && <FiltersSection />}
        {isPlatform && <StampAuthoritySection />}
        {(data || wanted === undefined) && <RequestLog source={data?.items.find(({ id }) => id === wanted)} />}
      </div>
      <SourceDialog source={changing} onClose={() => setChanging(undefined)} />
    </AdminPage>
  );
}
