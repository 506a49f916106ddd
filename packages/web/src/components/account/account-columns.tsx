import { IconChevronRight } from '@tabler/icons-react';
import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ReactNode } from 'react';
import { findOtherSides, listRowNet, type RowNet } from '../../format/account-row.ts';
import { findDirection, formatAccountHash, formatMoveKind } from '../../format/account-words.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';
import { blockUrl, transactionUrl } from '../../url.ts';
import { AppLink } from '../app-link.tsx';
import type { DataColumn } from '../data-table.tsx';
import { Direction } from '../direction.tsx';
import { FiatHeader } from '../fiat.tsx';
import { Hash } from '../hash.tsx';
import { AddressLabel } from '../label-scope.tsx';
import { Missing } from '../missing.tsx';
import { Time, ZoneSwitch } from '../time.tsx';
import { AccountFiat } from './account-fiat.tsx';
import { StatusWord } from './account-status.tsx';
import { AssetAmount } from './asset-amount.tsx';
import { type FoldedItem, itemColumn } from './fold-noise.ts';
import { MethodName } from './method-name.tsx';
import { ActionChips } from './protocol-actions.tsx';

export interface AccountColumnOptions {
  readonly chain: AccountChainId;
  readonly order: 'newest' | 'oldest';
  /** The page in the other order. */
  readonly orderHref: string;
  readonly values: ValueSettings;
  readonly linkAddress: (address: string) => string;
  /** False where no row of the page paid a fee that is known: a column of dashes says nothing. */
  readonly hasFees: boolean;
  /** Where rows can be opened in place. */
  readonly expand?: { readonly isOpen: (id: string) => boolean; readonly onToggle: (id: string) => void } | undefined;
}

type Item = FoldedItem<AccountHistoryRow>;

const NET_SHOWN = 2;
const FEE_FIGURE = 10;
const NOT_LISTED = 'It has more moves than are listed here; the page of the transaction has all of them.';
const NO_FEE = 'The source does not carry fees.';

/** A row by its transaction, or by what a block itself moved. */
export function accountRowKey({ hash, height, index }: AccountHistoryRow): string {
  return hash ?? `${height}:${index}`;
}

function TimeCell({ row, id, expand }: { row: AccountHistoryRow; id: string } & Pick<AccountColumnOptions, 'expand'>) {
  const time = <Time seconds={row.time} isEstimated={row.timeEstimated} />;
  if (!expand) return time;
  return (
    <span className="tm-timecell">
      <button
        type="button"
        className="tm-expand"
        aria-expanded={expand.isOpen(id)}
        aria-label={`Transfers of ${row.hash === null ? `block ${formatCount(row.height)}` : `transaction ending ${row.hash.slice(-6)}`}`}
        onClick={() => expand.onToggle(id)}
      >
        <IconChevronRight size={14} stroke={1.5} />
      </button>
      {time}
    </span>
  );
}

function HashCell({ chain, row }: { readonly chain: AccountChainId; readonly row: AccountHistoryRow }) {
  if (row.hash === null) {
    const [first] = row.moves;
    return (
      <AppLink href={blockUrl(chain, row.height)}>
        {first ? formatMoveKind(first.kind) : 'block'} {formatCount(row.height)}
      </AppLink>
    );
  }
  const link = (
    <Hash value={formatAccountHash(chain, row.hash)} kind="transaction" href={transactionUrl(chain, row.hash)} />
  );
  return (
    <span className="tm-hashcell">
      {row.status === 'failed' ? <s>{link}</s> : link} <StatusWord {...row} />
    </span>
  );
}

function OtherSide({ row, linkAddress }: { row: AccountHistoryRow } & Pick<AccountColumnOptions, 'linkAddress'>) {
  const { first, count } = findOtherSides(row);
  const more = count - 1;
  if (!first) {
    if (row.created !== null) {
      return (
        <>
          <span className="tm-t3 tm-sm">created </span>
          <Hash value={row.created} kind="address" href={linkAddress(row.created)} />
        </>
      );
    }
    return <span className="tm-t3">–</span>;
  }
  return (
    <>
      <span className="tm-nw">
        <Hash value={first} kind="address" href={linkAddress(first)} />
        {more > 0 && <span className="tm-t3 tm-sm"> +{formatCount(more)}</span>}
      </span>{' '}
      <AddressLabel address={first} />
    </>
  );
}

interface LinesProps {
  readonly row: AccountHistoryRow;
  readonly empty: string;
  readonly line: (net: RowNet) => ReactNode;
  /** Lines that are left out are counted in one column of the row. */
  readonly countsRest?: boolean;
}

function Lines({ row, empty, line, countsRest = false }: LinesProps) {
  const lines = listRowNet(row);
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

function feeColumn(chain: AccountChainId): DataColumn<Item> {
  const { symbol, decimals } = getAccountChain(chain);
  const coin = { id: chain, kind: 'coin', contract: null, symbol, name: null, decimals } as const;
  const asset = { ...coin, isVerified: true, imitates: null, standard: null };
  return {
    id: 'fee',
    header: `Fee paid, ${symbol}`,
    align: 'right',
    isMinor: true,
    cell: itemColumn(({ paysFee, fee }) =>
      paysFee ? (
        <AssetAmount asset={asset} units={fee} reason={NO_FEE} limit={FEE_FIGURE} bare />
      ) : (
        <span className="tm-t3">–</span>
      ),
    ),
  };
}

function listMoney({ chain, values, hasFees }: AccountColumnOptions): readonly DataColumn<Item>[] {
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
    ...(hasFees ? [feeColumn(chain)] : []),
  ];
}

/** Columns of an account's history: time, hash with status, what was done, direction, other side, net by asset, value, fee. */
export function createAccountColumns(options: AccountColumnOptions): readonly DataColumn<Item>[] {
  const { chain, order, orderHref, linkAddress, expand } = options;
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      sort: { direction: order === 'newest' ? 'descending' : 'ascending', href: orderHref },
      cell: itemColumn((row, id) => <TimeCell row={row} id={id} expand={expand} />),
    },
    {
      id: 'hash',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: itemColumn((row) => <HashCell chain={chain} row={row} />),
    },
    {
      id: 'method',
      header: 'Action',
      cell: itemColumn(({ actions, method }) =>
        actions.length > 0 ? <ActionChips actions={actions} /> : <MethodName method={method} />,
      ),
    },
    { id: 'direction', header: 'Dir.', cell: itemColumn((row) => <Direction direction={findDirection(row)} />) },
    {
      id: 'other',
      header: 'Other side',
      narrow: 'bottom-right',
      cell: itemColumn((row) => <OtherSide row={row} linkAddress={linkAddress} />),
    },
    ...listMoney(options),
  ];
}
