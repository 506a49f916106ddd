import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import type { IdSet } from '../../components/use-id-set.ts';
import { formatFiat } from '../../format/fiat.ts';
import { formatCount } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';

export type DepositPoint = Answer<'listDepositPoints'>['items'][number];

export function depositId({ txid, vout }: Pick<DepositPoint, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}

function createColumns(
  chain: OutputChainId,
  selected: Pick<IdSet, 'has' | 'toggle'>,
): readonly DataColumn<DepositPoint>[] {
  const { decimals, symbol } = getChain(chain);
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      cell: (point) => (
        <span className="xl-choose">
          <input
            type="checkbox"
            aria-label={`Ask about output ${point.vout} of the transaction ending ${point.txid.slice(-6)}`}
            checked={selected.has(depositId(point))}
            onChange={() => selected.toggle(depositId(point))}
          />
          <Time seconds={point.time} isEstimated={point.timeEstimated} />
        </span>
      ),
    },
    {
      id: 'output',
      header: 'Output',
      narrow: 'bottom-left',
      cell: ({ txid, vout }) => (
        <>
          <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid, { output: vout })} />
          <span className="tm-mono tm-t3">:{vout}</span>
        </>
      ),
    },
    { id: 'height', header: 'Height', align: 'right', cell: ({ height }) => formatCount(height) },
    {
      id: 'from',
      header: 'From',
      isMinor: true,
      cell: ({ from }) =>
        from[0] === undefined ? (
          <Missing reason="The inputs are not indexed, or newly mined." />
        ) : (
          <>
            <Hash value={from[0]} kind="address" />
            {from.length > 1 && <span className="tm-t3 tm-sm"> +{formatCount(from.length - 1)}</span>}
          </>
        ),
    },
    {
      id: 'amount',
      header: `Amount, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ amount }) => <Amount units={amount} decimals={decimals} symbol={symbol} aligned />,
    },
    {
      id: 'fiat',
      header: 'Value then',
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ fiat }) =>
        fiat === null ? (
          <Missing reason="No price of that day is loaded.">no price</Missing>
        ) : (
          <span className="tm-t3" title={`Close of ${fiat.day}, ${fiat.source}`}>
            {formatFiat(fiat.micro)} {fiat.currency}
          </span>
        ),
    },
  ];
}

export interface DepositTableProps {
  readonly chain: OutputChainId;
  readonly points: readonly DepositPoint[];
  readonly selected: IdSet;
  readonly isUpdating: boolean;
}

/** Payments to the address, each of which a request can name; x or the box chooses a row. */
export function DepositTable({ chain, points, selected, isUpdating }: DepositTableProps) {
  const { has, toggle } = selected;
  const columns = useMemo(() => createColumns(chain, { has, toggle }), [chain, has, toggle]);
  return (
    <DataTable
      caption="Deposits. x chooses a row."
      columns={columns}
      rows={points}
      rowId={depositId}
      onSelect={(point) => toggle(depositId(point))}
      onOpen={(point) => toggle(depositId(point))}
      opensOnClick
      selectedIds={selected.ids}
      isUpdating={isUpdating}
    />
  );
}
