import { IconChevronRight } from '@tabler/icons-react';
import type { ChainId } from '@trailmark/core/chain';
import type { ReactNode } from 'react';
import type { RowNet } from '../../format/account-row.ts';
import { formatHash, formatMoveKind } from '../../format/account-words.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { coinOf } from '../../format/coin-of.ts';
import type { LedgerRow } from '../../format/ledger-row.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';
import { blockUrl, transactionUrl } from '../../url.ts';
import { AccountFiat } from '../account/account-fiat.tsx';
import { StatusWord } from '../account/account-status.tsx';
import { AssetAmount } from '../account/asset-amount.tsx';
import { type FoldedItem, itemColumn } from '../account/fold-noise.ts';
import { MethodName } from '../account/method-name.tsx';
import { ActionChips } from '../account/protocol-actions.tsx';
import { Amount } from '../amount.tsx';
import { AppLink } from '../app-link.tsx';
import type { DataColumn } from '../data-table.tsx';
import { Direction } from '../direction.tsx';
import { FiatHeader } from '../fiat.tsx';
import { Flags } from '../flags.tsx';
import { Hash } from '../hash.tsx';
import { AddressLabel } from '../label-scope.tsx';
import { Missing } from '../missing.tsx';
import { Time, ZoneSwitch } from '../time.tsx';

export interface HistoryColumnOptions {
  readonly chain: ChainId;
  readonly order: 'newest' | 'oldest';
  /** The page in the other order. */
  readonly orderHref: string;
  readonly values: ValueSettings;
  readonly linkAddress: (address: string) => string;
  /** False where no fee of the page is known or concerns the address: a column of dashes says nothing. */
  readonly hasFees: boolean;
  /** False where every balance is unknown, or a filter hides rows: the column would say nothing. */
  readonly hasRunning: boolean;
  /** Where rows can be opened in place. */
  readonly expand?: { readonly isOpen: (id: string) => boolean; readonly onToggle: (id: string) => void } | undefined;
}

export type HistoryItem = FoldedItem<LedgerRow>;
type Column = DataColumn<HistoryItem>;

const NET_SHOWN = 2;
const FEE_FIGURE = 10;
const NOT_LISTED = 'It has more moves than are listed here; the page of the transaction has all of them.';
const NO_RUNNING = 'An earlier part of the history is not indexed.';
const NO_OTHER_SIDE = 'The other side is not indexed, or has no address.';
/** What a fee of a row is, and why it may not be known. */
const FEES = {
  outputs: {
    word: 'Tx fee',
    missing: 'An input spends an output that is not indexed, so its value is not known.',
  },
  accounts: { word: 'Fee paid', missing: 'The source does not carry fees.' },
} as const;

/** Where a row opens: its transaction, or the block that paid. A txid that was mined twice is distinguished by its height. */
export function rowUrl(chain: ChainId, { hash, height }: Pick<LedgerRow, 'hash' | 'height'>): string {
  if (hash === null) return blockUrl(chain, height ?? 0);
  return transactionUrl(chain, hash, traitsOf(chain).hasOutputs ? { height: height ?? undefined } : {});
}

function describeRow({ family, hash, height }: LedgerRow): string {
  const what = hash === null ? `block ${formatCount(height ?? 0)}` : `transaction ending ${hash.slice(-6)}`;
  return `${family === 'outputs' ? 'Inputs and outputs' : 'Transfers'} of ${what}`;
}

function TimeCell({ row, expand }: { readonly row: LedgerRow } & Pick<HistoryColumnOptions, 'expand'>) {
  const time =
    row.height === null ? (
      <span className="tm-t2">unconfirmed</span>
    ) : (
      <Time seconds={row.time} isEstimated={row.timeEstimated} />
    );
  if (!expand) return time;
  return (
    <span className="tm-timecell">
      <button
        type="button"
        className="tm-expand"
        aria-expanded={expand.isOpen(row.id)}
        aria-label={describeRow(row)}
        onClick={() => expand.onToggle(row.id)}
      >
        <IconChevronRight size={14} stroke={1.5} />
      </button>
      {time}
    </span>
  );
}

