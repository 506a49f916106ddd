import { useMutation } from '@tanstack/react-query';
import { type LossAnswer, type LossFileFormat, statementLossRoutes } from '@trailmark/api/contract/statement-losses';
import { chainName } from '@trailmark/chains/account-catalogue';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FilterPick } from '../../components/form/filter-pick.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time } from '../../components/time.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { saveRouteFile } from '../../save-file.ts';
import { addressSearchUrl, transactionUrl } from '../../url.ts';
import { type Asset, AssetAmount } from './statement-asset.tsx';

type Loss = LossAnswer['victims'][number];
type Payment = LossAnswer['payments'][number];

const UNKNOWN = <Missing reason="A payment of this victim has no price.">not known</Missing>;
const FORMATS = [
  ['pdf', 'PDF'],
  ['xlsx', 'Workbook (XLSX)'],
  ['csv', 'CSV'],
] as const;

const BASIS_WORDS = {
  addresses: 'from their address',
  named: 'named by the victim',
  undecided: 'undecided',
} as const;

function nameOf({ request }: LossAnswer, victim: number): string {
  const { name = `Victim ${victim + 1}`, reference = '' } = request.victims[victim] ?? {};
  return reference === '' ? name : `${reference} ${name}`;
}

function createAssets({ assets }: LossAnswer): (id: string) => Asset {
  const known = new Map(assets.map((asset) => [asset.id, asset]));
  return (id) => known.get(id) ?? { id, symbol: id, decimals: 0, isUnverified: true };
}

function Money({ micro }: { readonly micro: bigint | undefined }) {
  return micro === undefined ? UNKNOWN : <span className="tm-fiat">{formatFiat(micro)}</span>;
}

function createVictimColumns(answer: LossAnswer): readonly DataColumn<Loss>[] {
  const assetOf = createAssets(answer);
  const { currency, available } = answer.request;
  // A part of the payments must not pass for all of them; where nothing was paid nothing is unknown.
  const sum = ({ sums, unpriced }: Loss, of: 'paid' | 'returned') =>
    unpriced > 0 && sums.some((one) => one[of] > 0n)
      ? undefined
      : sums.reduce((all, one) => all + one[`${of}Value`], 0n);
  return [
    { id: 'victim', header: 'Victim', narrow: 'top-left', cell: ({ victim }) => <bdi>{nameOf(answer, victim)}</bdi> },
    {
      id: 'amounts',
      header: 'Paid less returned',
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ sums }) => (
        <span className="ws-party">
          {sums.map(({ asset, paid, returned }) => (
            <AssetAmount key={asset} asset={assetOf(asset)} units={paid - returned} withName />
          ))}
        </span>
      ),
    },
    {
      id: 'count',
      header: 'Payments',
      align: 'right',
      narrow: 'bottom-left',
      cell: ({ count }) => (
        <>
          {formatCount(count)}
          <span className="tm-narrow tm-t3 tm-sm"> {count === 1 ? 'payment' : 'payments'}</span>
        </>
      ),
    },
    {
      id: 'paid',
      header: `Paid, ${currency}`,
      align: 'right',
      isMinor: true,
      cell: (row) => <Money micro={sum(row, 'paid')} />,
    },
    {
      id: 'returned',
      header: `Returned, ${currency}`,
      align: 'right',
      isMinor: true,
      cell: (row) => <Money micro={sum(row, 'returned')} />,
    },
    {
      id: 'loss',
      header: `Loss, ${currency}`,
      align: 'right',
      narrow: 'top-right',
      cell: ({ loss }) => <Money micro={loss} />,
    },
    {
      id: 'share',
      header: 'Share',
      align: 'right',
      cell: ({ share }) => (share === undefined ? UNKNOWN : `${formatFiat(BigInt(share) * 100n)} %`),
    },
    ...(available === null
      ? []
      : [
          {
            ...{ id: 'part', header: `Restitution, ${currency}`, align: 'right' as const },
            cell: ({ restitution }: Loss) => <Money micro={restitution} />,
          },
        ]),
  ];
}

function createPaymentColumns(answer: LossAnswer): readonly DataColumn<Payment>[] {
  const assetOf = createAssets(answer);
  return [
    { id: 'time', header: 'Time (UTC)', narrow: 'bottom-left', cell: ({ time }) => <Time seconds={time} /> },
    {
      id: 'victim',
      header: 'Victim',
      narrow: 'top-left',
      cell: ({ victims, basis, way }) => (
        <span className="ws-party">
          <span>
            <EvidenceMark kind="claim" /> <bdi>{victims.map((one) => nameOf(answer, one)).join(' or ')}</bdi>
          </span>
          <small className={basis === 'undecided' ? 'ws-open' : 'tm-t3'}>
            {way === 'paid' ? 'paid' : 'got back'}, {BASIS_WORDS[basis]}
          </small>
        </span>
      ),
    },
    {
      id: 'txid',
      header: 'Transaction',
      cell: ({ chain, txid }) =>
        txid === undefined ? null : <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid)} />,
    },
    {
      id: 'ends',
      header: 'From, to',
      isMinor: true,
      cell: ({ chain, payers, payerCount, paid }) => (
        <span className="ws-party">
          {payers.slice(0, 1).map((address) => (
            <Hash key={address} value={address} kind="address" href={addressSearchUrl({ chain, address })} />
          ))}
          {payerCount > 1 && <small className="tm-t3">and {formatCount(payerCount - 1)} more</small>}
          {paid !== undefined && <Hash value={paid} kind="address" href={addressSearchUrl({ chain, address: paid })} />}
        </span>
      ),
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'right',
      narrow: 'top-right',
      cell: ({ asset, amount, way }) => (
        <AssetAmount asset={assetOf(asset)} units={way === 'paid' ? amount : -amount} signed withName />
      ),
    },
    {
      id: 'value',
      header: `${answer.request.currency} then`,
      align: 'right',
      narrow: 'bottom-right',
      cell: ({ value }) =>
        value === undefined ? (
          <Missing reason="There is no price of this day.">no price</Missing>
        ) : (
          <Money micro={value} />
        ),
    },
  ];
}

