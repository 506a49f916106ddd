import { useQuery } from '@tanstack/react-query';
import type { WatchView } from '@trailmark/api/contract/watch';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { newWatchUrl, watchListQuery, watchUrl } from '../../monitoring.ts';

const SHOWN = 200;

const COLUMNS: readonly DataColumn<WatchView>[] = [
  {
    id: 'watch',
    header: 'Watch',
    narrow: 'top-left',
    cell: ({ id, number, name }) => (
      <AppLink href={watchUrl(id)}>
        <b className="tm-m">{number}</b> <bdi>{name}</bdi>
      </AppLink>
    ),
  },
  {
    id: 'subject',
    header: 'Subject',
    narrow: 'bottom-left',
    cell: ({ kindName, subject, targets }) =>
      targets > 1 ? (
        formatPlural(targets, 'address', 'addresses')
      ) : (
        <span className="cs-what">
          {kindName} <bdi className="tm-mono">{subject}</bdi>
        </span>
      ),
  },
  { id: 'state', header: 'State', narrow: 'top-right', cell: ({ state }) => state },
  { id: 'alerts', header: 'Alerts, 30 days', align: 'right', cell: ({ alerts }) => formatCount(alerts) },
  {
    id: 'last',
    header: 'Last alert',
    isMinor: true,
    cell: ({ lastAlertAt }) =>
      lastAlertAt === null ? <span className="tm-none">no alert yet</span> : <Time seconds={lastAlertAt} />,
  },
];

/** What is watched for a case: where its alerts come from, or that nothing is watched yet. */
export function CaseWatches({ caseId }: { readonly caseId: string }) {
  const { data, error, refetch } = useQuery(watchListQuery({ case: caseId, offset: 0, limit: SHOWN }));
  const rest = data ? data.counts.all - data.items.length : 0;
  return (
    <section className="tm-stack" aria-labelledby="case-watches">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h" id="case-watches">
          Watches
        </h2>
        <AppLink href={newWatchUrl()}>New watch</AppLink>
      </div>
      {error && !data && <ErrorPanel error={error} what="The list of watches" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="watches">
          <RowBars rows={3} columns={['30%', '40%', '80px', '60px']} />
        </Skeleton>
      )}
      {data?.items.length === 0 && <p className="tm-t3">Nothing is watched for this case.</p>}
      {data && data.items.length > 0 && (
        <DataTable caption="Watches of this case" columns={COLUMNS} rows={data.items} rowId={({ id }) => id} />
      )}
      {rest > 0 && <p className="tm-foot">{formatCount(rest)} more are listed in address monitoring.</p>}
    </section>
  );
}
