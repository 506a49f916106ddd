import { useInfiniteQuery } from '@tanstack/react-query';
import { CurrencyLine } from '../../components/currency-select.tsx';
import { transfersQuery } from '../../ledger-api.ts';
import { TransferTable } from '../../parts/ledger/transfer-table.tsx';
import { type HistoryTabProps, RowsFrame, useRowSettings } from './rows-frame.tsx';

const PAGE = 50;

/** Every transfer of every asset, one per row; with one asset chosen, the balance after each. */
export function TransfersTab({ place, summary }: HistoryTabProps) {
  const settings = useRowSettings({ place, summary });
  const query = useInfiniteQuery({
    ...transfersQuery(place.chain, place.address, { ...settings.query, limit: PAGE }),
    enabled: !settings.isWaiting,
  });
  const { totals } = summary;
  return (
    <RowsFrame
      place={place}
      summary={summary}
      noun="transfer"
      settings={settings}
      query={query}
      pageSize={PAGE}
      total={totals !== null && 'moveCount' in totals ? totals.moveCount : 0}
    >
      {(rows) => (
        <>
          <CurrencyLine values={settings.values} />
          <TransferTable
            place={place}
            caption={`Transfers of ${summary.address}. Enter opens the transaction.`}
            rows={rows}
            values={settings.values}
            order={place.search.order ?? 'newest'}
            isUpdating={query.isPlaceholderData}
          />
        </>
      )}
    </RowsFrame>
  );
}
