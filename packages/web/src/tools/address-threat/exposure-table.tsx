import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type {
  AssetExposure,
  ExposureRing,
  ExposureWay,
  ListingPart,
  PartyExposure,
} from '@trailmark/core/screening/exposure';
import type { Screening, ScreeningRequest } from '@trailmark/core/screening/screening';
import { useMemo, useState } from 'react';
import { FigureText } from '../../components/account/cut-figure.tsx';
import { Amount } from '../../components/amount.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { cutAssetAmount, splitAssetAmount } from '../../format/asset.ts';
import { formatFiat } from '../../format/fiat.ts';
import { formatDayText } from '../../format/label-words.ts';
import { formatCount } from '../../format/number.ts';
import { formatDay } from '../../format/time.ts';
import { addressSearchUrl } from '../../url.ts';
import { type ExposureRow, isRead, kindOf, listExposureRows } from './exposure-rows.ts';
import { KindGlyph } from './exposure-wheel.tsx';
import { PartyName, PartyRows } from './party-rows.tsx';
import { REMAINDER_WORDS, writePercent } from './threat-words.ts';

function RowName({
  row,
  isOpen,
  onToggle,
}: {
  readonly row: ExposureRow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  if (row.kind === 'total') return <b>All that moved</b>;
  if (row.kind === 'remainder') {
    const { name, why } = REMAINDER_WORDS[row.id];
    return (
      <span className="tm-cat" title={why}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <KindGlyph kind={kindOf(row.id)} />
        </svg>
        <span>{name}</span>
      </span>
    );
  }
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button type="button" className="th-open" aria-expanded={isOpen} onClick={onToggle}>
      <CategoryGlyph category={row.id} withName />
      <Icon size={14} stroke={1.5} aria-hidden="true" />
    </button>
  );
}

const NOT_READ = <Missing reason="This direction was not read: see What was not read.">not read</Missing>;

function shareColumn(way: ExposureWay, ring: ExposureRing, exposure: AssetExposure): DataColumn<ExposureRow> {
  const direction = way === 'in' ? 'Received' : 'Sent';
  return {
    id: `${way}-${ring}`,
    align: 'right',
    header: (
      <>
        {direction}
        <br />
        {ring}, %
      </>
    ),
    cell: (row) => {
      if (!isRead(exposure, way)) return <span className="tm-t3">–</span>;
      if (row.kind === 'total') {
        const { direct, indirect } = row.cells[way];
        const all = direct.amount + indirect.amount;
        return ring === 'indirect' && all > 0n ? <b>100.0</b> : '';
      }
      const { ppm } = row.cells[way][ring];
      if (row.kind === 'remainder' && ring === 'direct') return <span className="tm-t3">–</span>;
      return ppm === 0 && row.cells[way][ring].amount === 0n ? (
        <span className="tm-t3">0</span>
      ) : (
        writePercent(Math.max(ppm, 1))
      );
    },
  };
}

/** Decimals that the row has room for; of an asset with more, the rest opens on hover and focus. */
const ROOM = 8;
const LONGEST_FIGURE = 10;

function RowAmount({ units, decimals }: { readonly units: bigint; readonly decimals: number }) {
  if (decimals <= ROOM || units === 0n) return <Amount units={units} decimals={decimals} />;
  return <FigureText figure={cutAssetAmount(splitAssetAmount(units, { decimals }), LONGEST_FIGURE)} />;
}

function amountColumn(way: ExposureWay, exposure: AssetExposure): DataColumn<ExposureRow> {
  const { decimals, symbol } = exposure;
  const narrow = way === 'in' ? 'top-right' : 'bottom-right';
  const word = way === 'in' ? 'Received' : 'Sent';
  return {
    id: `${way}-amount`,
    align: 'right',
    narrow,
    header: (
      <>
        {word},<br />
        {symbol.slice(0, 12)}
      </>
    ),
    cell: (row) => {
      const units = way === 'in' ? row.received : row.sent;
      return (
        <>
          <span className="tm-narrow tm-t3">{word.toLowerCase()} </span>
          {isRead(exposure, way) ? <RowAmount units={units} decimals={decimals} /> : NOT_READ}
        </>
      );
    },
  };
}

const MONEY: DataColumn<ExposureRow> = {
  id: 'money',
  align: 'right',
  isMinor: true,
  header: (
    <>
      Value
      <br />
      then
    </>
  ),
  cell: (row) =>
    row.kind !== 'category' ? (
      <span className="tm-t3">–</span>
    ) : row.money === null ? (
      <Missing reason="A day of these payments has no price.">no price</Missing>
    ) : (
      <span className="tm-fiat">{formatFiat(row.money)}</span>
    ),
};

