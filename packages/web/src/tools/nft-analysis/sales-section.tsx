import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { NftSaleAnswer } from '@trailmark/api/contract/nft-wire';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { TableFoot } from '../../components/table-foot.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { useIdSet } from '../../components/use-id-set.ts';
import { formatCount } from '../../format/number.ts';
import { Price, Txid, type Unit, Wallet, Worth } from './parts.tsx';
import { Proof } from './proof.tsx';
import { type CollectionAnswer, findingQuery, SALES_A_PAGE, salesQuery } from './queries.ts';
import { type CollectionPlace, collectionUrl, type NftSearch, tokenUrl } from './search.ts';

function TokenLinks({ place, sale }: { readonly place: CollectionPlace; readonly sale: NftSaleAnswer }) {
  const [first] = sale.tokens;
  if (first === undefined) return null;
  return (
    <span className="tm-nw">
      <AppLink className="tm-mono" href={tokenUrl(place, first)}>
        {first.length > 12 ? `${first.slice(0, 5)}…${first.slice(-4)}` : first}
      </AppLink>
      {sale.itemCount > 1 && <span className="tm-flag">bundle of {sale.itemCount}</span>}
    </span>
  );
}

function OneProof({
  place,
  set,
  flag,
  unit,
}: {
  readonly place: CollectionPlace;
  readonly set: string | undefined;
  readonly flag: NftSaleAnswer['flags'][number];
  readonly unit: Unit;
}) {
  const { data, error, refetch } = useQuery(findingQuery(place, set, flag.rule, flag.finding));
  return (
    <section>
      <h3 className="tm-h">
        {flag.title} <small>weight {flag.weight}</small>
      </h3>
      {error && <ErrorPanel error={error} what="The proof" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the proof">
          <RowBars rows={2} columns={['120px', '140px', '140px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <Proof place={place} finding={data.finding} unit={unit} />
          <p className="tm-hint">What else fits it: {data.innocent}</p>
        </>
      )}
    </section>
  );
}

function Detail({
  place,
  set,
  sale,
  unit,
}: {
  readonly place: CollectionPlace;
  readonly set: string | undefined;
  readonly sale: NftSaleAnswer;
  readonly unit: Unit;
}) {
  return (
    <div className="nf-detail">
      <p className="tm-sm">
        <EvidenceMark kind={sale.basis === 'stated' ? 'claim' : 'fact'} withWord /> {sale.market}, rule {sale.rule}.{' '}
        {sale.note} <Txid chain={place.chain} txid={sale.txid} />
      </p>
      {sale.costs && sale.costs.length > 0 && (
        <p className="tm-sm">
          Of the price:{' '}
          {sale.costs.map(({ role, to, share }) => (
            <span key={`${role} ${to.address} ${share.amount}`} className="nf-cost">
              {role === 'other' ? 'share' : role} <Price price={share} /> to <Wallet chain={place.chain} party={to} />
            </span>
          ))}
        </p>
      )}
      {sale.flags.map((flag) => (
        <OneProof key={flag.rule} place={place} set={set} flag={flag} unit={unit} />
      ))}
      {sale.flags.length === 0 && <p className="tm-t2 tm-sm">No rule flags this sale. That does not clear it.</p>}
    </div>
  );
}

function createColumns(place: CollectionPlace): readonly DataColumn<NftSaleAnswer>[] {
  return [
    { id: 'time', header: <ZoneSwitch />, narrow: 'top-left', cell: ({ time }) => <Time seconds={time} /> },
    { id: 'token', header: 'Token', narrow: 'bottom-left', cell: (sale) => <TokenLinks place={place} sale={sale} /> },
    {
      id: 'parties',
      header: 'Seller, buyer',
      cell: ({ seller, buyer }) => (
        <span className="nf-pair">
          <Wallet chain={place.chain} party={seller} /> to <Wallet chain={place.chain} party={buyer} />
        </span>
      ),
    },
    { id: 'market', header: 'Market', isMinor: true, cell: ({ market }) => market },
    { id: 'price', header: 'Price', align: 'right', narrow: 'top-right', cell: ({ price }) => <Price price={price} /> },
    { id: 'value', header: 'USD then', align: 'right', isMinor: true, cell: ({ price }) => <Worth price={price} /> },
    {
      id: 'flags',
      header: 'Flags',
      cell: ({ flags }) => <span className="tm-sm">{flags.map(({ title }) => title).join('; ')}</span>,
    },
    {
      id: 'weight',
      header: 'Weight',
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ weight }) => (weight > 0 ? <b>{weight}</b> : '0'),
    },
  ];
}

const VIEWS = [
  ['strict', 'Flagged, strict'],
  ['loose', 'Flagged, loose'],
  ['clean', 'Not flagged'],
  ['all', 'All'],
] as const;

/** Sales of the collection; a row opens its proofs. */
export function SalesSection({
  place,
  answer,
  search,
}: {
  readonly place: CollectionPlace;
  readonly answer: CollectionAnswer;
  readonly search: NftSearch;
}) {
  const columns = useState(() => createColumns(place))[0];
  const open = useIdSet();
  const { data, error, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    salesQuery(place, search),
  );
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total;
  const rule = answer.rules.find(({ id }) => id === search.rule);
  const current = search.view ?? 'strict';
  const sort = search.sort ?? 'price';
  return (
    <section className="tm-sect" id="sales">
      <div className="tm-row tm-wrap">
        <h2 className="tm-h">
          Sales{' '}
          <small>
            {total === undefined ? '' : `${formatCount(total)}, `}
            {sort === 'price' ? 'highest price first' : 'latest first'}. Enter opens the proof of a row
          </small>
        </h2>
        <nav className="tm-seg" aria-label="Which sales">
          {VIEWS.map(([view, label]) => (
            <AppLink
              key={view}
              href={`${collectionUrl(place, { ...search, view, rule: undefined })}#sales`}
              aria-current={!rule && view === current ? 'true' : undefined}
            >
              {label}
            </AppLink>
          ))}
        </nav>
        <AppLink
          className="tm-sm"
          href={`${collectionUrl(place, { ...search, sort: sort === 'price' ? 'time' : 'price' })}#sales`}
        >
          {sort === 'price' ? 'Sort by time' : 'Sort by price'}
        </AppLink>
        {rule && (
          <span className="tm-sm">
            Rule: <b>{rule.title}</b>
          </span>
        )}
      </div>
      {error && <ErrorPanel error={error} what="The sales" onRetry={() => void refetch()} />}
      {!data && isFetching && (
        <Skeleton what="the sales">
          <RowBars rows={5} columns={['120px', '60px', '260px', '100px', '90px']} />
        </Skeleton>
      )}
      {data && rows.length === 0 && (
        <p className="tm-t2">No sale of this kind. A rule that did not run can find none.</p>
      )}
      {rows.length > 0 && (
        <>
          <DataTable
            caption="Sales of the collection"
            columns={columns}
            rows={rows}
            rowId={({ index }) => String(index)}
            onOpen={({ index }) => open.toggle(String(index))}
            opensOnClick
            isUpdating={isFetching && !isFetchingNextPage}
            detail={(sale) =>
              open.has(String(sale.index)) ? (
                <Detail place={place} set={search.set} sale={sale} unit={answer.unit} />
              ) : null
            }
          />
          <TableFoot
            shown={rows.length}
            total={total}
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            pageSize={SALES_A_PAGE}
            onMore={() => void fetchNextPage()}
          />
        </>
      )}
    </section>
  );
}
