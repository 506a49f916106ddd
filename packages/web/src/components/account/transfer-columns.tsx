import type { ChainId } from '@trailmark/core/chain';
import type { Answer } from '../../api.ts';
import { formatHash, formatMoveFlag, formatMoveKind } from '../../format/account-words.ts';
import { formatCount } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';
import { blockUrl, transactionUrl } from '../../url.ts';
import { AppLink } from '../app-link.tsx';
import type { DataColumn } from '../data-table.tsx';
import { Direction } from '../direction.tsx';
import { FiatHeader } from '../fiat.tsx';
import { Flags } from '../flags.tsx';
import { Hash } from '../hash.tsx';
import { AddressLabel } from '../label-scope.tsx';
import { Time, ZoneSwitch } from '../time.tsx';
import { AccountFiat } from './account-fiat.tsx';
import { AssetAmount } from './asset-amount.tsx';
import { type FoldedItem, itemColumn } from './fold-noise.ts';

export type TransferRow = Answer<'listAddressTransfers', 'accounts'>['items'][number];
export type TransferItem = FoldedItem<TransferRow>;

/** Where moves of an address are listed, and where the list leads. */
export interface TransferPlace {
  readonly chain: ChainId;
  readonly address: string;
  readonly search: { readonly folded?: string | undefined; readonly asset?: string | undefined };
  /** The same list in another order, or with what is folded shown row by row. */
  readonly linkTo: (patch: { readonly order?: 'oldest' | undefined; readonly folded?: '1' }) => string;
  /** Where another address of the chain opens. */
  readonly linkAddress: (address: string) => string;
}

const NO_RUNNING = 'Not every earlier transfer of this asset is indexed, or filters hide some.';

/** A move has no id of its own: its transaction and its place in it name it. */
export function transferKey({
  hash,
  height,
  kind,
  logIndex,
  tracePath,
  asset,
  from,
  to,
  amount,
  tokenId,
}: TransferRow): string {
  return [hash ?? height, kind, logIndex, tracePath, asset.id, from, to, amount, tokenId].join(':');
}

/** One move says less than its transaction: an NFT without a recipient was destroyed, or its table names none. */
function nameNobody({ kind, direction }: TransferRow): string {
  if (kind === 'stated') return 'not named';
  if (direction === 'in') return 'created';
  return kind === 'nft' ? 'destroyed or not named' : 'destroyed';
}

function OtherSide({ row, place }: { readonly row: TransferRow; readonly place: TransferPlace }) {
  const other = row.direction === 'in' ? row.from : row.to;
  if (row.direction === 'self') return <span className="tm-t3">–</span>;
  if (other === null) return <span className="tm-t3">{nameNobody(row)}</span>;
  return (
    <>
      <Hash value={other} kind="address" href={place.linkAddress(other)} />
      <AddressLabel address={other} />
    </>
  );
}

/** The same amount with the sign of its direction. */
function signed({ direction, amount }: TransferRow): bigint {
  return direction === 'out' ? -amount : amount;
}

function listMoney(
  place: TransferPlace,
  values: ValueSettings,
  hasRunning: boolean,
): readonly DataColumn<TransferItem>[] {
  const { chain } = place;
  return [
    {
      id: 'amount',
      header: 'Amount',
      align: 'right',
      narrow: 'top-right',
      cell: itemColumn((row) => (
        <AssetAmount asset={row.asset} units={signed(row)} tokenId={row.tokenId} signed={row.direction !== 'self'} />
      )),
    },
    {
      id: 'fiat',
      header: <FiatHeader values={values} />,
      align: 'right',
      isMinor: true,
      cell: itemColumn((row) => (
        <AccountFiat chain={chain} asset={row.asset} fiat={row.fiat} moment={row} values={values} aligned />
      )),
    },
    ...(hasRunning
      ? [
          {
            id: 'running',
            header: 'Balance after',
            align: 'right' as const,
            cell: itemColumn((row: TransferRow) => (
              <AssetAmount asset={row.asset} units={row.runningBalance} reason={NO_RUNNING} bare />
            )),
          },
        ]
      : []),
  ];
}

export interface TransferColumnOptions {
  readonly place: TransferPlace;
  readonly values: ValueSettings;
  /** One asset is shown, and its balances are known. */
  readonly hasRunning: boolean;
  /** Undefined where the order is fixed. */
  readonly order: 'newest' | 'oldest' | undefined;
}

/** Columns of single moves: time, transaction, kind, direction, other side, amount, value then, balance after, flags. */
export function createTransferColumns(options: TransferColumnOptions): readonly DataColumn<TransferItem>[] {
  const { place, values, hasRunning, order } = options;
  const { chain } = place;
  return [
    {
      id: 'time',
      header: <ZoneSwitch />,
      narrow: 'top-left',
      ...(order !== undefined && {
        sort: {
          direction: order === 'newest' ? 'descending' : 'ascending',
          href: place.linkTo({ order: order === 'newest' ? 'oldest' : undefined }),
        },
      }),
      cell: itemColumn(({ time, timeEstimated }) => <Time seconds={time} isEstimated={timeEstimated} />),
    },
    {
      id: 'hash',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: itemColumn(({ hash, height }) =>
        hash === null ? (
          <AppLink href={blockUrl(chain, height)}>block {formatCount(height)}</AppLink>
        ) : (
          <Hash value={formatHash(chain, hash)} kind="transaction" href={transactionUrl(chain, hash)} />
        ),
      ),
    },
    { id: 'kind', header: 'Kind', cell: itemColumn(({ kind }) => formatMoveKind(kind, chain)) },
    {
      id: 'direction',
      header: 'Dir.',
      cell: itemColumn(({ direction }) => (direction === null ? null : <Direction direction={direction} />)),
    },
    {
      id: 'other',
      header: 'Other side',
      narrow: 'bottom-right',
      cell: itemColumn((row) => <OtherSide row={row} place={place} />),
    },
    ...listMoney(place, values, hasRunning),
    {
      id: 'flags',
      header: 'Flags',
      isMinor: true,
      cell: itemColumn(({ flags }) => <Flags words={flags.map(formatMoveFlag)} />),
    },
  ];
}
