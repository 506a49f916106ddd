import type { AccountChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../../api.ts';
import type { TransferPlace } from '../../../components/account/transfer-columns.tsx';
import { TransferTable } from '../../../parts/ledger/transfer-table.tsx';
import type { ValueSettings } from '../../../prices.ts';
import { addressSearchUrl, addressUrl } from '../../../url.ts';

export interface ExplorerMovesProps {
  readonly chain: AccountChainId;
  readonly address: string;
  readonly rows: Answer<'listAddressTransfers', 'accounts'>['items'];
  readonly values: ValueSettings;
  readonly isUpdating: boolean;
}

/** Single moves on a public page: addresses open in the explorer, folded rows in the tool that unfolds them. */
export function ExplorerMoves({ chain, address, rows, values, isUpdating }: ExplorerMovesProps) {
  const place: TransferPlace = useMemo(
    () => ({
      chain,
      address,
      search: {},
      linkTo: (patch) => addressSearchUrl({ chain, address }, { tab: 'transfers', ...patch }),
      linkAddress: (other) => addressUrl(chain, other),
    }),
    [chain, address],
  );
  return (
    <TransferTable
      place={place}
      caption={`Transfers of ${address}. Enter opens the transaction.`}
      rows={rows}
      values={values}
      order={undefined}
      isUpdating={isUpdating}
      publicOnly
    />
  );
}
