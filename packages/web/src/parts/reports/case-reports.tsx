import { useQuery } from '@tanstack/react-query';
import type { EnhancedReportHead } from '@trailmark/api/contract/enhanced-report';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { reportsUrl, reportUrl } from '../../url.ts';
import { STATE_WORDS } from './report-states.ts';

const COLUMNS: readonly DataColumn<EnhancedReportHead>[] = [
  {
    id: 'title',
    header: 'Report',
    narrow: 'top-left',
    cell: ({ case: of, id, title }) => (
      <AppLink href={reportUrl(of, id)}>
        <bdi>{title}</bdi>
      </AppLink>
    ),
  },
  { id: 'state', header: 'State', narrow: 'top-right', cell: ({ state }) => STATE_WORDS[state ?? 'draft'] },
  { id: 'versions', header: 'Versions', align: 'right', cell: ({ versions }) => versions },
  {
    id: 'changed',
    header: <ZoneSwitch label="Changed" />,
    narrow: 'bottom-right',
    cell: ({ changedAt }) => <Time seconds={changedAt} />,
  },
  { id: 'by', header: 'By', narrow: 'bottom-left', cell: ({ changedBy }) => <bdi>{changedBy}</bdi> },
];

/** Enhanced reports of a case with their states; where there is none, the way to one. */
export function CaseReports({ caseId }: { readonly caseId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['enhanced-reports', 'case', caseId],
    queryFn: ({ signal }) => api.call('listEnhancedReports', { query: { case: caseId }, signal }),
  });
  if (error && !data) return <ErrorPanel error={error} what="The list of reports" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="enhanced reports">
        <RowBars rows={2} columns={['40%', '120px', '60px', '140px']} />
      </Skeleton>
    );
  }
  return data.items.length === 0 ? (
    <Empty action={<AppLink href={reportsUrl()}>Write an enhanced report</AppLink>}>
      This case has no enhanced report yet.
    </Empty>
  ) : (
    <DataTable caption="Enhanced reports of this case" columns={COLUMNS} rows={data.items} rowId={({ id }) => id} />
  );
}
