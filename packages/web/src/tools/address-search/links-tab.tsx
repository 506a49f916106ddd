import { useInfiniteQuery } from '@tanstack/react-query';
import { getChain } from '@trailmark/chains/catalogue';
import { AppError } from '@trailmark/core/errors';
import { useMemo } from 'react';
import { type Answer, addressLinksQuery } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine, type KnowledgeAsOf } from '../../components/as-of-line.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { shorten } from '../../format/identifier.ts';
import { addressSearchUrl, transactionUrl } from '../../url.ts';
import type { HistoryPlace } from './history-link.ts';
import { LinksForm } from './links-form.tsx';

type Row = Answer<'listAddressLinks', 'outputs'>['items'][number];

const PAGE = 25;

const RELATIONS: Readonly<Record<Row['relation'], string>> = {
  pays: 'this pays the other',
  'paid-by': 'the other pays this',
  'co-spends': 'both pay in',
  'co-receives': 'both are paid',
  mixed: 'both sides mixed',
};

function createColumns({ chain }: HistoryPlace): readonly DataColumn<Row>[] {
  const { decimals, symbol } = getChain(chain);
  const amount = (units: bigint) => <Amount units={units} decimals={decimals} symbol={symbol} aligned />;
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
      cell: ({ txid, height }) => (
        <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid, { height })} />
      ),
    },
    { id: 'relation', header: 'Relation', narrow: 'bottom-right', cell: ({ relation }) => RELATIONS[relation] },
    {
      id: 'sent',
      header: `This put in, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ address }) => (
        <>
          <span className="as-word">put in </span>
          {amount(address.sent)}
        </>
      ),
    },
    { id: 'received', header: `This got, ${symbol}`, align: 'right', cell: ({ address }) => amount(address.received) },
    { id: 'other-sent', header: `Other put in, ${symbol}`, align: 'right', cell: ({ other }) => amount(other.sent) },
    {
      id: 'other-received',
      header: `Other got, ${symbol}`,
      align: 'right',
      cell: ({ other }) => amount(other.received),
    },
  ];
}

export interface LinksTabProps {
  readonly place: HistoryPlace;
  readonly knowledge: KnowledgeAsOf;
}

function Shared({ place, other, knowledge }: LinksTabProps & { readonly other: string }) {
  const { chain, address } = place;
  const query = useInfiniteQuery(addressLinksQuery(chain, address, other, PAGE));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const columns = useMemo(() => createColumns(place), [place]);
  if (query.error && rows.length === 0) {
    if (AppError.is(query.error, 'invalid')) return null;
    return (
      <ErrorPanel error={query.error} what="The search for shared transactions" onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) {
    return (
      <Skeleton what="shared transactions">
        <RowBars rows={5} columns={['140px', '150px', '120px', '90px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  if (rows.length === 0)
    return (
      <Empty asOf={<AsOfLine asOf={last?.asOf} {...knowledge} />}>
        No transaction in the heights held has both addresses in it. That does not show that none exists.
      </Empty>
    );
  return (
    <>
      <p className="as-explain">
        Between this address and{' '}
        <AppLink className="tm-id" href={addressSearchUrl({ chain, address: other })} title={other}>
          {shorten(other)}
        </AppLink>
        . <AppLink href={place.linkTo({ tab: undefined, with: other })}>Open as a filter of the history</AppLink>
      </p>
      <DataTable
        caption={`Transactions of ${address} and ${other}`}
        columns={columns}
        rows={rows}
        rowId={({ txid, height }) => `${txid}:${height}`}
      />
      <PagedFoot query={query} shown={rows.length} pageSize={PAGE} asOf={last?.asOf} knowledge={knowledge} />
    </>
  );
}

/** Everything between this address and another one. */
export function LinksTab({ place, knowledge }: LinksTabProps) {
  const { other } = place.search;
  const { error } = useInfiniteQuery({
    ...addressLinksQuery(place.chain, place.address, other ?? '', PAGE),
    enabled: other !== undefined,
  });
  const problem = other !== undefined && AppError.is(error, 'invalid') ? error.message : undefined;
  return (
    <>
      <LinksForm
        key={other}
        place={place}
        placeholder={`A ${getChain(place.chain).name} address`}
        submitLabel="Find shared transactions"
        help="Every transaction in which both take part, whichever side they are on. Payments over a third address are not direct and are not listed."
        problem={problem}
      />
      {other !== undefined && <Shared place={place} other={other} knowledge={knowledge} />}
    </>
  );
}
