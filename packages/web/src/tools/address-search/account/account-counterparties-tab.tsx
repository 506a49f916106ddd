import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { accountCounterpartiesQuery } from '../../../account-api.ts';
import type { Answer } from '../../../api.ts';
import { AssetAmount } from '../../../components/account/asset-amount.tsx';
import { AppLink } from '../../../components/app-link.tsx';
import { AsOfLine } from '../../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash, LookAlikeScope } from '../../../components/hash.tsx';
import { AddressLabel, LabelScope } from '../../../components/label-scope.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { Time } from '../../../components/time.tsx';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { useLabels } from '../../../labels.ts';
import { COUNTERPARTY_SORTS, type CounterpartySort } from '../search.ts';
import type { AccountPlace } from './account-place.ts';
import type { AccountTabProps } from './account-rows-frame.tsx';
import { AssetSwitch } from './asset-switch.tsx';

type Row = Answer<'listAddressCounterparties', 'accounts'>['items'][number];

const PAGE = 25;
const SORT_WORDS: Readonly<Record<CounterpartySort, string>> = {
  count: 'Moves',
  sent: 'Sent',
  received: 'Received',
  last: 'Last',
};

function sortBy(place: AccountPlace, sort: CounterpartySort): NonNullable<DataColumn<Row>['sort']> {
  if ((place.search.sort ?? 'count') === sort) return { direction: 'descending' };
  return { direction: null, href: place.linkTo({ sort: sort === 'count' ? undefined : sort }) };
}

function createColumns(place: AccountPlace): readonly DataColumn<Row>[] {
  const amount = (word: string, units: bigint, row: Row) => (
    <>
      <span className="as-word">{word} </span>
      <AssetAmount asset={row.asset} units={units} />
    </>
  );
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
    {
      id: 'sent',
      header: 'Sent to it',
      align: 'right',
      narrow: 'top-right',
      sort: sortBy(place, 'sent'),
      cell: (row) => amount('sent', row.sentTo, row),
    },
    {
      id: 'received',
      header: 'Received from it',
      align: 'right',
      narrow: 'bottom-right',
      sort: sortBy(place, 'received'),
      cell: (row) => amount('received', row.receivedFrom, row),
    },
    {
      id: 'moves',
      header: 'Moves',
      align: 'right',
      sort: sortBy(place, 'count'),
      cell: ({ moves }) => formatCount(moves),
    },
    { id: 'first', header: 'First (UTC)', isMinor: true, cell: ({ firstTime }) => <Time seconds={firstTime} /> },
    {
      id: 'last',
      header: 'Last (UTC)',
      sort: sortBy(place, 'last'),
      cell: ({ lastTime }) => <Time seconds={lastTime} />,
    },
    {
      id: 'links',
      header: <span className="tm-sr">Between the two</span>,
      narrow: 'bottom-left',
      cell: ({ address, moves }) => (
        <>
          <span className="as-word">{formatPlural(moves, 'move')} </span>
          <AppLink className="tm-nw" href={place.linkTo({ tab: 'links', other: address })}>
            Shared
          </AppLink>
        </>
      ),
    },
  ];
}

function SortSwitch({ place }: { readonly place: AccountPlace }) {
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

function Rows({ place, summary }: AccountTabProps) {
  const router = useRouter();
  const { chain, address, search } = place;
  const query = useInfiniteQuery(
    accountCounterpartiesQuery(chain, address, {
      sort: search.sort ?? 'count',
      limit: PAGE,
      ...(search.asset !== undefined && { asset: search.asset }),
    }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
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
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} />}>
        No counterparty is known: nothing of this asset moved between the address and another one in what is held.
      </Empty>
    );
  return (
    <LookAlikeScope values={shown}>
      <LabelScope labels={labels}>
        <SortSwitch place={place} />
        <DataTable
          caption={`Counterparties of ${summary.address}. Enter lists what moved between the two.`}
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
          knowledge={{ labels: labels.asOf }}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}

/** Who the address exchanged assets with, by asset, sorted by the server. */
export function AccountCounterpartiesTab(props: AccountTabProps) {
  return (
    <>
      <div className="as-toolbar">
        <AssetSwitch place={props.place} any="Every asset" />
      </div>
      <p className="as-explain">
        Each move has one sender and one recipient, so who paid whom is a fact of the ledger here. Amounts of different
        assets are never added up.
      </p>
      <Rows {...props} />
    </>
  );
}
