import { useInfiniteQuery } from '@tanstack/react-query';
import { useIdSet } from '../../components/use-id-set.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import type { LedgerRow } from '../../format/ledger-row.ts';
import { countRows } from '../../format/ledger-summary.ts';
import { historyQuery } from '../../ledger-api.ts';
import { HistoryTable } from '../../parts/ledger/history-table.tsx';
import { isFiltered } from './filters.ts';
import { ProofSidePanel } from './proof-side-panel.tsx';
import { RowDetail } from './row-detail.tsx';
import { type HistoryTabProps, type RowSettings, RowsFrame, useRowSettings } from './rows-frame.tsx';
import { SelectionBar } from './selection-bar.tsx';

const PAGE = 25;

interface RowsProps extends HistoryTabProps {
  readonly rows: readonly LedgerRow[];
  readonly settings: RowSettings;
  readonly isUpdating: boolean;
}

function HistoryRows({ place, summary, rows, settings, isUpdating }: RowsProps) {
  const { search, linkTo, linkAddress } = place;
  const { values, isUnfolded, unfoldHref } = settings;
  const order = search.order ?? 'newest';
  const opened = useIdSet();
  const selected = useIdSet();
  const { hasTokens } = traitsOf(summary.chain);
  return (
    <>
      <SelectionBar chain={summary.chain} rows={rows.filter(({ id }) => selected.has(id))} onClear={selected.clear} />
      <HistoryTable
        summary={summary}
        rows={rows}
        values={values}
        order={order}
        orderHref={linkTo({ order: order === 'newest' ? 'oldest' : undefined })}
        linkAddress={linkAddress}
        hasFees={rows.some(({ paysFee, fee }) => paysFee && fee !== null) || !hasTokens}
        hasRunning={!isFiltered(search) && rows.some(({ runningBalance }) => runningBalance !== null)}
        unfoldHref={unfoldHref}
        isUnfolded={isUnfolded}
        isUpdating={isUpdating}
        opening={{ opened, detail: (row) => <RowDetail place={place} summary={summary} row={row} values={values} /> }}
        selected={selected}
      />
    </>
  );
}

/** The history by transaction: filters, export, rows; a very long history waits for a filter. */
export function TransactionsTab({ place, summary }: HistoryTabProps) {
  const settings = useRowSettings({ place, summary });
  const query = useInfiniteQuery({
    ...historyQuery(place.chain, place.address, { ...settings.query, limit: PAGE }),
    enabled: !settings.isWaiting,
  });
  return (
    <>
      <RowsFrame
        place={place}
        summary={summary}
        noun="transaction"
        settings={settings}
        query={query}
        pageSize={PAGE}
        total={countRows(summary)}
      >
        {(rows) => (
          <HistoryRows
            place={place}
            summary={summary}
            rows={rows}
            settings={settings}
            isUpdating={query.isPlaceholderData}
          />
        )}
      </RowsFrame>
      {query.data && <ProofSidePanel place={place} rows={query.data.pages.flatMap(({ items }) => items)} />}
    </>
  );
}
