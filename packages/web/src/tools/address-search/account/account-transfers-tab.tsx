import { useInfiniteQuery } from '@tanstack/react-query';
import type { AssetReference } from '@trailmark/api/contract/account-wire';
import { useMemo } from 'react';
import { accountMovesQuery } from '../../../account-api.ts';
import { CurrencyLine } from '../../../components/currency-select.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useValues } from '../../../prices.ts';
import { HotGuard } from '../hot-guard.tsx';
import { isAccountFiltered, toAccountQuery } from './account-filters.ts';
import { AccountToolbar } from './account-toolbar.tsx';
import type { AccountTabProps } from './account-transactions-tab.tsx';
import { NoAccountRows } from './no-account-rows.tsx';
import { StoppedEarly } from './stopped-early.tsx';
import { TransferTable } from './transfer-table.tsx';
import { useChosenAsset } from './use-asset-filter.ts';

const PAGE = 50;

function Transfers({ place, summary, asset }: AccountTabProps & { readonly asset: AssetReference | undefined }) {
  const values = useValues();
  const query = useInfiniteQuery(
    accountMovesQuery(place.chain, place.address, {
      ...toAccountQuery(place.search, asset),
      limit: PAGE,
      currency: values.currency,
    }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  if (query.error && rows.length === 0) {
    return <ErrorPanel error={query.error} what="The transfers" onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <Skeleton what="transfers">
        <RowBars rows={10} columns={['150px', '150px', '60px', '40px', '150px', '110px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  const total = summary.totals?.moveCount ?? rows.length;
  return (
    <>
      {rows.length === 0 ? (
        <NoAccountRows place={place} what="transfer" />
      ) : (
        <>
          <CurrencyLine values={values} />
          <TransferTable
            place={place}
            caption={`Transfers of ${summary.address}. Enter opens the transaction.`}
            rows={rows}
            values={values}
            order={place.search.order ?? 'newest'}
            isUpdating={query.isPlaceholderData}
          />
        </>
      )}
      <StoppedEarly gaps={last?.coverage.gaps} />
      <PagedFoot
        query={query}
        shown={rows.length}
        total={isAccountFiltered(place.search) ? undefined : Math.max(total, rows.length)}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ labels: summary.known?.labels, prices: last?.prices }}
      />
    </>
  );
}

/** Every move of every asset, one a row; with one asset chosen, the balance after each. */
export function AccountTransfersTab({ place, summary }: AccountTabProps) {
  const asset = useChosenAsset(place);
  const isHeld = summary.isHot && !isAccountFiltered(place.search) && place.search.load === undefined;
  return (
    <>
      <AccountToolbar place={place} summary={summary} asset={asset} />
      {isHeld ? (
        <HotGuard place={place} transactionCount={summary.totals?.transactionCount ?? 0} />
      ) : (
        <Transfers place={place} summary={summary} asset={asset} />
      )}
    </>
  );
}
