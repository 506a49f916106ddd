import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { foldNoise } from '../../components/account/fold-noise.ts';
import { NoiseRow } from '../../components/account/noise-row.tsx';
import {
  createTransferColumns,
  type TransferPlace,
  type TransferRow,
  transferKey,
} from '../../components/account/transfer-columns.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { LookAlikeScope } from '../../components/hash.tsx';
import { LabelScope } from '../../components/label-scope.tsx';
import { useLabels } from '../../labels.ts';
import type { ValueSettings } from '../../prices.ts';
import { transactionUrl } from '../../url.ts';

export interface TransferTableProps {
  readonly place: TransferPlace;
  readonly caption: string;
  readonly rows: readonly TransferRow[];
  readonly values: ValueSettings;
  readonly order: 'newest' | 'oldest' | undefined;
  readonly isUpdating: boolean;
  /** On pages for visitors: only labels that may be shown to them. */
  readonly publicOnly?: boolean;
}

/** Several moves may be alike in everything; their place among equal ones distinguishes them. */
function nameRows(rows: readonly TransferRow[]): ReadonlyMap<TransferRow, string> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const key = transferKey(row);
      const count = seen.get(key) ?? 0;
      seen.set(key, count + 1);
      return [row, `${key}:${count}`];
    }),
  );
}

/** Single transfers, one per row; Enter opens the transaction. */
export function TransferTable(props: TransferTableProps) {
  const { place, caption, rows, values, order, isUpdating, publicOnly = false } = props;
  const router = useRouter();
  const { chain, address, search } = place;
  const items = useMemo(() => {
    const names = nameRows(rows);
    return foldNoise(rows, (row) => names.get(row) ?? '', search.folded !== undefined);
  }, [rows, search.folded]);
  const hasRunning = search.asset !== undefined && rows.some(({ runningBalance }) => runningBalance !== null);
  const columns = useMemo(
    () => createTransferColumns({ place, values, hasRunning, order }),
    [place, values, hasRunning, order],
  );
  const shown = useMemo(
    () => [address, ...rows.flatMap(({ from, to }) => [from ?? address, to ?? address])],
    [address, rows],
  );
  const labels = useLabels(chain, shown, { publicOnly });
  return (
    <LookAlikeScope values={shown}>
      <LabelScope labels={labels}>
        <DataTable
          caption={caption}
          columns={columns}
          rows={items}
          rowId={({ id }) => id}
          onOpen={(item) => {
            if (item.kind === 'row' && item.row.hash !== null)
              void router.navigate({ href: transactionUrl(chain, item.row.hash) });
          }}
          fullRow={(item) =>
            item.kind === 'fold' ? (
              <NoiseRow fold={item} noun="transfer" showHref={place.linkTo({ folded: '1' })} />
            ) : null
          }
          isUpdating={isUpdating}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}
