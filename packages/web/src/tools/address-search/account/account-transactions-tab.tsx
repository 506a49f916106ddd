import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountHistoryRow } from '@trailmark/api/contract/account-ledger';
import type { AssetReference } from '@trailmark/api/contract/account-wire';
import { useMemo } from 'react';
import { type AccountSummary, accountTransactionsQuery } from '../../../account-api.ts';
import { accountRowKey, createAccountColumns } from '../../../components/account-columns.tsx';
import { CurrencyLine } from '../../../components/currency-select.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { foldNoise } from '../../../components/fold-noise.ts';
import { LookAlikeScope } from '../../../components/hash.tsx';
import { LabelScope } from '../../../components/label-scope.tsx';
import { NoiseRow } from '../../../components/noise-row.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useLabels } from '../../../labels.ts';
import { useValues, type ValueSettings } from '../../../prices.ts';
import { HotGuard } from '../hot-guard.tsx';
import { useIdSet } from '../use-id-set.ts';
import { isAccountFiltered, toAccountQuery } from './account-filters.ts';
import type { AccountPlace } from './account-place.ts';
import { AccountRowDetail } from './account-row-detail.tsx';
import { AccountToolbar } from './account-toolbar.tsx';
import { NoAccountRows } from './no-account-rows.tsx';
import { StoppedEarly } from './stopped-early.tsx';
import { useChosenAsset } from './use-asset-filter.ts';

const PAGE = 25;

export interface AccountTabProps {
  readonly place: AccountPlace;
  readonly summary: AccountSummary;
}

interface RowsProps extends AccountTabProps {
  readonly rows: readonly AccountHistoryRow[];
  readonly values: ValueSettings;
  readonly isUpdating: boolean;
}

/** Every address a page of rows shows. */
function listShown(address: string, rows: readonly AccountHistoryRow[]): readonly string[] {
  const moved = rows.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from ?? address, to ?? address]));
  return [address, ...rows.flatMap((row) => row.counterparties.map((party) => party.address)), ...moved];
}

function HistoryRows({ place, summary, rows, values, isUpdating }: RowsProps) {
  const { chain, search } = place;
  const { address } = summary;
  const opened = useIdSet();
  const { has: isOpen, toggle: onToggle } = opened;
  const items = useMemo(() => foldNoise(rows, accountRowKey, search.folded !== undefined), [rows, search.folded]);
  const columns = useMemo(() => {
    const order = search.order ?? 'newest';
    const orderHref = place.linkTo({ order: order === 'newest' ? 'oldest' : undefined });
    return createAccountColumns({
      chain,
      order,
      orderHref,
      values,
      linkAddress: place.linkAddress,
      expand: { isOpen, onToggle },
    });
  }, [chain, search.order, place, values, isOpen, onToggle]);
  const shown = useMemo(() => listShown(address, rows), [address, rows]);
  const labels = useLabels(chain, shown);
  return (
    <LookAlikeScope values={shown}>
      <LabelScope labels={labels}>
        <CurrencyLine values={values} />
        <DataTable
          caption={`Transactions of ${address}. Enter opens a row.`}
          columns={columns}
          rows={items}
          rowId={({ id }) => id}
          onOpen={({ id, kind }) => (kind === 'row' ? onToggle(id) : undefined)}
          opensOnClick
          detail={(item) =>
            item.kind === 'row' && isOpen(item.id) ? (
              <AccountRowDetail place={place} row={item.row} own={address} values={values} />
            ) : null
          }
          fullRow={(item) =>
            item.kind === 'fold' ? (
              <NoiseRow fold={item} noun="transaction" showHref={place.linkTo({ folded: '1' })} />
            ) : null
          }
          isUpdating={isUpdating}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}

function History({ place, summary, asset }: AccountTabProps & { readonly asset: AssetReference | undefined }) {
  const values = useValues();
  const query = useInfiniteQuery(
    accountTransactionsQuery(place.chain, place.address, {
      ...toAccountQuery(place.search, asset),
      limit: PAGE,
      currency: values.currency,
    }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  if (query.error && rows.length === 0) {
    return <ErrorPanel error={query.error} what="The history" onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <Skeleton what="transactions">
        <RowBars rows={10} columns={['150px', '150px', '90px', '40px', '150px', '110px']} />
      </Skeleton>
    );
  }
  const last = query.data.pages.at(-1);
  const { transactionCount = rows.length, blockPaymentCount = 0 } = summary.totals ?? {};
  const total = transactionCount + blockPaymentCount;
  return (
    <>
      {rows.length === 0 ? (
        <NoAccountRows place={place} what="transaction" />
      ) : (
        <HistoryRows place={place} summary={summary} rows={rows} values={values} isUpdating={query.isPlaceholderData} />
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

/** The history by base transaction: filters, export, rows; a very long history waits for a filter. */
export function AccountTransactionsTab({ place, summary }: AccountTabProps) {
  const asset = useChosenAsset(place);
  const isHeld = summary.isHot && !isAccountFiltered(place.search) && place.search.load === undefined;
  return (
    <>
      <AccountToolbar place={place} summary={summary} asset={asset} />
      {isHeld ? (
        <HotGuard place={place} transactionCount={summary.totals?.transactionCount ?? 0} />
      ) : (
        <History place={place} summary={summary} asset={asset} />
      )}
    </>
  );
}