function HashCell({ chain, row }: { readonly chain: ChainId; readonly row: LedgerRow }) {
  if (row.hash === null) {
    const [first] = row.family === 'accounts' ? row.source.moves : [];
    return (
      <AppLink href={rowUrl(chain, row)}>
        {first ? formatMoveKind(first.kind) : 'block'} {formatCount(row.height ?? 0)}
      </AppLink>
    );
  }
  const link = <Hash value={formatHash(chain, row.hash)} kind="transaction" href={rowUrl(chain, row)} />;
  return (
    <span className="tm-hashcell">
      {row.status === 'failed' ? <s>{link}</s> : link} <StatusWord {...row} />
    </span>
  );
}

function NoOtherSide({ row, linkAddress }: { row: LedgerRow } & Pick<HistoryColumnOptions, 'linkAddress'>) {
  if (row.noOther === 'mined') return <span className="tm-t2">newly mined</span>;
  if (row.noOther === 'unknown') return <Missing reason={NO_OTHER_SIDE} />;
  if (row.created === null) return <span className="tm-t3">–</span>;
  return (
    <>
      <span className="tm-t3 tm-sm">created </span>
      <Hash value={row.created} kind="address" href={linkAddress(row.created)} />
    </>
  );
}

function OtherSide({ row, linkAddress }: { row: LedgerRow } & Pick<HistoryColumnOptions, 'linkAddress'>) {
  const { first, count } = row.others;
  if (first === undefined) return <NoOtherSide row={row} linkAddress={linkAddress} />;
  return (
    <>
      <span className="tm-nw">
        <Hash value={first} kind="address" href={linkAddress(first)} />
        {count > 1 && <span className="tm-t3 tm-sm"> +{formatCount(count - 1)}</span>}
      </span>{' '}
      <AddressLabel address={first} />
    </>
  );
}

interface LinesProps {
  readonly row: LedgerRow;
  readonly empty: string;
  readonly line: (net: RowNet) => ReactNode;
  /** Lines that are left out are counted in one column of the row. */
  readonly countsRest?: boolean;
}

function Lines({ row: { net: lines }, empty, line, countsRest = false }: LinesProps) {
  if (lines === null) return <Missing reason={NOT_LISTED}>see its page</Missing>;
  // One line more takes no more room than the line that would count it.
  const shown = lines.slice(0, lines.length === NET_SHOWN + 1 ? NET_SHOWN + 1 : NET_SHOWN);
  if (shown.length === 0) return <span className="tm-t3">{empty}</span>;
  return (
    <span className="tm-lines">
      {shown.map((net, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one row have a fixed order
        <span key={i}>{line(net)}</span>
      ))}
      {lines.length > shown.length && (
        <span className="tm-t3 tm-sm tm-nw">
          {countsRest ? `and ${formatPlural(lines.length - shown.length, 'more asset')}` : '\u00a0'}
        </span>
      )}
    </span>
  );
}

/** One asset: the points of all rows are below each other. */
function listCoinMoney({ chain, values, expand }: HistoryColumnOptions): readonly Column[] {
  const { decimals, symbol } = traitsOf(chain);
  return [
    {
      id: 'net',
      header: `Net, ${symbol}`,
      align: 'right',
      narrow: 'top-right',
      cell: itemColumn(({ net }) => (
        <Amount units={net?.[0]?.amount ?? null} decimals={decimals} symbol={symbol} signed aligned />
      )),
    },
    {
      id: 'fiat',
      header: <FiatHeader values={values} />,
      align: 'right',
      narrow: 'bottom-right',
      isMinor: expand !== undefined,
      cell: itemColumn((row) => (
        <AccountFiat
          chain={chain}
          asset={coinOf(chain)}
          fiat={row.net?.[0]?.fiat ?? null}
          moment={row}
          values={values}
          signed
          aligned
        />
      )),
    },
  ];
}

