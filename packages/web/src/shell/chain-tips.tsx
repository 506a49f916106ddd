import { useQuery } from '@tanstack/react-query';
import { accountChainsQuery } from '../account-api.ts';
import { chainsQuery } from '../api.ts';
import { formatCount } from '../format/number.ts';
import { formatAge, formatTime } from '../format/time.ts';

/** How far each chain of either family is held, at the foot of the navigation; quiet when the server does not answer. */
export function ChainTips() {
  const { data, isError, dataUpdatedAt } = useQuery(chainsQuery());
  const accounts = useQuery(accountChainsQuery());
  if (isError) return <p className="tm-t3">Chain tips not known: the server does not answer.</p>;
  const held = [...(data?.items ?? []), ...(accounts.data?.items ?? [])].filter(({ tip }) => tip !== null);
  if (data && accounts.data && held.length === 0) return <p>No chain is held yet.</p>;
  return (
    <dl>
      {held.map(({ id, name, tip }) =>
        tip ? (
          <div key={id}>
            <dt>{name}</dt>
            <dd>height {formatCount(tip.height)}</dd>
            <dd className="tm-t3" title={`${formatTime(tip.time)} UTC`}>
              {formatAge(tip.time, dataUpdatedAt / 1000)}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
