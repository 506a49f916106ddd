import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { Amount } from '../../components/amount.tsx';
import type { DataColumn } from '../../components/data-table.tsx';
import { Direction } from '../../components/direction.tsx';
import { Fiat, FiatHeader } from '../../components/fiat.tsx';
import { Flags } from '../../components/flags.tsx';
import { Hash } from '../../components/hash.tsx';
import { AddressLabel } from '../../components/label-scope.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { formatFlag } from '../../format/words.ts';
import type { ValueSettings } from '../../prices.ts';
import { addressUrl, transactionUrl } from '../../url.ts';

const NO_RUNNING = 'An earlier part of the history is outside what this index holds.';
const NO_OTHER_SIDE = 'The other side is outside what this index holds, or has no address.';

/** The largest on the other side, and how many more there are. */
export function Counterparties({ chain, row }: { readonly chain: OutputChainId; readonly row: OutputHistoryRow }) {
  const [first] = row.counterparties;
  if (row.isCoinbase && row.direction === 'in') return <span className="tm-t2">newly mined</span>;
  if (!first) return row.direction === 'self' ? <span className="tm-t3">–</span> : <Missing reason={NO_OTHER_SIDE} />;
  const more = row.counterpartyCount - 1;
  return (
    <>
      <Hash value={first.address} kind="address" href={addressUrl(chain, first.address)} />
      <AddressLabel address={first.address} />
      {more > 0 && <span className="tm-t3 tm-sm"> and {formatCount(more)} more</span>}
    </>
  );
}

function timeColumn(chain: OutputChainId, address: string, order: 'newest' | 'oldest'): DataColumn<OutputHistoryRow> {
  const next = order === 'newest' ? 'oldest' : undefined;
  return {
    id: 'time',
    header: <ZoneSwitch />,
    narrow: 'top-left',
    sort: {
      direction: order === 'newest' ? 'descending' : 'ascending',
      href: addressUrl(chain, address, { order: next }),
    },
    cell: ({ time, timeEstimated, height }) =>
      height === null ? (
        <span className="tm-t2">unconfirmed</span>
      ) : (
        <Time seconds={time} isEstimated={timeEstimated} />
      ),
  };
}

/** Columns of an address's history: time, id, direction, other side, amount, its value then, running total, flags. */
export function createHistoryColumns(
  chain: OutputChainId,
  address: string,
  order: 'newest' | 'oldest',
  values: ValueSettings,
): readonly DataColumn<OutputHistoryRow>[] {
  const { decimals, symbol, network } = getChain(chain);
  return [
    timeColumn(chain, address, order),
    {
      id: 'txid',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: ({ txid, height }) => (
        <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid, { height: height ?? undefined })} />
      ),
    },
    { id: 'direction', header: 'Dir.', cell: ({ direction }) => <Direction direction={direction} /> },
    { id: 'counterparty', header: 'Other side', cell: (row) => <Counterparties chain={chain} row={row} /> },
    {
      id: 'net',
      header: `Net, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ net }) => <Amount units={net} decimals={decimals} symbol={symbol} signed aligned />,
    },
    {
      id: 'fiat',
      header: <FiatHeader values={values} />,
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ fiat, height, time }) => (
        <Fiat
          micro={fiat?.micro ?? null}
          price={fiat}
          moment={{ symbol, network, height, time }}
          values={values}
          signed
          aligned
        />
      ),
    },
    {
      id: 'running',
      header: `Balance after, ${symbol}`,
      align: 'right',
      cell: ({ runningBalance }) => (
        <Amount units={runningBalance} decimals={decimals} symbol={symbol} reason={NO_RUNNING} aligned />
      ),
    },
    { id: 'flags', header: 'Flags', isMinor: true, cell: ({ flags }) => <Flags words={flags.map(formatFlag)} /> },
  ];
}
