import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { CASE_EVENTS_PAGE, caseEventsQuery } from '../../cases.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import type { CaseTabProps } from './case-tabs.tsx';
import { KeepingSection } from './keeping-section.tsx';

type Event = Answer<'listCaseEvents'>['items'][number];

const COLUMNS: readonly DataColumn<Event>[] = [
  {
    id: 'at',
    header: <ZoneSwitch label="When" />,
    cell: ({ at }) => <Time seconds={at} />,
    narrow: 'top-left',
    width: '190px',
  },
  { id: 'who', header: 'Who', cell: ({ who }) => <bdi>{who}</bdi>, narrow: 'top-right' },
  {
    id: 'what',
    header: 'What',
    narrow: 'bottom-left',
    cell: ({ what, outcome }) => (
      <>
        <bdi>{what}</bdi>
        {outcome !== 'success' && <b className="cs-late"> {outcome}</b>}
      </>
    ),
  },
  {
    id: 'action',
    header: 'In the log',
    isMinor: true,
    cell: ({ action }) => <span className="tm-mono tm-sm">{action}</span>,
  },
  {
    id: 'source',
    header: 'From',
    isMinor: true,
    cell: ({ source }) => source ?? <span className="tm-t3">the server itself</span>,
  },
];

/** What the audit log holds of the case, how long the case is kept, and the case as a file. */
export function AuditTab({ overview }: CaseTabProps) {
  const [isAll, setAll] = useState(false);
  const query = useInfiniteQuery(caseEventsQuery(overview.head.id, !isAll));
  const { data, error, refetch } = query;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="tm-stack">
      <KeepingSection overview={overview} />
      <section className="tm-stack tm-sect">
        <div className="cs-hd">
          <h2 className="tm-h">What was done here</h2>
          <span className="tm-t3 tm-sm">from the hash-chained log of this server: a fact of the log</span>
          <label className="tm-row tm-sm">
            <input type="checkbox" checked={isAll} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
            Views too
          </label>
        </div>
        {error && !data && <ErrorPanel error={error} what="The log of the case" onRetry={() => void refetch()} />}
        {!data && !error && (
          <Skeleton what="the log of the case">
            <RowBars rows={6} columns={['160px', '140px', '40%']} />
          </Skeleton>
        )}
        {data && rows.length === 0 && <Empty>The log holds nothing of this case.</Empty>}
        {rows.length > 0 && (
          <div>
            <DataTable caption="Log of the case" columns={COLUMNS} rows={rows} rowId={({ id }) => id} />
            <PagedFoot
              query={query}
              shown={rows.length}
              total={undefined}
              pageSize={CASE_EVENTS_PAGE}
              asOf={undefined}
            />
          </div>
        )}
      </section>
    </div>
  );
}
