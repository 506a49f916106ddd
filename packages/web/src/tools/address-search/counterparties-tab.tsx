import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { AddressLabel, LabelScope } from '../../components/label-scope.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { listSummaryVersions } from '../../format/ledger-summary.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { useLabels } from '../../labels.ts';
import { counterpartiesQuery, type PartyRow } from '../../ledger-api.ts';
import { AssetSwitch } from './asset-switch.tsx';
import type { HistoryPlace } from './history-place.ts';
import type { HistoryTabProps } from './rows-frame.tsx';
import { COUNTERPARTY_SORTS, type CounterpartySort } from './search.ts';

const PAGE = 25;
const NO_VALUE = 'Sums over many days have no single price, so no values are stated.';

/** What is counted, and what the ledger shows of who paid whom: transactions are shared, a transfer has one sender. */
const WORDS = {
  outputs: {
    counted: 'transaction',
    explain: `Sent: outputs to the counterparty in transactions this address paid into. Received: what the counterparty put into transactions that pay this address. When several parties pay in together, the ledger does not say who paid whom. ${NO_VALUE}`,
    none: 'No counterparty is known: the other sides are not indexed, or have no address.',
  },
  accounts: {
    counted: 'move',
    explain:
      'Each move has one sender and one recipient, so who paid whom is a fact of the ledger here. Amounts of different assets are never added up.',
    none: 'No counterparty is known: nothing of this asset moved between the address and another one in the indexed blocks.',
  },
} as const;

const wordsOf = ({ chain }: HistoryPlace) => WORDS[traitsOf(chain).family];
const capitalise = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** The server sorts every column largest first, so the sorted one has nowhere else to go. */
function sortBy(place: HistoryPlace, sort: CounterpartySort): NonNullable<DataColumn<PartyRow>['sort']> {
  if ((place.search.sort ?? 'count') === sort) return { direction: 'descending' };
  return { direction: null, href: place.linkTo({ sort: sort === 'count' ? undefined : sort }) };
}

/** An amount; on a phone the header is gone, so its word is in the row. With one asset the header names it. */
function amountColumn(
  place: HistoryPlace,
  sort: 'sent' | 'received',
  read: (row: PartyRow) => bigint,
): DataColumn<PartyRow> {
  const { hasTokens, symbol, decimals } = traitsOf(place.chain);
  const header = sort === 'sent' ? 'Sent to it' : 'Received from it';
  return {
    id: sort,
    header: hasTokens ? (
      header
    ) : (
      <span title={NO_VALUE}>
        {header}, {symbol}
      </span>
    ),
    align: 'right',
    narrow: sort === 'sent' ? 'top-right' : 'bottom-right',
    sort: sortBy(place, sort),
    cell: (row) => (
      <>
        <span className="as-word">{sort} </span>
        {hasTokens ? (
          <AssetAmount asset={row.asset} units={read(row)} />
        ) : (
          <Amount units={read(row)} decimals={decimals} symbol={symbol} aligned />
        )}
      </>
    ),
  };
}

function createColumns(place: HistoryPlace): readonly DataColumn<PartyRow>[] {
  const { counted } = wordsOf(place);
  return [
    {
      id: 'address',
      header: 'Counterparty',
      narrow: 'top-left',
      cell: ({ address }) => (
        <>
          <Hash value={address} kind="address" href={place.linkAddress(address)} />
          <AddressLabel address={address} />
        </>
      ),
    },
    amountColumn(place, 'sent', ({ sentTo }) => sentTo),
    amountColumn(place, 'received', ({ receivedFrom }) => receivedFrom),
    {
      id: 'count',
      header: `${capitalise(counted)}s`,
      align: 'right',
      sort: sortBy(place, 'count'),
      cell: ({ count }) => formatCount(count),
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
      cell: ({ address, count }) => (
        <>
          <span className="as-word">{formatPlural(count, counted)} </span>
          <AppLink className="tm-nw" href={place.linkTo({ tab: 'links', other: address })}>
            Shared
          </AppLink>
        </>
      ),
    },
  ];
}

/** The sorting of the column headers, for phones, where there are none. */
function SortSwitch({ place }: { readonly place: HistoryPlace }) {
  const words = { count: `${capitalise(wordsOf(place).counted)}s`, sent: 'Sent', received: 'Received', last: 'Last' };
  return (
    <nav className="tm-seg as-sorts" aria-label="Sort, largest first">
      {COUNTERPARTY_SORTS.map((sort) => (
        <AppLink
          key={sort}
          href={place.linkTo({ sort: sort === 'count' ? undefined : sort })}
          aria-current={sort === (place.search.sort ?? 'count') ? 'true' : undefined}
        >
          {words[sort]}
        </AppLink>
      ))}
    </nav>
  );
}

function Rows({ place, summary }: HistoryTabProps) {
  const router = useRouter();
  const { chain, address, search } = place;
  const { sort = 'count', asset } = search;
  const query = useInfiniteQuery(
    counterpartiesQuery(chain, address, { sort, limit: PAGE, ...(asset !== undefined && { asset }) }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }): readonly PartyRow[] => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(place), [place]);
  const shown = useMemo(() => [summary.address, ...rows.map((row) => row.address)], [summary, rows]);
  const labels = useLabels(chain, shown);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of counterparties" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Skeleton what="counterparties">
        <RowBars rows={8} columns={['150px', '110px', '110px', '40px', '140px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  const knowledge = { ...listSummaryVersions(summary), labels: labels.asOf, prices: undefined };
  if (rows.length === 0)
    return <Empty asOf={<AsOfLine asOf={last?.asOf} {...knowledge} />}>{wordsOf(place).none}</Empty>;
  return (
    <LookAlikeScope values={shown}>
      <LabelScope labels={labels}>
        <p className="as-explain">{wordsOf(place).explain}</p>
        <SortSwitch place={place} />
        <DataTable
          caption={`Counterparties of ${summary.address}. Enter lists what the two share.`}
          columns={columns}
          rows={rows}
          rowId={(row) => `${row.address}:${row.asset.id}`}
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

/** Who the address shared transactions or exchanged assets with, sorted by the server. */
export function CounterpartiesTab(props: HistoryTabProps) {
  return (
    <>
      <AssetSwitch place={props.place} any="Every asset" />
      <Rows {...props} />
    </>
  );
}
