import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { chainName } from '@trailmark/chains/account-catalogue';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatCount } from '../../format/number.ts';
import { AssetAmount, AssetWord, assetWords } from './statement-asset.tsx';
import { nameSmallest } from './statement-words.ts';

type Row = StatementAnswer['balances'][number];

const WHY = 'History is incomplete: see the reason at the end of the row.';

function Reconciled({ row }: { readonly row: Row }) {
  const [gap] = row.gaps;
  if (!gap) {
    return (
      <span className="ws-closed">
        <EvidenceMark kind="fact" /> Balanced to the {nameSmallest(row.asset.symbol)}
      </span>
    );
  }
  return (
    <span className="ws-open">
      <b>Does not close.</b> {gap.reason}
      {gap.missingAtLeast !== undefined && (
        <>
          {' '}
          <AssetAmount asset={row.asset} units={gap.missingAtLeast} withName /> or more came in elsewhere.
        </>
      )}
    </span>
  );
}

function createColumns(currency: string): readonly DataColumn<Row>[] {
  const sign = (text: string) => (
    <span className="ws-sign" aria-hidden="true">
      {text}
    </span>
  );
  return [
    {
      id: 'asset',
      header: 'Asset',
      narrow: 'top-left',
      cell: ({ asset, chain }) => (
        <>
          <b>
            <AssetWord asset={asset} />
          </b>{' '}
          <span className="tm-t3 tm-sm">{chainName(chain)}</span>
        </>
      ),
    },
    {
      id: 'opening',
      header: 'Opening',
      align: 'right',
      cell: ({ asset, opening }) => <AssetAmount asset={asset} units={opening} reason={WHY} />,
    },
    {
      id: 'in',
      header: 'In',
      align: 'right',
      cell: (row) => (
        <>
          {sign('+')}
          <AssetAmount asset={row.asset} units={row.in} />
        </>
      ),
    },
    {
      id: 'out',
      header: 'Out',
      align: 'right',
      cell: (row) => (
        <>
          {sign('−')}
          <AssetAmount asset={row.asset} units={row.out} />
        </>
      ),
    },
    {
      id: 'fees',
      header: 'Fees',
      align: 'right',
      cell: (row) => (
        <>
          {sign('−')}
          <AssetAmount asset={row.asset} units={row.fees} />
        </>
      ),
    },
    {
      id: 'closing',
      header: 'Closing',
      align: 'right',
      narrow: 'top-right',
      cell: ({ asset, closing }) => (
        <b>
          {sign('=')}
          <AssetAmount asset={asset} units={closing} reason={WHY} />
        </b>
      ),
    },
    {
      id: 'value',
      header: `${currency} at close`,
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ closing, closingValue }) => {
        if (closing === undefined) return <Missing reason={WHY} />;
        if (closingValue === undefined) return <Missing reason="There is no price of this day.">no price</Missing>;
        return <span className="tm-fiat">{formatFiat(closingValue)}</span>;
      },
    },
    { id: 'reconciled', header: 'Reconciliation', narrow: 'bottom-left', cell: (row) => <Reconciled row={row} /> },
  ];
}

/** Rows at first, so that the chart and the lines are not pages below. */
const SHOWN = 8;

export interface BalancesTableProps {
  readonly answer: StatementAnswer;
}

/** Opening, in, out, fees and closing of each asset: the heads of the columns are the equation. */
export function BalancesTable({ answer }: BalancesTableProps) {
  const { balances, request } = answer;
  const [isOpen, setOpen] = useState(false);
  const columns = useMemo(() => createColumns(request.currency), [request.currency]);
  const rows = balances.filter(
    ({ isSpam, lineCount, asset, chain }) => !isSpam && (lineCount > 0 || asset.id === chain),
  );
  const spam = balances.filter(({ isSpam }) => isSpam);
  const names = [...new Set(spam.map(({ asset }) => assetWords(asset)))];
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Balances <small>opening + in − out − fees = closing, in the smallest unit of each asset</small>
      </h2>
      <DataTable
        caption="Balances"
        columns={columns}
        rows={isOpen ? rows : rows.slice(0, SHOWN)}
        rowId={({ asset }) => asset.id}
      />
      {rows.length > SHOWN && (
        <p className="ws-more">
          <button type="button" className="tm-linkbtn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? `Show the first ${SHOWN} assets` : `Show all ${formatCount(rows.length)} assets`}
          </button>
        </p>
      )}
      {spam.length > 0 && (
        <p className="tm-hint">
          {spam.length === 1 ? 'One token' : `${spam.length} tokens`} that came unasked and that nobody vouches for{' '}
          {spam.length === 1 ? 'is' : 'are'} left out: {names.slice(0, 5).join(', ')}
          {names.length > 5 && ' and others'}.
        </p>
      )}
    </section>
  );
}
