import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../components/app-link.tsx';
import { formatPlural } from '../format/number.ts';
import { openJobsQuery } from '../jobs.ts';
import { jobsUrl } from '../url.ts';

/** How many own jobs are open, while there are any. */
export function JobIndicator() {
  const { data } = useQuery(openJobsQuery());
  const open = data ? data.running + data.waiting : 0;
  if (open === 0) return null;
  const words = data?.running === 0 ? `${formatPlural(open, 'job')} waiting` : `${formatPlural(open, 'job')} open`;
  return (
    <AppLink className="tm-btn quiet tm-jobs" href={jobsUrl()}>
      <IconListDetails size={16} stroke={1.5} aria-hidden="true" />
      <span className="tm-jobswords">{words}</span>
    </AppLink>
  );
}