/** What the list does not show, each in a sentence; nothing is left out in silence. */
function Remarks({ answer }: { readonly answer: LossAnswer }) {
  const { undecided, unverified, jointCount, notFound, gaps, others } = answer;
  const open = undecided.reduce((sum, { count }) => sum + count, 0);
  const assetOf = createAssets(answer);
  return (
    <ul className="ws-remarks tm-sm">
      {gaps.map(({ chain, reason }) => (
        <li key={chain} className="ws-open">
          Payments on {chainName(chain)} may be missing. {reason}
        </li>
      ))}
      {open > 0 && (
        <li className="ws-open">
          {formatPlural(open, 'payment')} could be of several, or strangers paid with the victim: listed, and in
          nobody’s sums.
        </li>
      )}
      {unverified.map(({ asset, paid, count }) => (
        <li key={`unverified ${asset}`}>
          Paid in a token that nobody vouches for: <AssetAmount asset={assetOf(asset)} units={paid} withName /> in{' '}
          {formatPlural(count, 'payment')}. Anybody can send such tokens: they are in no loss and not listed.
        </li>
      ))}
      {jointCount > 0 && (
        <li>
          {formatPlural(jointCount, 'transaction')} funded by suspects and others together: nobody can say who paid
          whom.
        </li>
      )}
      {notFound.map(({ victim, chain, txid }) => (
        <li key={`${chain} ${txid}`} className="ws-open">
          {nameOf(answer, victim)} names <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid)} />,
          which paid no address of the set in this period.
        </li>
      ))}
      {others.map(({ asset, amount, count }) => (
        <li key={asset}>
          From nobody in the list: <AssetAmount asset={assetOf(asset)} units={amount} withName /> in{' '}
          {formatPlural(count, 'payment')}.
        </li>
      ))}
      <li>That an address or a transaction is of a victim is a claim of this list; the payments are facts.</li>
    </ul>
  );
}

function LossExport({ answer, caseId }: { readonly answer: LossAnswer; readonly caseId: string | undefined }) {
  const [format, setFormat] = useState<LossFileFormat>('pdf');
  const save = useMutation({
    mutationFn: () => {
      const body = { request: answer.request, ...(caseId === undefined ? {} : { case: caseId }) };
      return saveRouteFile(
        statementLossRoutes.exportVictimLosses,
        { params: { format }, body },
        `victim-losses.${format}`,
      );
    },
  });
  return (
    <>
      <div className="tm-row tm-wrap">
        <FilterPick
          label="File"
          value={format}
          options={FORMATS}
          onPick={(next) => setFormat(FORMATS.find(([known]) => known === next)?.[0] ?? 'pdf')}
        />
        <button type="button" className="tm-btn" disabled={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? 'Writing the file' : 'Save the list'}
        </button>
        <AddToCase
          className="tm-btn"
          of={{
            kind: 'victim-losses',
            input: { params: {}, body: answer.request },
            what: `the losses of ${formatPlural(answer.request.victims.length, 'victim')}`,
          }}
        />
      </div>
      {save.error && <ErrorPanel error={save.error} what="The file" onRetry={() => save.mutate()} />}
    </>
  );
}

export interface LossResultProps {
  readonly answer: LossAnswer;
  /** The case whose number the files show. */
  readonly caseId: string | undefined;
}

/** The restitution list, what it leaves open, and the payments behind it. */
export function LossResult({ answer, caseId }: LossResultProps) {
  const [victimColumns, paymentColumns] = useMemo(
    () => [createVictimColumns(answer), createPaymentColumns(answer)] as const,
    [answer],
  );
  const { victims, payments } = answer;
  return (
    <>
      <section className="tm-sect">
        <div className="tm-row tm-between tm-wrap">
          <h2 className="tm-h">
            Restitution list <small>{formatPlural(victims.length, 'victim')}</small>
          </h2>
          <LossExport answer={answer} caseId={caseId} />
        </div>
        <DataTable
          caption="Restitution list"
          columns={victimColumns}
          rows={victims}
          rowId={({ victim }) => String(victim)}
        />
        <Remarks answer={answer} />
      </section>
      <section className="tm-sect">
        <h2 className="tm-h">
          Payments <small>{formatPlural(payments.length, 'payment')} of victims</small>
        </h2>
        {payments.length === 0 ? (
          <p className="tm-hint">No payment of these victims to the set in this period.</p>
        ) : (
          <DataTable
            caption="Payments of victims"
            columns={paymentColumns}
            rows={payments}
            rowId={({ no }) => String(no)}
          />
        )}
      </section>
    </>
  );
}
