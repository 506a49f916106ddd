import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import { useMemo } from 'react';
import { type Answer, addressCounterpartiesQuery } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine, type KnowledgeAsOf } from '../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { AddressLabel, LabelScope } from '../../components/label-scope.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { useLabels } from '../../labels.ts';
import { addressSearchUrl } from '../../url.ts';
import type { HistoryPlace } from './history-link.ts';
import { COUNTERPARTY_SORTS, type CounterpartySort } from './search.ts';

type Row = Answer<'listAddressCounterparties', 'outputs'>['items'][number];

const PAGE = 25;
const NO_VALUE = 'Sums over many days have no single price, so no values are stated.';

/** The server sorts every column largest first, so the sorted one has nowhere else to go. */
function sortBy(place: HistoryPlace, sort: CounterpartySort): NonNullable<DataColumn<Row>['sort']> {
  const isCurrent = (place.search.sort ?? 'count') === sort;
  if (isCurrent) return { direction: 'descending' };
  return { direction: null, href: place.linkTo({ sort: sort === 'count' ? undefined : sort }) };
}

function createColumns(place: HistoryPlace): readonly DataColumn<Row>[] {
  const { decimals, symbol } = getChain(place.chain);
  // On a phone the header is gone, so the word stands in the row.
  const amountOf = (word: string, units: bigint) => (
    <>
      <span className="as-word">{word} </span>
      <Amount units={units} decimals={decimals} symbol={symbol} aligned />
    </>
  );
  return [
    {
      id: 'address',
      header: 'Counterparty',
      narrow: 'top-left',
      cell: ({ address }) => (
        <>
          <Hash value={address} kind="address" href={addressSearchUrl({ chain: place.chain, address })} />
          <AddressLabel address={address} />
        </>
      ),
    },
    {
      id: 'sent',
      header: <span title={NO_VALUE}>Sent to it, {symbol}</span>,
      align: 'right',
      narrow: 'top-right',
      sort: sortBy(place, 'sent'),
      cell: ({ sentTo }) => amountOf('sent', sentTo),
    },
    {
      id: 'received',
      header: <span title={NO_VALUE}>Received from it, {symbol}</span>,
      align: 'right',
      narrow: 'bottom-right',
      sort: sortBy(place, 'received'),
      cell: ({ receivedFrom }) => amountOf('received', receivedFrom),
    },
    {
      id: 'count',
      header: 'Transactions',
      align: 'right',
      sort: sortBy(place, 'count'),
      cell: ({ transactionCount }) => formatCount(transactionCount),
    },
    {
      id: 'first',
      header: 'First (UTC)',
      isMinor: true,
      cell: ({ firstTime, firstTimeEstimated }) => <Time seconds={firstTime} isEstimated={firstTimeEstimated} />,
    },
    {
      id: 'last',
      header: 'Last (UTC)',
      sort: sortBy(place, 'last'),
      cell: ({ lastTime, lastTimeEstimated }) => <Time seconds={lastTime} isEstimated={lastTimeEstimated} />,
    },
    {
      id: 'links',
      header: <span className="tm-sr">Between the two</span>,
      narrow: 'bottom-left',
      cell: ({ address, transactionCount }) => (
        <>
          <span className="as-word">{formatPlural(transactionCount, 'transaction')} </span>
          <AppLink href={place.linkTo({ tab: 'links', other: address })}>Shared</AppLink>
        </>
      ),
    },
  ];
}

const SORT_WORDS: Readonly<Record<CounterpartySort, string>> = {
  count: 'Transactions',
  sent: 'Sent',
  received: 'Received',
  last: 'Last',
};

/** The sorting of the column headers, for phones, where there are none. */
function SortSwitch({ place }: { readonly place: HistoryPlace }) {
  return (
    <nav className="tm-seg as-sorts" aria-label="Sort, largest first">
      {COUNTERPARTY_SORTS.map((sort) => (
        <AppLink
          key={sort}
          href={place.linkTo({ sort: sort === 'count' ? undefined : sort })}
          aria-current={sort === (place.search.sort ?? 'count') ? 'true' : undefined}
        >
          {SORT_WORDS[sort]}
        </AppLink>
      ))}
    </nav>
  );
}

export interface CounterpartiesTabProps {
  readonly place: HistoryPlace;
  readonly knowledge: KnowledgeAsOf;
}

/** Who the address shared transactions with, sorted by the server. */
export function CounterpartiesTab({ place, knowledge }: CounterpartiesTabProps) {
  const router = useRouter();
  const { chain, address, search } = place;
  const query = useInfiniteQuery(
    addressCounterpartiesQuery(chain, address, { sort: search.sort ?? 'count', limit: PAGE }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(place), [place]);
  const identifiers = useMemo(() => [address, ...rows.map((row) => row.address)], [address, rows]);
  const labels = useLabels(chain, identifiers);
  if (query.error && rows.length === 0) {
    return <ErrorPanel error={query.error} what="The list of counterparties" onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <Skeleton what="counterparties">
        <RowBars rows={8} columns={['150px', '90px', '90px', '40px', '140px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} {...knowledge} />}>
        No counterparty is known: the other sides lie outside the heights held, or have no address.
      </Empty>
    );
  return (
    <LookAlikeScope values={identifiers}>
      <LabelScope labels={labels}>
        <p className="as-explain">
          Sent: outputs to the counterparty in transactions this address paid into. Received: what the counterparty put
          into transactions that pay this address. When several parties pay in together, the ledger does not say who
          paid whom. {NO_VALUE}
        </p>
        <SortSwitch place={place} />
        <DataTable
          caption={`Counterparties of ${address}`}
          columns={columns}
          rows={rows}
          rowId={(row) => row.address}
          onOpen={(row) => void router.navigate({ href: place.linkTo({ tab: 'links', other: row.address }) })}
          isUpdating={query.isPlaceholderData}
        />
        <PagedFoot
          query={query}
          shown={rows.length}
          total={last?.total}
          pageSize={PAGE}
          asOf={last?.asOf}
          knowledge={knowledge}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}
