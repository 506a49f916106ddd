import type { ReportBlock, ReportRun } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf, joinIds } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { noteCut } from './cut-note.ts';
import { paymentRow, paymentTable } from './payment-table.ts';
import type { FactAsset, FactItem } from './report-facts.ts';

/** What one payer of a coin flow without a trace paid in one asset, as the flow draws it. */
export interface DrawnSum {
  readonly payer: string;
  readonly total: Claim;
}

interface Drawn {
  readonly blocks: readonly ReportBlock[];
  /** The largest number of payments first. */
  readonly sums: readonly DrawnSum[];
  readonly claims: readonly Claim[];
}

const MOST_PAYMENTS = 400;
const NAMED_SUMS = 3;

interface Payment {
  readonly claim: Claim;
  readonly ref: string;
  readonly payer: string;
  readonly payee: string;
  readonly asset: string;
  readonly coin: FactAsset;
}

/** Payments that a coin flow draws one by one, in the order of their time. */
function listPayments(report: Composition, { flow }: FactItem): readonly Payment[] {
  const edges = Object.values(flow?.edges ?? {}).toSorted((a, b) => (a.firstTime ?? 0) - (b.firstTime ?? 0));
  return edges.flatMap(({ kind, from, to, asset, amount, refs, count, firstTime, firstHeight }): Payment[] => {
    const [payer, payee, found] = [flow?.nodes[from], flow?.nodes[to], flow?.assets[asset]];
    const [ref] = refs;
    // An input of a transaction is no payment, and its amount may not be known.
    const isPayment = kind === 'output' || kind === 'transfer';
    if (!isPayment || !payer || !payee || ref === undefined || count !== 1 || firstTime === null) return [];
    const coin = { symbol: found?.symbol ?? 'units', decimals: found?.decimals ?? 0 };
    const name = payer.kind === 'transaction' ? `transaction ${payer.text}` : payer.text;
    const about = { ref, asset, from: name, to: payee.text, amount, height: firstHeight, time: firstTime };
    const claim = report.payment(payer.chain, { ...about, ...coin });
    return [{ claim, ref, payer: name, payee: payee.text, asset, coin: { ...coin, ticker: null } }];
  });
}

function sumByPayer(report: Composition, payments: readonly Payment[]): readonly DrawnSum[] {
  const groups = [...Map.groupBy(payments, ({ payer, asset }) => `${asset} ${payer}`).values()];
  groups.sort((a, b) => b.length - a.length);
  return groups.flatMap((own): DrawnSum[] => {
    const [first] = own;
    if (!first) return [];
    const claims = own.map(({ claim }) => claim);
    const total = report.sum(claims, first.coin, `Payments of ${first.payer} that the coin flow draws`);
    return [{ payer: first.payer, total }];
  });
}

/** `1 BTC was paid by … and 2 BTC by …`; of more payers than are named, how many. */
export function describeSums(sums: readonly DrawnSum[], most = NAMED_SUMS): readonly ReportRun[] {
  const named = sums.slice(0, most);
  const left = sums.length - named.length;
  const runs = named.flatMap(({ payer, total }, i): ReportRun[] => [
    i === 0 ? '' : i === named.length - 1 && left === 0 ? ' and ' : ', ',
    amountOf(total),
    i === 0 ? ' was paid by ' : ' by ',
    { code: payer },
  ]);
  const more = left > 0 ? ' and other amounts by other payers, whose payments are in the table' : '';
  return [...runs, more].filter((run) => run !== '');
}

/** What a coin flow draws where no trace of it says which money is the same: facts as the index has them. */
export function findDrawn(report: Composition, item: FactItem): Drawn {
  const payments = listPayments(report, item);
  if (payments.length === 0) return { blocks: [], sums: [], claims: [] };
  const sums = sumByPayer(report, payments);
  const text: readonly ReportRun[] = [
    'In the payments that the coin flow draws, ',
    ...describeSums(sums),
    '. No tracing method was applied, so nothing here says which money is the same.',
  ];
  const shown = payments.slice(0, MOST_PAYMENTS);
  const rows = shown.map(({ claim, payee, ref }) => paymentRow(claim, payee, ref));
  const rest = payments.slice(shown.length).map(({ claim }) => claim);
  return {
    blocks: [
      { kind: 'text', isFixed: false, text },
      paymentTable('Payments of the coin flow, whole.', rows),
      ...noteCut({ shown: shown.length, all: payments.length }, 'payments', `the table of claims (${joinIds(rest)})`),
    ],
    sums,
    claims: payments.map(({ claim }) => claim),
  };
}
