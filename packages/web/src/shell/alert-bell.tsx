import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../components/app-link.tsx';
import { formatCount, formatPlural } from '../format/number.ts';
import { alertCountsQuery, alertsUrl } from '../monitoring.ts';

const MOST_SHOWN = 99;

/** The way to the alerts from every page, with how many are new. */
export function AlertBell() {
  const { data } = useQuery(alertCountsQuery());
  const fresh = data?.new ?? 0;
  const name = fresh === 0 ? 'Alerts' : `Alerts, ${formatPlural(fresh, 'new one')}`;
  return (
    <AppLink
      className={`tm-icbtn tm-bell${fresh > 0 ? ' has-new' : ''}`}
      href={alertsUrl()}
      aria-label={name}
      title={name}
    >
      <IconBell size={18} stroke={1.5} aria-hidden="true" />
      {fresh > 0 && (
        <span className="tm-bellcount" aria-hidden="true">
          {fresh > MOST_SHOWN ? `${MOST_SHOWN}+` : formatCount(fresh)}
        </span>
      )}
    </AppLink>
  );
}
