import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { jobSchedulesQuery } from '../../jobs.ts';
import { formatInterval } from './job-words.ts';

type Schedule = Answer<'listJobSchedules'>['items'][number];

const COLUMNS: readonly DataColumn<Schedule>[] = [
  { id: 'name', header: 'Job', narrow: 'top-left', cell: ({ id }) => <span className="jb-nowrap">{id}</span> },
  {
    id: 'interval',
    header: 'Interval',
    narrow: 'top-right',
    cell: ({ everySeconds }) => <span className="jb-nowrap">{formatInterval(everySeconds)}</span>,
  },
  {
    id: 'last',
    header: <ZoneSwitch label="Last run" />,
    narrow: 'bottom-left',
    cell: ({ startedAt }) =>
      startedAt === null ? (
        <span className="tm-t3">not yet</span>
      ) : (
        <Time seconds={Math.floor(Date.parse(startedAt) / 1000)} />
      ),
  },
  {
    id: 'outcome',
    header: 'How it ended',
    narrow: 'bottom-right',
    cell: ({ startedAt, failure }) => {
      if (failure !== null) return <QuotedText text={failure} />;
      return startedAt === null ? <span className="tm-t3">–</span> : 'Finished';
    },
  },
  { id: 'runs', header: 'Runs', align: 'right', isMinor: true, cell: ({ runCount }) => formatCount(runCount) },
  {
    id: 'failures',
    header: 'Failed',
    align: 'right',
    isMinor: true,
    cell: ({ failureCount }) => formatCount(failureCount),
  },
];

/** What the server does at intervals, and how it last went. */
export function ScheduleList() {
  const { data, error, refetch } = useQuery(jobSchedulesQuery());
  return (
    <section className="tm-stack" aria-labelledby="jb-schedules">
      <h2 className="tm-h" id="jb-schedules">
        Scheduled by the server
      </h2>
      {error && <ErrorPanel error={error} what="The list of schedules" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="schedules">
          <RowBars rows={5} columns={['200px', '90px', '160px', '90px']} />
        </Skeleton>
      )}
      {data && <DataTable caption="Schedules" columns={COLUMNS} rows={data.items} rowId={({ id }) => id} />}
    </section>
  );
}
