import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { Gap } from '@trailmark/api/wire';
import { type ReactNode, useMemo } from 'react';
import type { AccountSummary } from '../../../account-api.ts';
import { countFolded } from '../../../components/account/fold-noise.ts';
import type { AnyAsOf, KnowledgeAsOf } from '../../../components/as-of-line.tsx';
import { CurrencyLine } from '../../../components/currency-select.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PagedFoot, type PagedFootProps } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useValues, type ValueSettings } from '../../../prices.ts';
import { HotGuard } from '../hot-guard.tsx';
import { type AccountHistoryQuery, isAccountFiltered, toAccountQuery } from './account-filters.ts';
import type { AccountPlace } from './account-place.ts';
import { AccountToolbar } from './account-toolbar.tsx';
import { NoAccountRows } from './no-account-rows.tsx';
import { StoppedEarly } from './stopped-early.tsx';
import { useChosenAsset } from './use-asset-filter.ts';

export interface AccountTabProps {
  readonly place: AccountPlace;
  readonly summary: AccountSummary;
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly asOf: AnyAsOf;
  readonly coverage: { readonly gaps: readonly Gap[] };
  readonly prices: KnowledgeAsOf['prices'];
}

type RowsQuery<Row> = PagedFootProps['query'] & {
  readonly data: { readonly pages: readonly Page<Row>[] } | undefined;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
};

export interface AccountRows {
  readonly asset: AssetReference | undefined;
  readonly values: ValueSettings;
  /** A very long history waits for a filter: nothing is asked yet. */
  readonly isHeld: boolean;
  /** Filters of the address bar and the currency, as the server takes them. */
  readonly asked: AccountHistoryQuery & { readonly currency: string };
}

/** What the rows of a tab are asked with. */
export function useAccountRows({ place, summary }: AccountTabProps): AccountRows {
  const { search } = place;
  const asset = useChosenAsset(place);
  const values = useValues();
  const isHeld = summary.isHot && !isAccountFiltered(search) && search.load === undefined;
  return { asset, values, isHeld, asked: { ...toAccountQuery(search, asset), currency: values.currency } };
}

export interface AccountRowsFrameProps<Row> extends AccountTabProps {
  readonly noun: 'transaction' | 'transfer';
  readonly settings: AccountRows;
  readonly query: RowsQuery<Row>;
  readonly pageSize: number;
  /** How many there are without filters. */
  readonly total: number | undefined;
  /** The table of the rows that were read. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** Filters, export, guard, states and foot around the rows of a tab. */
export function AccountRowsFrame<Row extends { readonly folded: string | null }>(props: AccountRowsFrameProps<Row>) {
  const { place, summary, noun, settings, query, children } = props;
  const { asset, values, isHeld } = settings;
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  return (
    <>
      <AccountToolbar place={place} summary={summary} asset={asset} folded={countFolded(rows)} />
      {isHeld && <HotGuard place={place} transactionCount={summary.totals?.transactionCount ?? 0} />}
      {!isHeld && query.error !== null && rows.length === 0 && (
        <ErrorPanel error={query.error} what={`The ${noun}s`} onRetry={() => void query.refetch()} />
      )}
      {!isHeld && query.error === null && !query.data && (
        <Skeleton what={`${noun}s`}>
          <RowBars rows={10} columns={['150px', '150px', '90px', '40px', '150px', '110px']} />
        </Skeleton>
      )}
      {rows.length > 0 && <CurrencyLine values={values} />}
      {rows.length > 0 && children(rows)}
      {query.data && <Foot {...props} rows={rows} />}
    </>
  );
}

function Foot<Row>(props: AccountRowsFrameProps<Row> & { readonly rows: readonly Row[] }) {
  const { place, summary, noun, query, rows, total, pageSize } = props;
  const last = query.data?.pages.at(-1);
  return (
    <>
      {rows.length === 0 && query.error === null && <NoAccountRows place={place} what={noun} />}
      <StoppedEarly gaps={last?.coverage.gaps} />
      <PagedFoot
        query={query}
        shown={rows.length}
        total={isAccountFiltered(place.search) ? undefined : Math.max(total ?? 0, rows.length)}
        pageSize={pageSize}
        asOf={last?.asOf}
        knowledge={{ labels: summary.known?.labels, prices: last?.prices }}
      />
    </>
  );
}
