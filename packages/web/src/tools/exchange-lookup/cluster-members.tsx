import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { LabelChip } from '../../components/label-chip.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/number.ts';
import { addressSearchUrl } from '../../url.ts';
import { toChipLabels } from './chip-labels.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { clusterMembersQuery, PAGE } from './queries.ts';

type Member = Answer<'listClusterMembers'>['items'][number];

const NO_BALANCE = 'Blocks that could change it are not indexed.';

function HeightCell({ height }: { readonly height: number | null }) {
  return height === null ? <span className="tm-t3">–</span> : formatCount(height);
}

function createColumns(place: ClusterPlace, chain: OutputChainId): readonly DataColumn<Member>[] {
  const { decimals, symbol } = getChain(chain);
  return [
    {
      id: 'address',
      header: 'Member',
      narrow: 'top-left',
      cell: ({ address, claims, ofAgency }) => {
        const labels = toChipLabels(chain, address, { claims, ofAgency });
        return (
          <>
            <Hash value={address} kind="address" href={addressSearchUrl({ chain, address })} />
            {labels && <LabelChip labels={labels} />}
          </>
        );
      },
    },
    {
      id: 'received',
      header: `Received, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ received }) => <Amount units={received} decimals={decimals} symbol={symbol} aligned />,
    },
    {
      id: 'balance',
      header: `Balance, ${symbol}`,
      align: 'right',
      cell: ({ balance }) => <Amount units={balance} decimals={decimals} symbol={symbol} reason={NO_BALANCE} aligned />,
    },
    {
      id: 'count',
      header: 'Transactions',
      align: 'right',
      isMinor: true,
      cell: ({ transactionCount }) => formatCount(transactionCount),
    },
    {
      id: 'first',
      header: 'First height',
      align: 'right',
      isMinor: true,
      cell: ({ firstHeight }) => <HeightCell height={firstHeight} />,
    },
    {
      id: 'last',
      header: 'Last height',
      align: 'right',
      isMinor: true,
      cell: ({ lastHeight }) => <HeightCell height={lastHeight} />,
    },
    {
      id: 'why',
      header: <span className="tm-sr">Proof</span>,
      narrow: 'bottom-left',
      cell: ({ address }) =>
        address === place.cluster ? (
          <span className="tm-t3">this one</span>
        ) : (
          <AppLink href={place.linkTo({ tab: 'proof', b: address })}>Why here</AppLink>
        ),
    },
  ];
}

/** Addresses of the cluster in order of first appearance, a page at a time. */
export function ClusterMembers({ place }: { readonly place: ClusterPlace }) {
  const router = useRouter();
  const query = useInfiniteQuery(clusterMembersQuery(place));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(place, place.chain), [place]);
  const last = query.data?.pages.at(-1);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of members" onRetry={() => void query.refetch()} />;
  if (!last) {
    return (
      <Skeleton what="members">
        <RowBars rows={10} columns={['160px', '90px', '90px', '40px', '60px', '60px']} />
      </Skeleton>
    );
  }
  return (
    <LookAlikeScope values={rows.map(({ address }) => address)}>
      <DataTable
        caption="Members in order of first appearance. Enter opens the history of one."
        columns={columns}
        rows={rows}
        rowId={({ address }) => address}
        onOpen={({ address }) => void router.navigate({ href: addressSearchUrl({ chain: place.chain, address }) })}
      />
      <PagedFoot query={query} shown={rows.length} total={last.cluster.size} pageSize={PAGE} asOf={last.asOf} />
    </LookAlikeScope>
  );
}
