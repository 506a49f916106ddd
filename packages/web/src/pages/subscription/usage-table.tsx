import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';

type Row = Answer<'listUsage'>['items'][number];

function usageQuery() {
  return queryOptions({ queryKey: ['usage'], queryFn: ({ signal }) => api.call('listUsage', { signal }) });
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'name',
    header: 'Person',
    narrow: 'top-left',
    cell: ({ name, email, status }) => (
      <>
        <span className="tm-m">{name}</span> <span className="tm-t3 tm-sm">{email}</span>
        {status !== 'active' && <span className="tm-t3 tm-sm">, {status}</span>}
      </>
    ),
  },
  { id: 'agency', header: 'Agency', isMinor: true, cell: ({ agency }) => agency },
  {
    id: 'lookups',
    header: 'Searches',
    align: 'right',
    narrow: 'top-right',
    cell: ({ lookUps }) => (
      <>
        {formatCount(lookUps)}
        <span className="tm-narrow"> searches</span>
      </>
    ),
  },
  { id: 'exports', header: 'Exports', align: 'right', cell: (row) => formatCount(row.exports) },
  {
    id: 'last',
    header: 'Last active',
    narrow: 'bottom-left',
    cell: ({ lastAt }) =>
      lastAt === null ? <span className="tm-t3">not in these 30 days</span> : <UtcTime iso={lastAt} />,
  },
];

/** What each person used in the last 30 days, for administrators. */
export function UsageTable() {
  const { data, error, refetch } = useQuery(usageQuery());
  return (
    <section className="tm-sect" aria-labelledby="up-people">
      <h2 className="tm-h" id="up-people">
        Use by person, last 30 days
      </h2>
      {error && <ErrorPanel error={error} what="The use by person" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="use by person">
          <RowBars rows={4} columns={['240px', '80px', '80px', '160px']} />
        </Skeleton>
      )}
      {data && (
        <div>
          <DataTable caption="Use by person" columns={COLUMNS} rows={data.items} rowId={({ account }) => account} />
          <p className="tm-foot">
            <span>
              {formatPlural(data.items.length, 'person', 'people')}, counted from the audit log since{' '}
              <UtcTime iso={data.since} />
            </span>
          </p>
        </div>
      )}
    </section>
  );
}
