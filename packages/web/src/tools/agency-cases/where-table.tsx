import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseAssetSums, CaseMoney } from '@trailmark/api/contract/case-money';
import { formatUnits } from '@trailmark/core/amount';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Amount } from '../../components/amount.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { CaseSource } from './case-source.tsx';
import { formatCaseDay, formatShare, PLACE_WORDS } from './case-words.ts';
import { type EditedMoney, MoneyDialog } from './money-dialog.tsx';

type Row = CaseMoney['items'][number];

interface MoneyRowsProps {
  readonly caseId: string;
  readonly rows: readonly Row[];
  readonly sums: CaseAssetSums;
  readonly today: string;
  readonly onEdit: ((row: Row) => void) | undefined;
}

function nextOf({ next, nextOn }: Row, today: string): string {
  if (nextOn === null) return next;
  return next ? `${next}, ${formatCaseDay(nextOn, today)}` : formatCaseDay(nextOn, today);
}

function PlaceCell({ row: { state, place } }: { readonly row: Row }) {
  return (
    <td>
      <i className={`cs-dot ${state}`} aria-hidden="true" />
      {state && PLACE_WORDS[state]}
      {place && (
        <>
          {', '}
          <bdi>{place}</bdi>
        </>
      )}
    </td>
  );
}

function ControllerCell({ row: { controller, mark, state } }: { readonly row: Row }) {
  if (controller) return <bdi>{mark === 'claim' ? `“${controller}”` : controller}</bdi>;
  return <span className="tm-none">{state === 'not-followed' ? 'not followed' : 'not known'}</span>;
}

function MoneyRows({ caseId, rows, sums: { loss, decimals }, today, onEdit }: MoneyRowsProps) {
  return rows.map((row) => (
    <tr key={row.id}>
      <PlaceCell row={row} />
      <td>
        <ControllerCell row={row} />
      </td>
      <td>
        {row.state === 'not-followed' ? (
          <span className="cs-late">Gap</span>
        ) : (
          <EvidenceMark kind={row.mark} withWord />
        )}
        {row.source && (
          <span className="tm-t3 tm-sm">
            {' '}
            <CaseSource caseId={caseId} source={row.source} />
          </span>
        )}
      </td>
      <td className="tm-r">
        <Amount units={row.amount} decimals={decimals} aligned />
      </td>
      <td className="tm-r">{formatShare(row.amount, loss) ?? '–'}</td>
      <td>
        <bdi className={row.nextOn !== null && row.nextOn < today ? 'cs-late' : undefined}>{nextOf(row, today)}</bdi>
        {onEdit && (
          <button type="button" className="tm-linkbtn tm-sm cs-rowedit" onClick={() => onEdit(row)}>
            Change<span className="tm-sr"> the line {row.place}</span>
          </button>
        )}
      </td>
    </tr>
  ));
}

/** The same rows as the table, in their order, as shares of a bar. */
function ShareBar({ rows, sums }: { readonly rows: readonly Row[]; readonly sums: CaseAssetSums }) {
  if (sums.loss === 0n) return null;
  const rest = sums.difference > 0n ? sums.difference : 0n;
  const share = (amount: bigint) => ({ flex: `${Number((amount * 1_000_000n) / sums.loss) || 0} 0 0` });
  return (
    <div className="cs-bar" role="img" aria-label="Shares of the loss by place, as in the table">
      {rows.map(({ id, amount, state }) => (
        <i key={id} className={`cs-part ${state}`} style={share(amount)} />
      ))}
      {rest > 0n && <i className="cs-part rest" style={share(rest)} />}
    </div>
  );
}

