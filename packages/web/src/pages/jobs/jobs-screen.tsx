import './jobs.css';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { JOBS_PAGE_SIZE, type JobScope } from '../../jobs.ts';
import { useSession } from '../../session.ts';
import { jobsUrl } from '../../url.ts';
import { FetchForm } from './fetch-form.tsx';
import { JobItem } from './job-item.tsx';
import { ScheduleList } from './schedule-list.tsx';
import { useJobs } from './use-jobs.ts';

const route = getRouteApi('/dashboard/jobs');

function ScopeTabs({ scope, isPlatform }: { readonly scope: JobScope; readonly isPlatform: boolean }) {
  const items = [
    { id: 'own', label: 'My jobs', href: jobsUrl() },
    { id: 'all', label: isPlatform ? 'All agencies' : 'My agency', href: jobsUrl({ scope: 'all' }) },
  ];
  return <Tabs label="Whose jobs" items={items} current={scope} />;
}

function JobList({ scope }: { readonly scope: JobScope }) {
  const { query, said } = useJobs(scope);
  const { data, error, refetch } = query;
  const jobs = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Jobs" className="tm-stack">
      <p className="tm-sr" role="status">
        {said}
      </p>
      {error && !data && <ErrorPanel error={error} what="The list of jobs" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="jobs">
          <RowBars rows={4} columns={['320px', '160px', '90px']} />
        </Skeleton>
      )}
      {data && jobs.length === 0 && <Empty>Jobs you start appear here, with their progress and how they ended.</Empty>}
      {jobs.length > 0 && (
        <div>
          <ul className="jb-list">
            {jobs.map((job) => (
              <JobItem key={job.id} job={job} showsPerson={scope === 'all'} />
            ))}
          </ul>
          <PagedFoot query={query} shown={jobs.length} pageSize={JOBS_PAGE_SIZE} asOf={undefined} />
        </div>
      )}
    </section>
  );
}

/** Work that continues while people do something else: own jobs, for administrators those of others, and the schedules. */
export function JobsScreen() {
  const { scope: wanted } = route.useSearch();
  const { role, isAdmin } = useSession();
  const isPlatform = role === 'platform-admin';
  const scope: JobScope = isAdmin && wanted === 'all' ? 'all' : 'own';
  useDocumentTitle('Jobs');
  return (
    <div className="tm-page tm-stack jb-page">
      <h1 className="tm-title">Jobs</h1>
      <p className="tm-prose">
        Work that continues while you do something else, also after a restart of the server. Ended jobs stay listed for
        90 days.
      </p>
      {isAdmin && <ScopeTabs scope={scope} isPlatform={isPlatform} />}
      {scope === 'own' && <FetchForm />}
      <JobList key={scope} scope={scope} />
      {isPlatform && scope === 'all' && <ScheduleList />}
    </div>
  );
}
