import { useQuery } from '@tanstack/react-query';
import { chainsQuery } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/number.ts';

/** How sources of block filters name themselves in the status of an ingest. */
const FILTERS = 'filters of ';

/** Chains that are followed by the block filters of a node (BIP 157, BIP 158), and how that is turned on. */
export function FiltersSection() {
  const { data, error, refetch } = useQuery(chainsQuery());
  const followed = data?.items.flatMap(({ id, name, ingest }) =>
    ingest?.source.startsWith(FILTERS) && ingest.state !== 'stopped' ? [{ id, name, ingest }] : [],
  );
  return (
    <section>
      <h2 className="tm-h">Block filters</h2>
      <p className="tm-t2">
        Watches can read a chain by the block filters of a node instead of whole blocks. Filters are matched on this
        server; the node learns nothing of what is watched but which blocks were fetched whole. Off until it is started
        on this server with <span className="so-url">trailmark ingest ltc --rpc URL --filters --follow</span>.
      </p>
      {error && <ErrorPanel error={error} what="The list of chains" onRetry={() => void refetch()} />}
      {!followed && !error && (
        <Skeleton what="chains">
          <RowBars rows={1} columns={['320px']} />
        </Skeleton>
      )}
      {followed?.length === 0 && <p>No chain is followed by block filters.</p>}
      {followed && followed.length > 0 && (
        <ul>
          {followed.map(({ id, name, ingest: { source, state, height, message } }) => (
            <li key={id}>
              <b>{name}</b>: {state}, {height === null ? 'no block yet' : `last block ${formatCount(height)}`},{' '}
              <bdi className="so-url">{source}</bdi>
              {message !== null && `. ${message}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
