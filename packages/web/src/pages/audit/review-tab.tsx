import { useQuery } from '@tanstack/react-query';
import type { AuditFinding } from '@trailmark/api/contract/audit';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatPlural } from '../../format/number.ts';
import { Faults } from './faults.tsx';
import { auditReviewQuery } from './queries.ts';
import { auditUrl } from './search.ts';

const day = (text: string): string => text.slice(0, 10);

/** The events behind a finding, as near as the filters of the log come. */
function toEventsUrl({ accounts, subject, from, to }: AuditFinding): string {
  const [account] = accounts.length === 1 ? accounts : [];
  return auditUrl({
    account: account?.id,
    object: account ? undefined : (subject ?? undefined),
    from: day(from),
    to: day(to),
  });
}

const COLUMNS: readonly DataColumn<AuditFinding>[] = [
  {
    id: 'title',
    header: 'Finding',
    narrow: 'top-left',
    cell: ({ title }) => <span className="tm-m tm-nw">{title}</span>,
  },
  {
    id: 'who',
    header: 'Who',
    narrow: 'top-right',
    cell: ({ accounts, subject }) => {
      const names = accounts.map(({ name }) => name ?? 'Former account').join(', ') || (subject ?? 'Visitors');
      return (
        <span className="au-people" title={names}>
          {names}
        </span>
      );
    },
  },
  {
    id: 'agency',
    header: 'Agency',
    isMinor: true,
    cell: ({ agencies }) => agencies.map(({ name }) => name ?? 'Former agency').join(', ') || 'none',
  },
  {
    id: 'what',
    header: 'What',
    cell: ({ sentence, subject, detector }) => (
      <>
        {sentence}
        {detector === 'shared-address' && <bdi className="tm-mono tm-sm au-cut"> {subject}</bdi>}
      </>
    ),
  },
  {
    id: 'time',
    header: <ZoneSwitch label="Last" />,
    narrow: 'bottom-left',
    cell: ({ to }) => <Time seconds={Math.floor(Date.parse(to) / 1000)} />,
  },
  {
    id: 'events',
    header: <span className="tm-sr">Events</span>,
    narrow: 'bottom-right',
    cell: (finding) => <AppLink href={toEventsUrl(finding)}>Events</AppLink>,
  },
];

/** The weekly review: what a person should look at. A finding is no accusation. */
export function ReviewTab() {
  const { data, error, refetch } = useQuery(auditReviewQuery());
  if (error) return <ErrorPanel error={error} what="The review" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the review">
        <RowBars rows={5} columns={['160px', '160px', '160px', '240px', '140px']} />
      </Skeleton>
    );
  }
  return (
    <>
      <p className="tm-prose">
        The last seven days, {formatPlural(data.events, 'event')}. What is listed is worth a look and accuses nobody.
        {!data.isWhole && ' The span has more events than one review takes: its newest are not in it.'}
      </p>
      <Faults sentences={data.faults} />
      {data.findings.length === 0 ? (
        <Empty>None of the rules below found anything in these seven days.</Empty>
      ) : (
        <DataTable
          caption="Findings of the review"
          columns={COLUMNS}
          rows={data.findings}
          rowId={({ detector, events }) => `${detector}:${events[0]}`}
        />
      )}
      <h2 className="au-rules">Rules</h2>
      <dl className="tm-facts">
        {data.rules.map(({ detector, title, rule }) => (
          <div key={detector} className="au-rule">
            <dt>{title}</dt>
            <dd>{rule}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
