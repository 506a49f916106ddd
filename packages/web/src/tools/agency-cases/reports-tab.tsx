import { useQuery } from '@tanstack/react-query';
import type { CaseReport } from '@trailmark/api/contract/case-custody';
import { caseReportsQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { CaseReports } from '../../parts/reports/case-reports.tsx';
import { caseUrl } from '../../url.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { shortHash } from './custody-ledger.tsx';

function toColumns(caseId: string): readonly DataColumn<CaseReport>[] {
  return [
    {
      id: 'title',
      header: 'What',
      narrow: 'top-left',
      cell: ({ title, number, tab }) => (
        <span>
          {number && (
            <AppLink href={caseUrl(caseId, tab ?? 'evidence')}>
              <b className="tm-m">{number}</b>
            </AppLink>
          )}{' '}
          <bdi>{title}</bdi>
        </span>
      ),
    },
    {
      id: 'kind',
      header: 'Kept',
      narrow: 'top-right',
      cell: ({ kind }) => (kind === 'pinned' ? 'pinned here' : <span className="tm-t3">on request, not kept</span>),
    },
    { id: 'who', header: 'Who made it', narrow: 'bottom-left', cell: ({ who }) => <bdi>{who}</bdi> },
    {
      id: 'at',
      header: <ZoneSwitch label="When" />,
      narrow: 'bottom-right',
      cell: ({ at }) => <Time seconds={at} />,
    },
    {
      id: 'hash',
      header: 'SHA-256',
      isMinor: true,
      cell: ({ hash }) =>
        hash === null ? (
          <span className="tm-none">not known here</span>
        ) : (
          <span className="tm-mono tm-nw" title={hash}>
            {shortHash(hash)}
          </span>
        ),
    },
  ];
}

/** What was made of the case to be given to others: documents that are pinned, and files that were requested. A request that was refused is in the log as well: whether a file left is not known. */
export function ReportsTab({ overview: { head } }: CaseTabProps) {
  const { data, error, refetch } = useQuery(caseReportsQuery(head.id));
  if (error && !data) return <ErrorPanel error={error} what="The list of reports" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="reports">
        <RowBars rows={5} columns={['40%', '120px', '140px', '140px']} />
      </Skeleton>
    );
  }
  return (
    <div className="tm-stack">
      <CaseReports caseId={head.id} />
      {data.items.length === 0 ? (
        <Empty>
          No other file was made of this case yet. Request packets and exports that are added to the case are listed
          here, and each file of the case, its timeline or its custody that somebody asks for.
        </Empty>
      ) : (
        <DataTable
          caption="Reports and exported files"
          columns={toColumns(head.id)}
          rows={data.items}
          rowId={({ id }) => id}
        />
      )}
      {data.isCut && <p className="tm-t3 tm-sm">The last 500 of each kind are shown; the Audit tab has all.</p>}
    </div>
  );
}
