import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { Gap } from '@trailmark/api/wire';
import { type ReactNode, useMemo } from 'react';
import { countFolded } from '../../components/account/fold-noise.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { AnyAsOf, KnowledgeAsOf } from '../../components/as-of-line.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { GapRow } from '../../components/gap-row.tsx';
import { PagedFoot, type PagedFootProps } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { assetDecimals } from '../../format/asset.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { FOLDING } from '../../format/folding.ts';
import { type LedgerSummary, listSummaryVersions } from '../../format/ledger-summary.ts';
import { formatCount } from '../../format/number.ts';
import type { HistoryQuery } from '../../ledger-api.ts';
import { useValues, type ValueSettings } from '../../prices.ts';
import { createExportLinks } from './export-links.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { clearFilters, isFiltered, toHistoryQuery } from './filters.ts';
import type { HistoryPlace } from './history-place.ts';
import { HotGuard } from './hot-guard.tsx';
import { useChosenAsset } from './use-asset-filter.ts';

export interface HistoryTabProps {
  readonly place: HistoryPlace;
  readonly summary: LedgerSummary;
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly asOf: AnyAsOf;
  readonly coverage: { readonly gaps: readonly Gap[] };
  readonly prices: KnowledgeAsOf['prices'];
}

type RowsQuery<Row> = PagedFootProps['query'] & {
  readonly data: { readonly pages: readonly Page<Row>[] } | undefined;
  readonly refetch: () => unknown;
};

export interface RowSettings {
  /** What amounts are of; undefined while no asset is chosen. */
  readonly asset: AssetReference | undefined;
  readonly values: ValueSettings;
  /** A very long history waits for a filter: nothing is requested yet. */
  readonly isWaiting: boolean;
  readonly isUnfolded: boolean;
  readonly unfoldHref: string;
  /** Filters of the address bar and the currency, as the server takes them. */
  readonly query: HistoryQuery & { readonly currency: string };
}

/** What the rows of a tab are requested with, and how they are shown. */
export function useRowSettings({ place, summary }: HistoryTabProps): RowSettings {
  const { search, linkTo } = place;
  const asset = useChosenAsset(place);
  const values = useValues();
  const { key } = FOLDING[traitsOf(place.chain).folds];
  return {
    asset,
    values,
    isWaiting: summary.isHot && !isFiltered(search) && search.load === undefined,
    isUnfolded: search[key] !== undefined,
    unfoldHref: linkTo({ [key]: '1' }),
    query: { ...toHistoryQuery(search, asset && assetDecimals(asset)), currency: values.currency },
  };
}

interface ToolbarProps extends HistoryTabProps {
  readonly settings: RowSettings;
  /** How many of the rows that were read say little. */
  readonly folded: number;
}

/** Filters left; the switch for folded rows and the export right. */
function Toolbar({ place, summary: { address, totals }, settings, folded }: ToolbarProps) {
  const { asset, values, isUnfolded, unfoldHref } = settings;
  const { key, close, exported } = FOLDING[traitsOf(place.chain).folds];
  const total = totals === null ? 0 : 'moveCount' in totals ? totals.moveCount : totals.transactionCount;
  const target = { chain: place.chain, address, decimals: asset && assetDecimals(asset), currency: values.currency };
  return (
    <div className="as-toolbar">
      <FilterBar place={place} asset={asset} />
      <span className="tm-row">
        {(isUnfolded || folded > 0) && (
          <AppLink className="tm-btn quiet sm" href={isUnfolded ? place.linkTo({ [key]: undefined }) : unfoldHref}>
            {isUnfolded ? close : `Show ${formatCount(folded)} folded`}
          </AppLink>
        )}
        <ExportMenu {...createExportLinks(target, place.search, total)} alsoHeld={exported} />
      </span>
    </div>
  );
}

/** No rows: because of the filters, or because nothing is indexed. */
function NoRows({ place, noun }: { readonly place: HistoryPlace; readonly noun: string }) {
  if (!isFiltered(place.search))
    return <Empty>No {noun} of this address is in the indexed blocks. That does not show that there is none.</Empty>;
  return (
    <Empty
      action={
        <AppLink className="tm-btn sm" href={place.linkTo(clearFilters())}>
          Clear filters
        </AppLink>
      }
    >
      No {noun} in the indexed blocks matches these filters.
    </Empty>
  );
}

export interface RowsFrameProps<Row> extends HistoryTabProps {
  readonly noun: 'transaction' | 'transfer';
  readonly settings: RowSettings;
  readonly query: RowsQuery<Row>;
  readonly pageSize: number;
  /** How many there are without filters. */
  readonly total: number;
  /** The table of the rows that were read. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

function Foot<Row>(props: RowsFrameProps<Row> & { readonly rows: readonly Row[] }) {
  const { place, summary, noun, query, rows, total, pageSize } = props;
  const last = query.data?.pages.at(-1);
  // Gaps of the whole index are in the banner above; here only that this answer was cut short.
  const gaps = (last?.coverage.gaps ?? []).filter(({ kind }) => kind === 'stopped-early');
  return (
    <>
      {rows.length === 0 && query.error === null && <NoRows place={place} noun={noun} />}
      {gaps.map((gap) => (
        <GapRow key={gap.message} gap={gap} />
      ))}
      <PagedFoot
        query={query}
        shown={rows.length}
        total={isFiltered(place.search) ? undefined : Math.max(total, rows.length)}
        pageSize={pageSize}
        asOf={last?.asOf}
        knowledge={{ ...listSummaryVersions(summary), prices: last?.prices }}
      />
    </>
  );
}

/** Filters, export, guard, states and foot around the rows of a tab. */
export function RowsFrame<Row extends { readonly folded: string | null }>(props: RowsFrameProps<Row>) {
  const { place, summary, noun, settings, query, children } = props;
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  if (settings.isWaiting) {
    return (
      <>
        <Toolbar place={place} summary={summary} settings={settings} folded={0} />
        <HotGuard place={place} transactionCount={summary.totals?.transactionCount ?? 0} />
      </>
    );
  }
  return (
    <>
      <Toolbar place={place} summary={summary} settings={settings} folded={countFolded(rows)} />
      {query.error !== null && rows.length === 0 && (
        <ErrorPanel error={query.error} what={`The ${noun}s`} onRetry={() => void query.refetch()} />
      )}
      {query.error === null && !query.data && (
        <Skeleton what={`${noun}s`}>
          <RowBars rows={10} columns={['150px', '150px', '90px', '40px', '150px', '110px']} />
        </Skeleton>
      )}
      {rows.length > 0 && children(rows)}
      {query.data && <Foot {...props} rows={rows} />}
    </>
  );
}
