import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import { useMemo, useState } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { GapRow } from '../../components/gap-row.tsx';
import { Hash } from '../../components/hash.tsx';
import { LabelChip } from '../../components/label-chip.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { TableFoot } from '../../components/table-foot.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { clusterUrl } from '../../url.ts';
import { toChipLabels } from './chip-labels.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { clusterCounterpartiesQuery } from './queries.ts';

type Row = Answer<'listClusterCounterparties'>['items'][number];

const FIRST = 50;
const MOST = 200;

function createColumns({ chain, view }: ClusterPlace): readonly DataColumn<Row>[] {
  const { decimals, symbol } = getChain(chain);
  return [
    {
      id: 'cluster',
      header: 'Cluster',
      narrow: 'top-left',
      cell: ({ cluster, claims, ofAgency }) => {
        const labels = toChipLabels(chain, claims[0]?.address ?? cluster.root, { claims, ofAgency });
        return (
          <>
            <Hash value={cluster.root} kind="address" href={clusterUrl(chain, cluster.root, { view })} />
            <span className="tm-t3 tm-sm"> {cluster.size > 1 && `and ${formatCount(cluster.size - 1)} more`}</span>
            {labels && <LabelChip labels={labels} />}
          </>
        );
      },
    },
    {
      id: 'sent',
      header: `Sent to it, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ sentTo }) => <Amount units={sentTo} decimals={decimals} symbol={symbol} aligned />,
    },
    {
      id: 'received',
      header: `Received from it, ${symbol}`,
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ receivedFrom }) => <Amount units={receivedFrom} decimals={decimals} symbol={symbol} aligned />,
    },
    {
      id: 'count',
      header: 'Transactions',
      align: 'right',
      cell: ({ transactionCount }) => formatCount(transactionCount),
    },
    {
      id: 'last',
      header: 'Last height',
      align: 'right',
      narrow: 'bottom-left',
      cell: ({ lastHeight }) => formatCount(lastHeight),
    },
  ];
}

/** Clusters this one paid or was paid by, largest first. */
export function ClusterCounterparties({ place }: { readonly place: ClusterPlace }) {
  const router = useRouter();
  const [limit, setLimit] = useState(FIRST);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(clusterCounterpartiesQuery(place, limit));
  const columns = useMemo(() => createColumns(place), [place]);
  if (error) return <ErrorPanel error={error} what="The list of counterparties" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="counterparties">
        <RowBars rows={8} columns={['220px', '90px', '90px', '40px', '60px']} />
      </Skeleton>
    );
  }
  const gaps = data.coverage.gaps.filter(({ kind }) => kind === 'stopped-early');
  return (
    <>
      {data.items.length === 0 ? (
        <Empty>No counterparty is known: the other sides are not indexed, or have no address.</Empty>
      ) : (
        <DataTable
          caption="Counterparties of the cluster. Enter opens one."
          columns={columns}
          rows={data.items}
          rowId={({ cluster }) => String(cluster.id)}
          onOpen={({ cluster }) =>
            void router.navigate({ href: clusterUrl(place.chain, cluster.root, { view: place.view }) })
          }
          isUpdating={isPlaceholderData}
        />
      )}
      {gaps.map((gap) => (
        <GapRow key={gap.message} gap={gap} />
      ))}
      {data.membersRead < data.cluster.size && (
        <p className="tm-t2">
          Counted over {formatPlural(data.membersRead, 'member')} of {formatCount(data.cluster.size)}: the cluster is
          too large to read whole.
        </p>
      )}
      <TableFoot
        shown={data.items.length}
        total={data.total}
        hasMore={data.items.length < data.total && limit < MOST}
        isLoading={isFetching}
        pageSize={MOST - FIRST}
        onMore={() => setLimit(MOST)}
      >
        <AsOfLine asOf={data.asOf} />
      </TableFoot>
    </>
  );
}
