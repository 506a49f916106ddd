import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { formatPlural } from '../../../format/number.ts';
import { formatAge } from '../../../format/time.ts';
import { homeQuery } from '../../../home.ts';
import { coinFlowUrl } from '../../../url.ts';
import { ListPart } from './list-part.tsx';

/** The coin flows of the agency that were saved last. */
export function SavedFlows() {
  const { data, error, refetch } = useQuery(homeQuery());
  // One answer carries this list and the one of what waits, which says why it did not come.
  if (error && !data) return null;
  return (
    <ListPart
      title="Saved coin flows"
      action={<AppLink href={coinFlowUrl()}>All</AppLink>}
      items={data?.flows}
      error={null}
      onRetry={() => void refetch()}
      empty="Your agency has saved no coin flow yet."
    >
      {({ id, title, savedAt, savedBy, nodeCount }) => (
        <li key={id}>
          <AppLink href={coinFlowUrl(id)}>
            <IconRoute size={16} stroke={1.5} aria-hidden="true" />
            <span className="tm-grow">
              <b>{title}</b>
              <span className="tm-t3 tm-sm">
                {formatPlural(nodeCount, 'node')}, saved by {savedBy}
              </span>
            </span>
            <span className="tm-t3 tm-nw">{formatAge(savedAt, Date.now() / 1000)}</span>
          </AppLink>
        </li>
      )}
    </ListPart>
  );
}
