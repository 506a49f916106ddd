import { IconBell, IconClock, IconGavel, IconListDetails, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { formatAge } from '../../../format/time.ts';
import { homeQuery } from '../../../home.ts';
import { alertsUrl } from '../../../monitoring.ts';
import { caseUrl, jobsUrl } from '../../../url.ts';
import { ListPart } from './list-part.tsx';

type Item = Answer<'getHome'>['waiting'][number];

const ICONS: Readonly<Record<Item['kind'], TablerIcon>> = {
  task: IconClock,
  request: IconGavel,
  alert: IconBell,
  job: IconListDetails,
};

function hrefOf({ kind, id }: Item): string {
  if (kind === 'task') return caseUrl(id, 'tasks');
  if (kind === 'request') return caseUrl(id, 'requests');
  return kind === 'alert' ? alertsUrl({ view: 'all', alert: id }) : jobsUrl();
}

const DAY_MS = 24 * 3_600_000;

function When({ item: { dueOn, at }, today }: { readonly item: Item; readonly today: string }) {
  if (at !== null) return <span className="tm-t3 tm-nw">{formatAge(at, Date.now() / 1000)}</span>;
  if (dueOn === null) return null;
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY_MS);
  if (days < 0) return <span className="late tm-nw">{days === -1 ? '1 day late' : `${-days} days late`}</span>;
  return <span className="tm-t3 tm-nw">{days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}</span>;
}

/** Rows before the rest is requested. */
const SHOWN = 6;

/** Tasks, requests to approve, new alerts and ended jobs of the reader. */
export function Waiting() {
  const { data, error, refetch } = useQuery(homeQuery());
  const [showsAll, setShowsAll] = useState(false);
  const all = data?.waiting;
  const more = (all?.length ?? 0) - SHOWN;
  return (
    <ListPart
      title="Waiting for you"
      action={<AppLink href={alertsUrl()}>Inbox</AppLink>}
      items={showsAll ? all : all?.slice(0, SHOWN)}
      count={all?.length}
      error={error}
      onRetry={() => void refetch()}
      empty="No task, request, alert or job waits for you."
      more={
        more > 0 && !showsAll ? (
          <button type="button" className="tm-btn quiet sm" onClick={() => setShowsAll(true)}>
            {more} more
          </button>
        ) : null
      }
    >
      {(item) => {
        const Icon = ICONS[item.kind];
        return (
          <li key={`${item.kind} ${item.id} ${item.title}`}>
            <AppLink href={hrefOf(item)}>
              <Icon size={16} stroke={1.5} aria-hidden="true" />
              <span className="tm-grow">
                <b>{item.title}</b>
                <span className="tm-t3 tm-sm">{item.detail}</span>
              </span>
              <When item={item} today={data?.today ?? ''} />
            </AppLink>
          </li>
        );
      }}
    </ListPart>
  );
}
