import { IconChevronRight } from '@tabler/icons-react';
import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { getChain } from '@trailmark/chains/catalogue';
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
import { addressSearchUrl, transactionUrl } from '../../url.ts';
import type { HistoryItem } from './fold-dust.ts';
import type { HistoryPlace } from './history-link.ts';

const NO_RUNNING = 'An earlier part of the history is outside what this index holds.';
const NO_OTHER_SIDE = 'The other side is outside what this index holds, or has no address.';
const NO_FEE = 'An input spends an output that is outside what this index holds, so its value is not known.';

export interface ColumnOptions {
  readonly place: HistoryPlace;
  /** False while every balance is unknown, or a filter hides rows: the column would say nothing. */
  readonly hasRunning: boolean;
  readonly values: ValueSettings;
  readonly isOpen: (id: string) => boolean;
  readonly onToggle: (id: string) => void;
}

function Counterparties({ place, row }: { readonly place: HistoryPlace; readonly row: OutputHistoryRow }) {
  const [first] = row.counterparties;
  if (row.isCoinbase && row.direction === 'in') return <span className="tm-t2">newly mined</span>;
  if (!first) return row.direction === 'self' ? <span className="tm-t3">–</span> : <Missing reason={NO_OTHER_SIDE} />;
  const more = row.counterpartyCount - 1;
  return (
    <>
      <Hash
        value={first.address}
        kind="address"
        href={addressSearchUrl({ chain: place.chain, address: first.address })}
      />
      <AddressLabel address={first.address} />
      {more > 0 && <span className="tm-t3 tm-sm"> +{formatCount(more)}</span>}
    </>
  );
}

function TimeCell({
  id,
  row,
  options,
}: {
  readonly id: string;
  readonly row: OutputHistoryRow;
  readonly options: ColumnOptions;
}) {
  const isOpen = options.isOpen(id);
  return (
    <span className="as-timecell">
      <button
        type="button"
        className="as-expand"
        aria-expanded={isOpen}
        aria-label={`Inputs and outputs of transaction ending ${row.txid.slice(-6)}`}
        onClick={() => options.onToggle(id)}
      >
        <IconChevronRight size={14} stroke={1.5} />
      </button>
      {row.height === null ? (
        <span className="tm-t2">unconfirmed</span>
      ) : (
        <Time seconds={row.time} isEstimated={row.timeEstimated} />
      )}
    </span>
  );
}

/** Missing raw bytes are a property of the source, the same for whole runs of blocks; the expanded row says so. */
function listFlagWords(flags: OutputHistoryRow['flags']): readonly string[] {
  return flags.filter((flag) => flag !== 'no-raw').map(formatFlag);
}

function onRow(cell: (row: OutputHistoryRow, id: string) => React.ReactNode): (item: HistoryItem) => React.ReactNode {
  return (item) => (item.kind === 'row' ? cell(item.row, item.id) : null);
}

function listMoneyColumns({ place: { chain }, hasRunning, values }: ColumnOptions): readonly DataColumn<HistoryItem>[] {
  const { decimals, symbol, network } = getChain(chain);
  return [
    {
      id: 'net',
      header: `Net, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: onRow(({ net }) => <Amount units={net} decimals={decimals} symbol={symbol} signed aligned />),
    },
    {
      id: 'fiat',
      header: <FiatHeader values={values} />,
      align: 'right',
      narrow: 'bottom-right',
      isMinor: true,
      cell: onRow(({ fiat, height, time }) => (
        <Fiat
          micro={fiat?.micro ?? null}
          price={fiat}
          moment={{ symbol, network, height, time }}
          values={values}
          signed
          aligned
        />
      )),
    },
    ...(hasRunning
      ? [
          {
            id: 'running',
            header: `Balance after, ${symbol}`,
            align: 'right' as const,
            cell: onRow(({ runningBalance }) => (
              <Amount units={runningBalance} decimals={decimals} symbol={symbol} reason={NO_RUNNING} aligned />
            )),
          },
        ]
      : []),
    {
      id: 'fee',
      header: `Tx fee, ${symbol}`,
      align: 'right',
      isMinor: true,
      cell: onRow(({ fee, isCoinbase }) =>
        isCoinbase ? (
          <span className="tm-t3">–</span>
        ) : (
          <Amount units={fee} decimals={decimals} reason={NO_FEE} aligned />
        ),
      ),
    },
  ];
}

/** Columns of the history: time, id, direction, other side, net, its value then, running balance (without filters only), fee, flags. */
export function createTransactionColumns(options: ColumnOptions): readonly DataColumn<HistoryItem>[] {
  const { place } = options;
  const isOldest = place.search.order === 'oldest';
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      sort: {
        direction: isOldest ? 'ascending' : 'descending',
        href: place.linkTo({ order: isOldest ? undefined : 'oldest' }),
      },
      cell: onRow((row, id) => <TimeCell id={id} row={row} options={options} />),
    },
    {
      id: 'txid',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: onRow(({ txid, height }) => (
        <Hash
          value={txid}
          kind="transaction"
          href={transactionUrl(place.chain, txid, { height: height ?? undefined })}
        />
      )),
    },
    { id: 'direction', header: 'Dir.', cell: onRow(({ direction }) => <Direction direction={direction} />) },
    {
      id: 'counterparty',
      header: 'Other side',
      cell: onRow((row) => <Counterparties place={place} row={row} />),
    },
    ...listMoneyColumns(options),
    {
      id: 'flags',
      header: 'Flags',
      isMinor: true,
      cell: onRow(({ flags }) => <Flags words={listFlagWords(flags)} />),
    },
  ];
}