function TotalRow({ sums }: { readonly sums: CaseAssetSums }) {
  const { difference, placed, decimals, symbol, loss } = sums;
  const size = difference < 0n ? -difference : difference;
  const words =
    difference === 0n
      ? 'Equal to the loss, to the smallest unit'
      : `${formatUnits(size, decimals)} ${symbol} ${difference > 0n ? 'not accounted for' : 'more than the loss'}`;
  return (
    <tr className="cs-total">
      <td>{difference === 0n ? 'Total, equal to the loss' : 'Total'}</td>
      <td />
      <td />
      <td className="tm-r">
        <Amount units={placed} decimals={decimals} aligned />
      </td>
      <td className="tm-r">{formatShare(placed, loss) ?? '–'}</td>
      <td className={difference === 0n ? 'tm-t3' : 'cs-wrong'}>{words}</td>
    </tr>
  );
}

interface AssetTableProps {
  readonly caseId: string;
  readonly money: CaseMoney;
  readonly sums: CaseAssetSums;
  readonly today: string;
  readonly onEdit: ((row: Row) => void) | undefined;
}

function AssetTable({ caseId, money, sums, today, onEdit }: AssetTableProps) {
  const rows = money.items.filter(({ kind, asset }) => kind === 'place' && asset === sums.asset);
  const losses = money.items.filter(({ kind, asset }) => kind === 'loss' && asset === sums.asset);
  return (
    <div className="cs-where">
      <ShareBar rows={rows} sums={sums} />
      <div className="cs-scroll">
        <table className="tm-tbl">
          <caption className="tm-sr">Where the loss in {sums.symbol} is now</caption>
          <thead>
            <tr>
              <th>Where</th>
              <th>Who controls it</th>
              <th>How we know</th>
              <th className="tm-r">Amount, {sums.symbol}</th>
              <th className="tm-r">Share, %</th>
              <th>Next</th>
            </tr>
          </thead>
          <tbody>
            <MoneyRows caseId={caseId} rows={rows} sums={sums} today={today} onEdit={onEdit} />
            {rows.length === 0 && (
              <tr>
                <td colSpan={6} className="tm-t3">
                  No place is entered yet.
                </td>
              </tr>
            )}
            <TotalRow sums={sums} />
          </tbody>
        </table>
      </div>
      {onEdit && losses.length > 0 && (
        <p className="tm-sm tm-t3 cs-losses">
          Loss:{' '}
          {losses.map((row) => (
            <button key={row.id} type="button" className="tm-linkbtn tm-sm" onClick={() => onEdit(row)}>
              {formatUnits(row.amount, row.decimals)} {row.symbol}, {row.day}
              {row.place && `, ${row.place}`}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

export interface WhereTableProps {
  readonly overview: Answer<'getCase'>;
  readonly money: CaseMoney;
}

/** Where the loss is now and who has it: every unit of it in exactly one row, gap and fees included. */
export function WhereTable({ overview: { head, rights, today }, money }: WhereTableProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<EditedMoney | undefined>();
  const removal = useMutation({
    mutationFn: ({ id, version }: Row) =>
      api.call('removeCaseMoney', { params: { case: head.id, row: id }, body: { version } }),
    onSettled: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  const mayWrite = rights.includes('write');
  const onEdit = mayWrite ? (row: Row) => setEdited({ row }) : undefined;
  return (
    <section className="tm-sect">
      <div className="cs-hd">
        <h2 className="tm-h">Where it is now, and who has it</h2>
        {mayWrite && (
          <span className="tm-row">
            <button type="button" className="tm-linkbtn tm-sm" onClick={() => setEdited({ kind: 'loss' })}>
              Enter a loss
            </button>
            <button type="button" className="tm-linkbtn tm-sm" onClick={() => setEdited({ kind: 'place' })}>
              Enter a place
            </button>
          </span>
        )}
      </div>
      {money.sums.length === 0 && <p className="tm-t3">No loss is entered yet.</p>}
      {money.sums.map((sums) => (
        <AssetTable caseId={head.id} key={sums.asset} money={money} sums={sums} today={today} onEdit={onEdit} />
      ))}
      {removal.error && <ErrorPanel error={removal.error} what="The line" />}
      <MoneyDialog
        caseId={head.id}
        today={today}
        edited={edited}
        onRemove={(row) => removal.mutate(row)}
        onClose={() => setEdited(undefined)}
      />
    </section>
  );
}
