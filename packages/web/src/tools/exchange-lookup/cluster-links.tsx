import { useInfiniteQuery } from '@tanstack/react-query';
import type { ClusterLinkRow } from '@trailmark/api/contract/cluster';
import type { OutputChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { clusterLinksQuery, PAGE } from './queries.ts';
import { RuleText } from './rule-text.tsx';

const NO_RAW = 'The block came from a table of facts without raw bytes, so the step cannot be checked from them.';

function Joined({ chain, link }: { readonly chain: OutputChainId; readonly link: ClusterLinkRow }) {
  const shown = link.addresses.slice(0, 2);
  const rest = link.ownerCount - shown.length;
  return (
    <span className="xl-joined" data-chain={chain}>
      {shown.map((address) => (
        <Hash key={address} value={address} kind="address" />
      ))}
      {rest > 0 && <span className="tm-t3 tm-sm">+{formatCount(rest)}</span>}
    </span>
  );
}

function createColumns(place: ClusterPlace): readonly DataColumn<ClusterLinkRow>[] {
  const { chain } = place;
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      cell: ({ time, timeEstimated }) => <Time seconds={time} isEstimated={timeEstimated} />,
    },
    {
      id: 'txid',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: ({ txid, height, vout }) => (
        <>
          <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid, { height })} />
          {vout !== null && <span className="tm-t3 tm-sm"> change in output {vout}</span>}
        </>
      ),
    },
    { id: 'height', header: 'Height', align: 'right', isMinor: true, cell: ({ height }) => formatCount(height) },
    { id: 'rules', header: 'Rule', narrow: 'bottom-right', cell: ({ rules }) => <RuleText rules={rules} /> },
    { id: 'joined', header: 'Joins', cell: (link) => <Joined chain={chain} link={link} /> },
    {
      id: 'confidence',
      header: 'Confidence, of 100',
      align: 'right',
      narrow: 'top-right',
      cell: ({ confidence }) => confidence,
    },
    {
      id: 'raw',
      header: 'Raw bytes',
      isMinor: true,
      cell: ({ hasRaw }) => (hasRaw ? 'indexed' : <Missing reason={NO_RAW}>not indexed</Missing>),
    },
    {
      id: 'without',
      header: <span className="tm-sr">What if</span>,
      cell: ({ txid }) => <AppLink href={place.linkTo({ tab: 'what-if', txs: txid })}>Leave out</AppLink>,
    },
  ];
}

/** Every union that made the cluster, oldest first. */
export function ClusterLinks({ place }: { readonly place: ClusterPlace }) {
  const query = useInfiniteQuery(clusterLinksQuery(place));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(place), [place]);
  const last = query.data?.pages.at(-1);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of links" onRetry={() => void query.refetch()} />;
  if (!last) {
    return (
      <Skeleton what="links">
        <RowBars rows={8} columns={['140px', '160px', '140px', '260px', '40px']} />
      </Skeleton>
    );
  }
  if (rows.length === 0)
    return <Empty>No link was recorded: nothing joins this address to another in this view.</Empty>;
  return (
    <>
      <DataTable
        caption="Links of the cluster, oldest first"
        columns={columns}
        rows={rows}
        rowId={({ txid, height, vout, rules }) => `${txid}/${height}/${vout}/${rules[0]?.id}`}
      />
      <PagedFoot query={query} shown={rows.length} pageSize={PAGE} asOf={last.asOf} />
      <p className="tm-t3 tm-sm">
        {formatPlural(rows.length, 'link')} shown. A link that joins owners already joined is kept too, so that leaving
        one out can be calculated.
      </p>
    </>
  );
}
