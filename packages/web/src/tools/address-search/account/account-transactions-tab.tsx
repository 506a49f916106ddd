import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import { useMemo } from 'react';
import { accountTransactionsQuery } from '../../../account-api.ts';
import { accountRowKey, createAccountColumns } from '../../../components/account/account-columns.tsx';
import { foldNoise } from '../../../components/account/fold-noise.ts';
import { NoiseRow } from '../../../components/account/noise-row.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { LookAlikeScope } from '../../../components/hash.tsx';
import { LabelScope } from '../../../components/label-scope.tsx';
import { useIdSet } from '../../../components/use-id-set.ts';
import { useLabels } from '../../../labels.ts';
import type { ValueSettings } from '../../../prices.ts';
import { AccountRowDetail } from './account-row-detail.tsx';
import { AccountRowsFrame, type AccountTabProps, useAccountRows } from './account-rows-frame.tsx';

const PAGE = 25;

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
  const hasFees = rows.some(({ paysFee, fee }) => paysFee && fee !== null);
  const columns = useMemo(() => {
    const order = search.order ?? 'newest';
    const orderHref = place.linkTo({ order: order === 'newest' ? 'oldest' : undefined });
    return createAccountColumns({
      chain,
      order,
      orderHref,
      values,
      linkAddress: place.linkAddress,
      hasFees,
      expand: { isOpen, onToggle },
    });
  }, [chain, search.order, place, values, hasFees, isOpen, onToggle]);
  const shown = useMemo(() => listShown(address, rows), [address, rows]);
  const labels = useLabels(chain, shown);
  return (
    <LookAlikeScope values={shown}>
      <LabelScope labels={labels}>
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

/** The history by base transaction: filters, export, rows; a very long history waits for a filter. */
export function AccountTransactionsTab({ place, summary }: AccountTabProps) {
  const settings = useAccountRows({ place, summary });
  const { values, asked, isHeld } = settings;
  const query = useInfiniteQuery({
    ...accountTransactionsQuery(place.chain, place.address, { ...asked, limit: PAGE }),
    enabled: !isHeld,
  });
  const { totals } = summary;
  return (
    <AccountRowsFrame
      place={place}
      summary={summary}
      noun="transaction"
      settings={settings}
      query={query}
      pageSize={PAGE}
      total={totals === null ? undefined : totals.transactionCount + totals.blockPaymentCount}
    >
      {(rows) => (
        <HistoryRows place={place} summary={summary} rows={rows} values={values} isUpdating={query.isPlaceholderData} />
      )}
    </AccountRowsFrame>
  );
}
