import { useInfiniteQuery } from '@tanstack/react-query';
import type { OutputAddress } from '@trailmark/api/contract/address';
import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { getChain } from '@trailmark/chains/catalogue';
import { type ReactNode, useCallback, useMemo } from 'react';
import { addressTransactionsQuery } from '../../api.ts';
import { listSummaryVersions } from '../../components/address-knowledge.tsx';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { CurrencyLine } from '../../components/currency-select.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { GapRow } from '../../components/gap-row.tsx';
import { LookAlikeScope } from '../../components/hash.tsx';
import { LabelScope } from '../../components/label-scope.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useIdSet } from '../../components/use-id-set.ts';
import { formatPlural } from '../../format/number.ts';
import { useLabels } from '../../labels.ts';
import { useValues, type ValueSettings } from '../../prices.ts';
import { createExportLinks } from './export-links.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { clearFilters, isFiltered, toHistoryQuery } from './filters.ts';
import { type DustFold, foldDust, type HistoryItem, toItem } from './fold-dust.ts';
import type { HistoryPlace } from './history-link.ts';
import { HotGuard } from './hot-guard.tsx';
import { ProofSidePanel } from './proof-side-panel.tsx';
import { RowDetail } from './row-detail.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { createTransactionColumns } from './transaction-columns.tsx';

const PAGE = 25;

export interface TransactionsTabProps {
  readonly place: HistoryPlace;
  readonly summary: OutputAddress;
}

function FoldRow({ place, fold }: { readonly place: HistoryPlace; readonly fold: DustFold }) {
  const { decimals, symbol } = getChain(place.chain);
  return (
    <span className="as-fold">
      <b>{formatPlural(fold.count, 'dust payment')} folded</b>,{' '}
      <Amount units={fold.net} decimals={decimals} symbol={symbol} /> together. They count in every total and export.{' '}
      <AppLink href={place.linkTo({ dust: '1' })}>Show them</AppLink>
    </span>
  );
}

function TableBars() {
  return (
    <Skeleton what="transactions">
      <RowBars rows={10} columns={['150px', '150px', '40px', '150px', '90px', '90px']} />
    </Skeleton>
  );
}

function NoRows({ place }: { readonly place: HistoryPlace }): ReactNode {
  if (!isFiltered(place.search))
    return <Empty>No transaction of this address is in the heights held. That does not show that there is none.</Empty>;
  return (
    <Empty
      action={
        <AppLink className="tm-btn sm" href={place.linkTo(clearFilters())}>
          Clear filters
        </AppLink>
      }
    >
      No transaction in the heights held matches these filters.
    </Empty>
  );
}