const DATES: DataColumn<ExposureRow> = {
  id: 'dates',
  isMinor: true,
  header: 'First, last',
  cell: (row) =>
    row.kind !== 'category' ? null : (
      <span className="tm-xs tm-nw tm-t2">
        {formatDay(row.firstTime)}
        <br />
        {formatDay(row.lastTime)}
      </span>
    ),
};

const COUNTS: readonly DataColumn<ExposureRow>[] = [
  {
    id: 'hops',
    align: 'right',
    header: (
      <>
        Least
        <br />
        hops
      </>
    ),
    cell: (row) => (row.kind === 'category' ? formatCount(row.minHops) : ''),
  },
  {
    id: 'places',
    align: 'right',
    header: 'Places',
    cell: (row) => (row.kind === 'category' ? formatCount(row.ends) : ''),
  },
];

/** Of listed parties: what was paid before, and on or after, the day each was listed. */
function ListingSplit({
  parties,
  exposure,
}: {
  readonly parties: readonly PartyExposure[];
  readonly exposure: AssetExposure;
}) {
  const listings = parties.flatMap(({ listing }) => listing ?? []);
  if (listings.length === 0) return null;
  const sum = (part: ListingPart) => listings.reduce((all, listing) => all + listing[part], 0n);
  const days = [...new Set(listings.map(({ listedFrom }) => listedFrom))].sort();
  const day = formatDayText(days[0] ?? null) ?? days[0];
  const [unclear, lifted] = [sum('unclear'), sum('lifted')];
  return (
    <span className="tm-xs tm-t2">
      {days.length === 1 ? `Listed ${day}` : `Listed on ${days.length} days, the first ${day}`}:{' '}
      <Amount units={sum('before')} decimals={exposure.decimals} /> before,{' '}
      {unclear > 0n && (
        <>
          <Amount units={unclear} decimals={exposure.decimals} /> when it may have been listed already,{' '}
        </>
      )}
      <Amount units={sum('after')} decimals={exposure.decimals} /> on or after
      {lifted > 0n && (
        <>
          , <Amount units={lifted} decimals={exposure.decimals} /> after its removal
        </>
      )}
    </span>
  );
}

function nearestColumn({ chain }: ScreeningRequest, exposure: AssetExposure): DataColumn<ExposureRow> {
  return {
    id: 'nearest',
    header: 'Nearest',
    narrow: 'bottom-left',
    cell: (row) => {
      if (row.kind === 'remainder') return <span className="tm-t3 tm-sm">{REMAINDER_WORDS[row.id].why}</span>;
      if (row.kind === 'total') return null;
      const { party, address } = row.nearest;
      return (
        <span className="th-nearest">
          <PartyName party={party} />
          <ListingSplit parties={row.parties} exposure={exposure} />
          {address !== null && <Hash value={address} kind="address" href={addressSearchUrl({ chain, address })} />}
        </span>
      );
    },
  };
}

export interface ExposureTableProps {
  readonly exposure: AssetExposure;
  readonly screening: Screening;
}

/** The twin of the wheels: each category with its shares, amounts and nearest party; a row opens its parties and payments. */
export function ExposureTable({ exposure, screening }: ExposureTableProps) {
  const { request } = screening;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => listExposureRows(exposure), [exposure]);
  const toggle = ({ id, kind }: ExposureRow) => {
    if (kind !== 'category') return;
    setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]));
  };
  const name: DataColumn<ExposureRow> = {
    id: 'name',
    header: 'Category',
    narrow: 'top-left',
    cell: (row) => <RowName row={row} isOpen={open.has(row.id)} onToggle={() => toggle(row)} />,
  };
  const columns = [
    name,
    shareColumn('in', 'direct', exposure),
    shareColumn('in', 'indirect', exposure),
    shareColumn('out', 'direct', exposure),
    shareColumn('out', 'indirect', exposure),
    amountColumn('in', exposure),
    amountColumn('out', exposure),
    MONEY,
    DATES,
    ...COUNTS,
    nearestColumn(request, exposure),
  ];
  return (
    <DataTable
      caption={`Exposure in ${exposure.symbol.slice(0, 12)} by category`}
      columns={columns}
      rows={rows}
      rowId={({ kind, id }) => `${kind}/${id}`}
      onOpen={toggle}
      opensOnClick
      detail={(row) =>
        row.kind === 'category' && open.has(row.id) ? (
          <PartyRows
            exposure={exposure}
            screening={screening}
            parties={row.parties}
            caption="Parties of this category"
          />
        ) : null
      }
    />
  );
}
