import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { type KeyFigure, KeyFigures } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { addressSearchUrl } from '../../url.ts';
import { sumDerived } from './key-totals.ts';
import { derivedKeysQuery, KEY_PAGE } from './queries.ts';

type Row = Answer<'deriveKey'>['items'][number];

const NOT_SEEN = 'This address is not in this index.';
const NONE_SEEN = 'None of these addresses is in this index. They may appear as more blocks are indexed.';
const NO_BALANCE = 'Part of the history of at least one of these addresses is not indexed.';

export interface KeyListProps {
  readonly chain: ChainId;
  /** Extended public key or descriptor. */
  readonly keyText: string;
}

function createColumns(chain: ChainId, keyText: string): readonly DataColumn<Row>[] {
  const { decimals, symbol } = traitsOf(chain);
  // Never seen is no data, not a counted zero.
  const amountOf = ({ transactionCount, balanceNote }: Row['totals'], units: bigint | null) =>
    transactionCount === 0 ? (
      <span className="tm-t3">–</span>
    ) : (
      <Amount units={units} decimals={decimals} symbol={symbol} reason={balanceNote ?? NO_BALANCE} aligned />
    );
  const href = (address: string) => addressSearchUrl({ chain, address }, { key: keyText });
  return [
    { id: 'path', header: 'Path', narrow: 'bottom-left', cell: ({ path }) => <span className="tm-mono">{path}</span> },
    {
      id: 'address',
      header: 'Address',
      narrow: 'top-left',
      cell: ({ address }) => <Hash value={address} kind="address" href={href(address)} />,
    },
    {
      id: 'count',
      header: 'Transactions',
      align: 'right',
      cell: ({ totals }) =>
        totals.transactionCount === 0 ? (
          <Missing reason={NOT_SEEN}>not seen</Missing>
        ) : (
          formatCount(totals.transactionCount)
        ),
    },
    {
      id: 'received',
      header: `Received, ${symbol}`,
      align: 'right',
      cell: ({ totals }) => amountOf(totals, totals.received),
    },
    {
      id: 'sent',
      header: `Sent, ${symbol}`,
      align: 'right',
      cell: ({ totals }) => amountOf(totals, totals.sent),
    },
    {
      id: 'balance',
      header: `Balance, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ totals }) => amountOf(totals, totals.balance),
    },
    {
      id: 'last',
      header: 'Last seen (UTC)',
      narrow: 'bottom-right',
      isMinor: true,
      cell: ({ totals }) =>
        totals.lastTime === null ? (
          <span className="tm-t3">–</span>
        ) : (
          <Time seconds={totals.lastTime} isEstimated={totals.lastTimeEstimated} />
        ),
    },
  ];
}

function listFigures(rows: readonly Row[], chain: ChainId): readonly KeyFigure[] {
  const { decimals, symbol } = traitsOf(chain);
  const { received, sent, balance, seenCount } = sumDerived(rows);
  const amountOf = (units: bigint | null) =>
    seenCount === 0 ? (
      <Missing reason={NONE_SEEN}>not seen</Missing>
    ) : (
      <Amount units={units} decimals={decimals} symbol={symbol} reason={NO_BALANCE} />
    );
  return [
    {
      label: 'Balance',
      value: amountOf(balance),
      note: 'of the addresses listed',
    },
    {
      label: 'Received',
      value: amountOf(received),
      note: 'transfers among them included',
    },
    {
      label: 'Sent',
      value: amountOf(sent),
      note: 'transfers among them included',
    },
    { label: 'Addresses', value: formatCount(rows.length), note: `${formatCount(seenCount)} of them seen` },
  ];
}

/** Addresses of a key with their totals, 20 indexes at a time. */
export function KeyList({ chain, keyText }: KeyListProps) {
  const router = useRouter();
  const query = useInfiniteQuery(derivedKeysQuery(chain, keyText));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(chain, keyText), [chain, keyText]);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="This key" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Skeleton what="addresses of the key">
        <RowBars rows={10} columns={['90px', '150px', '60px', '90px', '90px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  return (
    <div className="as-keys">
      <p className="as-explain">
        {last?.kind}. {formatPlural(rows.length, 'address', 'addresses')} derived on this server; later indexes may be
        used too.
      </p>
      <KeyFigures figures={listFigures(rows, chain)} />
      <DataTable
        caption="Addresses derived from the key"
        columns={columns}
        rows={rows}
        rowId={({ path, address }) => `${path}:${address}`}
        onOpen={({ address }) => void router.navigate({ href: addressSearchUrl({ chain, address }, { key: keyText }) })}
      />
      <PagedFoot
        query={query}
        shown={rows.length}
        pageSize={last?.items.length ?? KEY_PAGE}
        what="The next addresses"
        asOf={last?.asOf}
      />
    </div>
  );
}