/** Any number of assets, a line each. */
function listAssetMoney({ chain, values }: HistoryColumnOptions): readonly Column[] {
  return [
    {
      id: 'net',
      header: 'Net by asset',
      align: 'right',
      narrow: 'top-right',
      cell: itemColumn((row) => (
        <Lines
          row={row}
          empty="nothing"
          countsRest
          line={({ asset, amount, tokenId }) => <AssetAmount asset={asset} units={amount} tokenId={tokenId} signed />}
        />
      )),
    },
    {
      id: 'fiat',
      header: <FiatHeader values={values} />,
      align: 'right',
      isMinor: true,
      cell: itemColumn((row) => (
        <Lines
          row={row}
          empty="–"
          line={({ asset, fiat }) => (
            <AccountFiat chain={chain} asset={asset} fiat={fiat} moment={row} values={values} signed aligned />
          )}
        />
      )),
    },
  ];
}

function runningColumn(chain: ChainId): Column {
  const { decimals, symbol } = traitsOf(chain);
  return {
    id: 'running',
    header: `Balance after, ${symbol}`,
    align: 'right',
    cell: itemColumn(({ runningBalance }) => (
      <Amount units={runningBalance} decimals={decimals} symbol={symbol} reason={NO_RUNNING} aligned />
    )),
  };
}

function feeColumn(chain: ChainId): Column {
  const { family, symbol, decimals, hasTokens } = traitsOf(chain);
  const { word, missing } = FEES[family];
  return {
    id: 'fee',
    header: `${word}, ${symbol}`,
    align: 'right',
    isMinor: true,
    cell: itemColumn(({ paysFee, fee }) => {
      if (!paysFee) return <span className="tm-t3">–</span>;
      if (hasTokens) return <AssetAmount asset={coinOf(chain)} units={fee} reason={missing} limit={FEE_FIGURE} bare />;
      return <Amount units={fee} decimals={decimals} reason={missing} aligned />;
    }),
  };
}

const ACTION: Column = {
  id: 'method',
  header: 'Action',
  cell: itemColumn(({ actions, method }) =>
    actions.length > 0 ? <ActionChips actions={actions} /> : <MethodName method={method} />,
  ),
};
const DIRECTION: Column = {
  id: 'direction',
  header: 'Dir.',
  cell: itemColumn(({ direction }) => <Direction direction={direction} />),
};
const FLAGS: Column = {
  id: 'flags',
  header: 'Flags',
  isMinor: true,
  cell: itemColumn((row) => <Flags words={row.flags} />),
};

/** Columns of the history of an address: those that every chain has, and between them those of what the chain can do. */
export function createHistoryColumns(options: HistoryColumnOptions): readonly Column[] {
  const { chain, order, orderHref, linkAddress, expand, hasFees, hasRunning } = options;
  const { hasContracts, hasTokens } = traitsOf(chain);
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      sort: { direction: order === 'newest' ? 'descending' : 'ascending', href: orderHref },
      cell: itemColumn((row) => <TimeCell row={row} expand={expand} />),
    },
    {
      id: 'hash',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: itemColumn((row) => <HashCell chain={chain} row={row} />),
    },
    ...(hasContracts ? [ACTION] : []),
    DIRECTION,
    {
      id: 'other',
      header: 'Other side',
      // On a phone the one line below has room for one of the two: who, or what it was worth.
      ...(hasTokens && { narrow: 'bottom-right' as const }),
      cell: itemColumn((row) => <OtherSide row={row} linkAddress={linkAddress} />),
    },
    ...(hasTokens ? listAssetMoney(options) : listCoinMoney(options)),
    ...(hasRunning ? [runningColumn(chain)] : []),
    ...(hasFees ? [feeColumn(chain)] : []),
    ...(hasTokens ? [] : [FLAGS]),
  ];
}
