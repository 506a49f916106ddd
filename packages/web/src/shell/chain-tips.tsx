import { formatCount } from '../format/number.ts';
import { formatAge, formatTime } from '../format/time.ts';
import { useChains } from '../ledger-api.ts';

/** How far each chain is indexed, at the foot of the navigation; quiet when the server does not answer. */
export function ChainTips() {
  const { items, hasAll, error, updatedAt } = useChains();
  if (error && items.length === 0) return <p className="tm-t3">Chain tips not known: the server does not answer.</p>;
  const held = items.filter(({ tip }) => tip !== null);
  if (hasAll && held.length === 0) return <p>No chain is indexed yet.</p>;
  return (
    <dl>
      {held.map(({ id, name, tip }) =>
        tip ? (
          <div key={id}>
            <dt>{name}</dt>
            <dd>height {formatCount(tip.height)}</dd>
            <dd className="tm-t3" title={`${formatTime(tip.time)} UTC`}>
              {formatAge(tip.time, updatedAt / 1000)}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
