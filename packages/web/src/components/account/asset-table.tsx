import { useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { describeAsset } from '../../format/asset.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';
import { AppLink } from '../app-link.tsx';
import { type DataColumn, DataTable } from '../data-table.tsx';
import { Hash } from '../hash.tsx';
import { Missing } from '../missing.tsx';
import { AccountFiat } from './account-fiat.tsx';
import { AssetAmount } from './asset-amount.tsx';
import { AssetName } from './asset-name.tsx';

type AssetRow = Answer<'listAddressAssets', 'accounts'>['items'][number];
type Item =
  | { readonly kind: 'row'; readonly row: AssetRow }
  | { readonly kind: 'fold'; readonly rows: readonly AssetRow[] };

const NOT_DERIVED = 'Not every transfer of this asset is indexed, so received minus sent is not its balance.';

export interface AssetTableProps {
  readonly chain: ChainId;
  readonly address: string;
  readonly rows: readonly AssetRow[];
  readonly values: ValueSettings;
  /** Where the moves of one asset are listed. */
  readonly linkAsset: (asset: string) => string;
  readonly linkAddress: (address: string) => string;
  /** Tokens nobody vouches for are listed one by one. */
  readonly isUnfolded: boolean;
  readonly unfoldHref: string;
  readonly isUpdating: boolean;
}

const isStrange = ({ asset }: AssetRow): boolean => asset.kind === 'token' && !asset.isVerified;

/** What somebody vouches for first; the rest after it, or one line that counts it. */
function arrange(rows: readonly AssetRow[], isUnfolded: boolean): readonly Item[] {
  const known = rows.filter((row) => !isStrange(row));
  const strange = rows.filter(isStrange);
  const last: readonly Item[] = isUnfolded
    ? strange.map((row) => ({ kind: 'row', row }))
    : strange.length > 0
      ? [{ kind: 'fold', rows: strange }]
      : [];
  return [...known.map((row) => ({ kind: 'row' as const, row })), ...last];
}

function StrangeFold({ rows, href }: { readonly rows: readonly AssetRow[]; readonly href: string }) {
  const imitations = rows.filter(({ asset }) => asset.imitates !== null).length;
  return (
    <span className="tm-noise">
      <b>{formatPlural(rows.length, 'unverified token')} folded</b>: nobody vouches for their names
      {imitations > 0 && `; ${formatCount(imitations)} of them imitate a known token`}. They count in every export.{' '}
      <AppLink href={href}>Show them</AppLink>
    </span>
  );
}

function onRow(cell: (row: AssetRow) => React.ReactNode): (item: Item) => React.ReactNode {
  return (item) => (item.kind === 'row' ? cell(item.row) : null);
}

function NameCell({ row: { asset }, linkAddress }: { row: AssetRow } & Pick<AssetTableProps, 'linkAddress'>) {
  return (
    <span className="tm-assetcell">
      <AssetName asset={asset} withWords />
      {asset.contract !== null && (
        <span className="tm-sm">
          {asset.standard !== null && <span className="tm-t3">{asset.standard} </span>}
          <Hash value={asset.contract} kind="token contract" href={linkAddress(asset.contract)} />
        </span>
      )}
    </span>
  );
}

function createColumns(props: Pick<AssetTableProps, 'chain' | 'values' | 'linkAsset' | 'linkAddress'>) {
  const { chain, values, linkAsset, linkAddress } = props;
  const columns: readonly DataColumn<Item>[] = [
    {
      id: 'asset',
      header: 'Asset',
      narrow: 'top-left',
      cell: onRow((row) => <NameCell row={row} linkAddress={linkAddress} />),
    },
    {
      id: 'balance',
      header: 'Balance',
      align: 'right',
      narrow: 'top-right',
      cell: onRow(({ asset, balance, balanceNote, received, sent }) => (
        <>
          <AssetAmount asset={asset} units={balance} reason={balanceNote ?? NOT_DERIVED} bare />
          {balance !== null && balanceNote !== null && <Missing reason={balanceNote}>note</Missing>}
          <span className="tm-narrow tm-assetflow">
            <span>
              received <AssetAmount asset={asset} units={received} bare />
            </span>
            <span>
              sent <AssetAmount asset={asset} units={sent} bare />
            </span>
          </span>
        </>
      )),
    },
    {
      id: 'fiat',
      header: `${values.currency}, last close`,
      align: 'right',
      cell: onRow(({ asset, fiat, balance }) =>
        balance === null ? (
          <span className="tm-t3">–</span>
        ) : (
          <AccountFiat
            chain={chain}
            asset={asset}
            fiat={fiat}
            moment={{ height: null, time: null }}
            values={values}
            aligned
          />
        ),
      ),
    },
    {
      id: 'received',
      header: 'Received',
      align: 'right',
      isMinor: true,
      cell: onRow(({ asset, received }) => <AssetAmount asset={asset} units={received} bare />),
    },
    {
      id: 'sent',
      header: 'Sent',
      align: 'right',
      isMinor: true,
      cell: onRow(({ asset, sent }) => <AssetAmount asset={asset} units={sent} bare />),
    },
    {
      id: 'moves',
      header: 'Moves',
      align: 'right',
      narrow: 'bottom-right',
      cell: onRow(({ moves, asset }) => (
        <AppLink
          className="tm-nw"
          href={linkAsset(asset.id)}
          aria-label={`${formatPlural(moves, 'move')} of ${describeAsset(asset)}`}
        >
          {formatPlural(moves, 'move')}
        </AppLink>
      )),
    },
    {
      id: 'heights',
      header: 'First, last height',
      align: 'right',
      isMinor: true,
      cell: onRow(({ firstHeight, lastHeight }) => (
        <span className="tm-nw">{`${formatCount(firstHeight)}, ${formatCount(lastHeight)}`}</span>
      )),
    },
  ];
  return columns;
}

/** What an address has and had, one asset per row: the coin and known tokens first, strangers' tokens folded. */
export function AssetTable(props: AssetTableProps) {
  const { chain, address, rows, values, linkAsset, linkAddress, isUnfolded, unfoldHref, isUpdating } = props;
  const router = useRouter();
  const items = useMemo(() => arrange(rows, isUnfolded), [rows, isUnfolded]);
  const columns = useMemo(
    () => createColumns({ chain, values, linkAsset, linkAddress }),
    [chain, values, linkAsset, linkAddress],
  );
  return (
    <DataTable
      caption={`Assets of ${address}. Enter opens the moves of one.`}
      columns={columns}
      rows={items}
      rowId={(item) => (item.kind === 'row' ? item.row.asset.id : 'fold')}
      onOpen={(item) => {
        if (item.kind === 'row') void router.navigate({ href: linkAsset(item.row.asset.id) });
      }}
      fullRow={(item) => (item.kind === 'fold' ? <StrangeFold rows={item.rows} href={unfoldHref} /> : null)}
      isUpdating={isUpdating}
    />
  );
}
