import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import { hasNoPrice, type LineType, type TotalKind } from '@trailmark/core/statement/statement';
import { useMemo } from 'react';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { addressSearchUrl } from '../../url.ts';
import { type Asset, AssetAmount } from './statement-asset.tsx';
import { TYPE_WORDS } from './statement-words.ts';

type Row = StatementAnswer['totals'][TotalKind][number];

const KEY_WORDS: Readonly<Record<string, string>> = {
  unlabelled: 'No label',
  several: 'Several addresses together',
  none: 'Nobody: rewards, fees, own transfers',
  others: 'All others',
  earlier: 'Earlier months',
};

function Key({ kind, row }: { readonly kind: TotalKind; readonly row: Row }) {
  const words = KEY_WORDS[row.key];
  if (words !== undefined)
    return (
      <span className="tm-t2">
        {words}
        {row.label !== undefined && `, ${row.label}`}
      </span>
    );
  if (kind === 'type') return TYPE_WORDS[row.key as LineType] ?? row.key;
  if (kind === 'category' && row.key in CATEGORIES) return <CategoryGlyph category={row.key as CategoryId} withName />;
  if (kind !== 'counterparty') return row.key;
  return (
    <span className="ws-party">
      <Hash value={row.key} kind="address" href={addressSearchUrl({ chain: row.chain, address: row.key })} />
      {row.label !== undefined && (
        <span className="tm-sm">
          <EvidenceMark kind="claim" /> <bdi>{row.label.slice(0, 60)}</bdi>
        </span>
      )}
    </span>
  );
}

/** How many amounts; on a phone, where columns have no heads, with the word. */
function Count({ count }: Row) {
  return (
    <>
      {formatCount(count)}
      <span className="tm-narrow tm-t3 tm-sm"> {count === 1 ? 'amount' : 'amounts'}</span>
    </>
  );
}

/** Money of amounts: words where none of them has a price, never zero. */
function Money({ row, side }: { readonly row: Row; readonly side: 'in' | 'out' }) {
  if (hasNoPrice(row, side)) return <Missing reason="No amount of this row has a price.">no price</Missing>;
  return <span className="tm-fiat">{formatFiat(side === 'in' ? row.valueIn : row.valueOut)}</span>;
}

/** Which part of all that went out in the asset: rounded down to a tenth of a percent. */
function shareOf(out: bigint, all: bigint): string {
  if (out === 0n || all === 0n) return '–';
  const tenths = (out * 1_000n) / all;
  return tenths === 0n ? '< 0.1 %' : `${tenths / 10n}.${tenths % 10n} %`;
}

function createColumns(
  kind: TotalKind,
  header: string,
  assetOf: (id: string) => Asset,
  { request: { currency }, balances }: StatementAnswer,
): readonly DataColumn<Row>[] {
  const outOf = new Map(balances.map(({ asset, out }) => [asset.id, out]));
  const share: DataColumn<Row> = {
    id: 'share',
    header: 'Share of out',
    align: 'right',
    cell: ({ out, asset }) => <span className="tm-nw">{shareOf(out, outOf.get(asset) ?? 0n)}</span>,
  };
  const amount = (
    id: 'in' | 'out' | 'fees',
    title: string,
    narrow?: 'top-right' | 'bottom-right',
  ): DataColumn<Row> => ({
    id,
    header: title,
    align: 'right',
    ...(narrow ? { narrow } : {}),
    cell: (row) => (
      <>
        <span className="tm-narrow tm-t3 tm-sm">{title.toLowerCase()} </span>
        <AssetAmount asset={assetOf(row.asset)} units={row[id]} withName={id === 'in'} />
      </>
    ),
  });
  const money = (side: 'in' | 'out', title: string): DataColumn<Row> => ({
    id: `value-${side}`,
    header: title,
    align: 'right',
    isMinor: true,
    cell: (row) => <Money row={row} side={side} />,
  });
  return [
    { id: 'key', header, narrow: 'top-left', cell: (row) => <Key kind={kind} row={row} /> },
    amount('in', 'In', 'top-right'),
    amount('out', 'Out', 'bottom-right'),
    ...(kind === 'category' || kind === 'counterparty' ? [share] : []),
    amount('fees', 'Fees'),
    { id: 'count', header: 'Amounts', align: 'right', narrow: 'bottom-left', cell: Count },
    money('in', `${currency} in`),
    money('out', `${currency} out`),
    {
      id: 'unpriced',
      header: 'No price',
      align: 'right',
      isMinor: true,
      cell: ({ unpriced }) => (unpriced === 0 ? <span className="tm-t3">0</span> : formatCount(unpriced)),
    },
  ];
}

export interface TotalsTableProps {
  readonly answer: StatementAnswer;
  readonly kind: TotalKind;
  readonly title: string;
  readonly header: string;
}

/** Sums of the lines of the period, one row for each asset. Values are those of lines with a price; the others are counted. */
export function TotalsTable({ answer, kind, title, header }: TotalsTableProps) {
  const columns = useMemo(() => {
    const assets = new Map(answer.balances.map((row) => [row.asset.id, row.asset]));
    const unnamed = (id: string): Asset => ({ id, symbol: id, decimals: 0, isUnverified: true });
    return createColumns(kind, header, (id) => assets.get(id) ?? unnamed(id), answer);
  }, [answer, kind, header]);
  const rows = answer.totals[kind];
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        {title} <small>{formatPlural(rows.length, 'row')}</small>
      </h2>
      {rows.length === 0 ? (
        <p className="tm-hint">Nothing moved in this period.</p>
      ) : (
        <DataTable caption={title} columns={columns} rows={rows} rowId={({ key, asset }) => `${key} ${asset}`} />
      )}
    </section>
  );
}
