import { useQuery } from '@tanstack/react-query';
import type { AlertHead } from '@trailmark/api/contract/alert';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { alertListQuery, alertsUrl } from '../../monitoring.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { CaseWatches } from './case-watches.tsx';

const SHOWN = 200;

function describeState({ state, retracted, assignee }: AlertHead): string {
  if (retracted) return `withdrawn: ${retracted.why}`;
  return assignee === null ? state : `${state}, ${assignee.name}`;
}

function toColumns(caseId: string): readonly DataColumn<AlertHead>[] {
  return [
    {
      id: 'alert',
      header: 'Alert',
      narrow: 'top-left',
      cell: ({ id, number, mark, title }) => (
        <span>
          <EvidenceMark kind={mark} />{' '}
          <AppLink href={alertsUrl({ view: 'all', case: caseId, alert: id })}>
            <b className="tm-m">{number}</b>
          </AppLink>{' '}
          <bdi>{title}</bdi>
        </span>
      ),
    },
    { id: 'kind', header: 'Kind', narrow: 'bottom-left', cell: ({ kindName }) => kindName },
    { id: 'state', header: 'State', narrow: 'bottom-right', cell: (alert) => <bdi>{describeState(alert)}</bdi> },
    {
      id: 'at',
      header: <ZoneSwitch label="Raised" />,
      narrow: 'top-right',
      cell: ({ raisedAt }) => <Time seconds={raisedAt} />,
    },
  ];
}

function Alerts({ caseId }: { readonly caseId: string }) {
  const query = { view: 'all', case: caseId, origin: undefined, offset: 0, limit: SHOWN } as const;
  const { data, error, refetch } = useQuery(alertListQuery(query));
  if (error && !data) return <ErrorPanel error={error} what="The list of alerts" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="alerts">
        <RowBars rows={5} columns={['45%', '120px', '140px', '140px']} />
      </Skeleton>
    );
  }
  if (data.items.length === 0) {
    return (
      <Empty>
        No alert was raised for this case. Watches of its addresses, changes of lists and interests of others raise
        them.
      </Empty>
    );
  }
  const rest = data.counts.all - data.items.length;
  return (
    <div className="tm-stack">
      <DataTable caption="Alerts of this case" columns={toColumns(caseId)} rows={data.items} rowId={({ id }) => id} />
      <p className="tm-foot">
        {formatPlural(data.items.length, 'alert')}
        {rest > 0 && `, ${formatCount(rest)} earlier ones in the inbox`}.{' '}
        <AppLink href={alertsUrl({ view: 'open', case: caseId })}>Handle them in the inbox</AppLink>
      </p>
    </div>
  );
}

/** What the server noticed for this case (payments of what it watches, changes of lists, conflicts), and what it watches. */
export function AlertsTab({ overview: { head } }: CaseTabProps) {
  return (
    <div className="tm-stack cs-alerts">
      <Alerts caseId={head.id} />
      <CaseWatches caseId={head.id} />
    </div>
  );
}
