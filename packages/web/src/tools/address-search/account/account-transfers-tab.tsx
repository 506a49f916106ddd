import { useInfiniteQuery } from '@tanstack/react-query';
import { accountMovesQuery } from '../../../account-api.ts';
import { TransferTable } from '../../../parts/ledger/transfer-table.tsx';
import { AccountRowsFrame, type AccountTabProps, useAccountRows } from './account-rows-frame.tsx';

const PAGE = 50;

/** Every move of every asset, one a row; with one asset chosen, the balance after each. */
export function AccountTransfersTab({ place, summary }: AccountTabProps) {
  const settings = useAccountRows({ place, summary });
  const { values, asked, isHeld } = settings;
  const query = useInfiniteQuery({
    ...accountMovesQuery(place.chain, place.address, { ...asked, limit: PAGE }),
    enabled: !isHeld,
  });
  return (
    <AccountRowsFrame
      place={place}
      summary={summary}
      noun="transfer"
      settings={settings}
      query={query}
      pageSize={PAGE}
      total={summary.totals?.moveCount}
    >
      {(rows) => (
        <TransferTable
          place={place}
          caption={`Transfers of ${summary.address}. Enter opens the transaction.`}
          rows={rows}
          values={values}
          order={place.search.order ?? 'newest'}
          isUpdating={query.isPlaceholderData}
        />
      )}
    </AccountRowsFrame>
  );
}
