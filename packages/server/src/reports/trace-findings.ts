import type { ReportBlock, ReportRow, ReportRun, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf, joinIds, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { noteCut } from './cut-note.ts';
import { drawTrace } from './flow-figure.ts';
import { paymentRow, paymentTable } from './payment-table.ts';
import type { FactTrace } from './report-facts.ts';
import { adviseOn, contestRuns, describeReason, type EndRow, listEnds } from './trace-ends.ts';

/** Figures of one trace, one an asset. */
const MOST_FIGURES = 4;
/** Movements of one trace in its table. */
const MOST_MOVEMENTS = 400;
/** Ends in the table of the summary, which has one page with the answers to the questions. */
const SUMMARY_ROWS = 5;

const sumRow = (...cells: readonly ReportText[]): ReportRow => ({ mark: null, cells, isSum: true });

/** Where each asset of a trace is: rows that add up to what began. */
export function moneyTable(report: Composition, trace: FactTrace, asset: string, ends: readonly EndRow[]): ReportBlock {
  const coin = report.asset(trace, asset);
  const rows: ReportRow[] = ends.map(({ name, address, party, reason, amount, value, label, contest }) => {
    const about =
      reason === 'several'
        ? [`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`]
        : address !== null && party
          ? [name, ...contestRuns(contest), ' ', { code: address }]
          : party
            ? [name, ...contestRuns(contest)]
            : [{ code: name }];
    const claims = [amount, label, contest, value].filter((one): one is Claim => one !== undefined);
    return {
      mark: party ? 'claim' : 'inference',
      cells: [
        [...about, `. ${describeReason(reason)}`],
        [amountOf(amount)],
        value ? [showClaim(value, { usd: 'usd' })] : ['not known'],
        [adviseOn({ reason, party })],
        [joinIds(claims)],
      ],
      isSum: false,
    };
  });
  const parts = [...ends.map(({ amount }) => amount)];
  for (const [part, name] of [
    ['cut', 'Not followed'],
    ['fees', 'Transaction fees'],
  ] as const) {
    const claim = report.traceSum(trace, asset, part);
    if (!claim || claim.result.amount === '0') continue;
    parts.push(claim);
    rows.push({ mark: 'inference', cells: [[name], [amountOf(claim)], ['–'], ['–'], [claim.id]], isSum: false });
  }
  const total = report.sum(parts, coin, `All of trace ${trace.id}`);
  const began = report.traceSum(trace, asset, 'began');
  const added = report.traceSum(trace, asset, 'added');
  rows.push(sumRow(['All ends, cuts and fees'], [amountOf(total)], [''], [''], [total.id]));
  if (began) rows.push(sumRow(['What the trace begins with'], [amountOf(began)], [''], [''], [began.id]));
  if (added && added.result.amount !== '0')
    rows.push({
      mark: 'inference',
      cells: [['Counted in addition by the method'], [amountOf(added)], [''], [''], [added.id]],
      isSum: false,
    });
  return {
    kind: 'table',
    caption: `Where the money of trace ${trace.id} is. ${coin.symbol}; dollars at the close of the day of the payment, where it is one day.`,
    columns: [
      { title: 'End', width: 40, align: 'left' },
      { title: `Amount, ${coin.symbol}`, width: 18, align: 'right' },
      { title: 'USD then', width: 13, align: 'right' },
      { title: 'What can be done', width: 16, align: 'left' },
      { title: 'Claims', width: 13, align: 'left' },
    ],
    rows,
  };
}

/** Every movement of a trace as facts of the ledger, in the order of the chain; the table has the first of them. */
function listMovements(
  report: Composition,
  trace: FactTrace,
): { readonly blocks: readonly ReportBlock[]; readonly claims: readonly Claim[] } {
  const rows: ReportRow[] = [];
  const claims: Claim[] = [];
  let unknown = 0;
  const put = (claim: Claim | undefined, to: string | null, ref: string): void => {
    if (!claim) {
      unknown++;
      return;
    }
    claims.push(claim);
    if (rows.length < MOST_MOVEMENTS) rows.push(paymentRow(claim, to, ref));
  };
  for (const step of trace.steps) {
    for (const part of step.outputs ?? [])
      if (part.tainted !== '0') put(report.output(trace, part.ref, part, step), part.address, part.ref);
    for (const transfer of step.transfers ?? [])
      if (transfer.tainted !== '0') put(report.transfer(trace, transfer, step), transfer.to, transfer.ref);
  }
  const path = `traces/${trace.id}.json of the bundle`;
  const rest = `the table of claims (${joinIds(claims.slice(rows.length))}) and in ${path}`;
  const table = paymentTable(`Movements of trace ${trace.id}, whole payments.`, rows);
  return {
    blocks: [
      ...(rows.length > 0 ? [table] : []),
      ...noteCut({ shown: rows.length, all: claims.length }, `movements of trace ${trace.id}`, rest),
      ...(unknown > 0 ? [noteUnknown(unknown, path)] : []),
    ],
    claims,
  };
}

function noteUnknown(count: number, path: string): ReportBlock {
  const which = count === 1 ? 'One movement has' : `${count} movements have`;
  const text = `${which} no amount that the index knows, and no row in a table: ${path} has what is known.`;
  return { kind: 'text', isFixed: true, text: [text] };
}

/** What a trace begins with, as facts. */
function seedRuns(
  report: Composition,
  trace: FactTrace,
): { readonly runs: ReportRun[]; readonly claims: readonly Claim[] } {
  const claims = trace.seeds.flatMap((seed) => {
    const { ref, address, amount, asset } = seed;
    const step = trace.steps.find((one) => ref.startsWith(one.txid));
    const transfer = step?.transfers?.find((one) => one.ref === ref);
    if (transfer && step) return [report.transfer(trace, transfer, step)];
    return asset === '' ? (report.output(trace, ref, { address, amount }, seed) ?? []) : [];
  });
  const [first] = claims;
  if (!first) return { runs: [], claims };
  const runs: ReportRun[] = [
    'Its first payment is ',
    showClaim(first, { amount: 'amount' }),
    ' on ',
    showClaim(first, { time: 'time' }),
    ' UTC. ',
  ];
  return { runs, claims };
}

export interface TraceFinding {
  readonly blocks: readonly ReportBlock[];
  readonly ends: ReadonlyMap<string, readonly EndRow[]>;
  /** Of its first asset, with the smaller ends as one row: for the summary. */
  readonly table: ReportBlock | undefined;
  /** Payments of the ledger that traced money is part of. */
  readonly movements: readonly Claim[];
}

function listMarked(facts: readonly Claim[], ends: readonly EndRow[]): ReportBlock[] {
  const labels = ends.flatMap(({ label }) => label ?? []);
  const amounts = ends.map(({ amount }) => amount);
  const row = (mark: 'fact' | 'inference' | 'claim', claims: readonly Claim[], words: string): ReportBlock[] => {
    const [first] = claims;
    return first
      ? [
          {
            kind: 'marked',
            mark,
            ids: joinIds(claims),
            text: [`${words}See `, { claim: first.id, text: first.id }, '.'],
          },
        ]
      : [];
  };
  return [
    ...row('fact', facts, 'Each movement is in the ledger; where the index has its bytes, the bundle proves it. '),
    ...row('inference', amounts, 'Which part of a payment is the traced money follows from the method of this trace. '),
    ...row('claim', labels, 'Names of services are statements of their sources. No service has confirmed them here. '),
  ];
}

/** A figure of each asset that moved, as many as a reader can take in. */
function drawAssets(
  report: Composition,
  trace: FactTrace,
  assets: readonly string[],
  exhibits: ReadonlyMap<string, string>,
): readonly ReportBlock[] {
  const figures = assets.flatMap((asset) => drawTrace(report, trace, asset, exhibits) ?? []);
  const left = figures.length - MOST_FIGURES;
  const note = `${left} more ${left === 1 ? 'asset' : 'assets'} of trace ${trace.id} moved without a figure: the tables have their ends and movements.`;
  return [
    ...figures.slice(0, MOST_FIGURES).map((figure): ReportBlock => ({ kind: 'figure', figure })),
    ...(left > 0 ? [{ ...({ kind: 'text', isFixed: true } as const), text: [note] }] : []),
  ];
}

/** The finding of one trace: what it says, the figure, who says what, and every movement. */
export function findTrace(report: Composition, trace: FactTrace, exhibits: ReadonlyMap<string, string>): TraceFinding {
  const assets = trace.file.sums.map(({ asset }) => asset);
  const ends = new Map(assets.map((asset) => [asset, listEnds(report, trace, asset)]));
  const [main = ''] = assets;
  const began = report.traceSum(trace, main, 'began');
  const ended = report.traceSum(trace, main, 'ended');
  const seeds = seedRuns(report, trace);
  const movements = listMovements(report, trace);
  const opening: ReportBlock[] =
    began && ended
      ? [
          {
            kind: 'text',
            isFixed: false,
            text: [
              'The trace begins with ',
              amountOf(began),
              ` and follows it ${trace.direction}. `,
              ...seeds.runs,
              'By the method ',
              { code: trace.method },
              ' ',
              amountOf(ended),
              ' of it ends at the places in the table.',
            ],
          },
        ]
      : [];
  const summary = moneyTable(report, trace, main, listEnds(report, trace, main, SUMMARY_ROWS));
  const tables = assets.map((asset) => moneyTable(report, trace, asset, ends.get(asset) ?? []));
  const blocks: ReportBlock[] = [
    ...opening,
    ...drawAssets(report, trace, assets, exhibits),
    ...listMarked([...seeds.claims, ...movements.claims], [...ends.values()].flat()),
    ...tables,
    ...movements.blocks,
  ];
  const payments = [...seeds.claims, ...movements.claims];
  return { blocks, ends, table: assets.length > 0 ? summary : undefined, movements: payments };
}