function useHistory(place: HistoryPlace, currency: string) {
  const { chain, address, search } = place;
  const { decimals } = getChain(chain);
  const query = useInfiniteQuery(
    addressTransactionsQuery(chain, address, { ...toHistoryQuery(search, decimals), limit: PAGE, currency }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const items = useMemo(() => (search.dust ? rows.map(toItem) : foldDust(rows)), [rows, search.dust]);
  return { query, rows, items };
}

interface HistoryTableProps extends TransactionsTabProps {
  readonly items: readonly HistoryItem[];
  readonly rows: readonly OutputHistoryRow[];
  readonly isUpdating: boolean;
  readonly values: ValueSettings;
}

function HistoryTable({ place, summary, items, rows, isUpdating, values }: HistoryTableProps) {
  const { chain, address } = place;
  const { decimals, symbol } = getChain(chain);
  const opened = useIdSet();
  const selected = useIdSet();
  const { has: isOpen, toggle: onToggle } = opened;
  const hasRunning = !isFiltered(place.search) && rows.some(({ runningBalance }) => runningBalance !== null);
  const columns = useMemo(
    () => createTransactionColumns({ place, hasRunning, values, isOpen, onToggle }),
    [place, hasRunning, values, isOpen, onToggle],
  );
  const ownForms = useMemo(
    () => new Set([address, summary.address, ...summary.aliases.map(({ text }) => text)]),
    [address, summary],
  );
  const identifiers = useMemo(
    () => [summary.address, ...rows.flatMap((row) => row.counterparties.map((party) => party.address))],
    [summary, rows],
  );
  const labels = useLabels(chain, identifiers);
  const chosen = items.flatMap((item) => (item.kind === 'row' && selected.has(item.id) ? [item.row] : []));
  return (
    <LookAlikeScope values={identifiers}>
      <LabelScope labels={labels}>
        <CurrencyLine values={values} />
        <SelectionBar rows={chosen} decimals={decimals} symbol={symbol} onClear={selected.clear} />
        <DataTable
          caption={`Transactions of ${address}. Enter opens a row, x selects it.`}
          columns={columns}
          rows={items}
          rowId={({ id }) => id}
          onOpen={({ id, kind }) => (kind === 'row' ? onToggle(id) : undefined)}
          onSelect={({ id, kind }) => (kind === 'row' ? selected.toggle(id) : undefined)}
          opensOnClick
          selectedIds={selected.ids}
          detail={(item) =>
            item.kind === 'row' && isOpen(item.id) ? (
              <RowDetail place={place} row={item.row} ownForms={ownForms} values={values} />
            ) : null
          }
          fullRow={(item) => (item.kind === 'fold' ? <FoldRow place={place} fold={item} /> : null)}
          isUpdating={isUpdating}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}

function History({ place, summary }: TransactionsTabProps) {
  const values = useValues();
  const { query, rows, items } = useHistory(place, values.currency);
  const isNarrowed = isFiltered(place.search);
  const retry = useCallback(() => void query.refetch(), [query.refetch]);
  if (query.error && rows.length === 0) return <ErrorPanel error={query.error} what="The history" onRetry={retry} />;
  if (!query.data) return <TableBars />;
  const last = query.data.pages.at(-1);
  // Gaps of the whole index are said by the banner above; here only that this answer was cut short.
  const gaps = (last?.coverage.gaps ?? []).filter(({ kind }) => kind === 'stopped-early');
  return (
    <>
      {rows.length === 0 ? (
        <NoRows place={place} />
      ) : (
        <HistoryTable
          place={place}
          summary={summary}
          items={items}
          rows={rows}
          isUpdating={query.isPlaceholderData}
          values={values}
        />
      )}
      {gaps.map((gap) => (
        <GapRow key={gap.kind + gap.message} gap={gap} />
      ))}
      <PagedFoot
        query={query}
        shown={rows.length}
        total={isNarrowed ? undefined : Math.max(summary.totals.transactionCount, rows.length)}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ ...listSummaryVersions(summary), prices: last?.prices }}
      />
      <ProofSidePanel
        place={place}
        blockHash={rows.find(({ txid }) => txid === place.search.prove)?.blockHash ?? null}
      />
    </>
  );
}

/** Filters, export and the history itself; a very long history waits for a filter. */
export function TransactionsTab({ place, summary }: TransactionsTabProps) {
  const { chain, search } = place;
  const { decimals } = getChain(chain);
  const isHeld = summary.isHot && !isFiltered(search) && !search.load;
  const { currency } = useValues();
  const links = createExportLinks(
    { chain, address: summary.address, decimals, currency },
    search,
    summary.totals.transactionCount,
  );
  return (
    <>
      <div className="as-toolbar">
        <FilterBar place={place} />
        <span className="tm-row">
          {search.dust && (
            <AppLink className="tm-btn quiet sm" href={place.linkTo({ dust: undefined })}>
              Fold dust
            </AppLink>
          )}
          <ExportMenu {...links} />
        </span>
      </div>
      {isHeld ? (
        <HotGuard place={place} transactionCount={summary.totals.transactionCount} />
      ) : (
        <History place={place} summary={summary} />
      )}
    </>
  );
}
