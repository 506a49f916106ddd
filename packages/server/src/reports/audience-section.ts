import type { ReportAudience, ReportBlock, ReportRow, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf, joinIds, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { noteCut } from './cut-note.ts';
import type { ItemFinding } from './item-findings.ts';
import { paymentRow, paymentTable } from './payment-table.ts';
import type { FactTrace } from './report-facts.ts';
import { adviseOn, contestRuns, describeReason, type EndRow, isOpen } from './trace-ends.ts';

/** What the reader of a report needs of it, by audience. It follows the summary, and uses no figure that the findings do not have. */
type Writer = (report: Composition, ends: readonly EndRow[]) => readonly ReportBlock[];

const MOST_PAYMENTS = 60;

const fixed = (...words: readonly string[]): ReportBlock => ({ kind: 'text', isFixed: true, text: words });
const heading = (title: string): ReportBlock => ({ kind: 'heading', title });
const column = (title: string, width: number, align: 'left' | 'right' = 'left') => ({ title, width, align });

/** The payment of the ledger that an end of a trace is, as a fact. */
function paymentOf(report: Composition, trace: FactTrace, ref: string): Claim | undefined {
  for (const step of trace.steps) {
    const part = step.outputs?.find((one) => one.ref === ref);
    if (part) return report.output(trace, ref, part, step);
    const transfer = step.transfers?.find((one) => one.ref === ref);
    if (transfer) return report.transfer(trace, transfer, step);
  }
  return undefined;
}

function paymentsTo(report: Composition, ends: readonly EndRow[]): readonly Claim[] {
  const claims = ends.flatMap(({ trace, asset, address, party }) =>
    trace.leaves
      .filter((leaf) => leaf.asset === asset && (party ? leaf.party?.key === party.key : leaf.address === address))
      .flatMap(({ ref }) => paymentOf(report, trace, ref) ?? []),
  );
  return [...new Set(claims)];
}

/** Whole payments that reached the ends: what a service finds in its own books. */
function writePayments(report: Composition, ends: readonly EndRow[], caption: string): ReportBlock[] {
  const claims = paymentsTo(report, ends);
  const rows = claims.slice(0, MOST_PAYMENTS).map((claim): ReportRow => {
    const { result, inputs } = claim;
    const address = result.to ?? result.address;
    const ref = String(result.ref ?? `${inputs.txid}:${inputs.vout}`);
    return paymentRow(claim, typeof address === 'string' ? address : null, ref);
  });
  if (rows.length === 0) return [];
  const rest = 'the tables of movements in section 4';
  return [paymentTable(caption, rows), ...noteCut({ shown: rows.length, all: claims.length }, 'payments', rest)];
}

function endTable(ends: readonly EndRow[], caption: string): ReportBlock {
  const rows = ends.map(({ name, address, party, reason, amount, label, contest }): ReportRow => {
    const where: ReportText = party
      ? [name, ...contestRuns(contest), ...(address === null ? [] : [' ', { code: address }])]
      : [{ code: name }];
    const claims = [amount, label, contest].filter((claim): claim is Claim => claim !== undefined);
    return {
      mark: party ? 'claim' : 'inference',
      cells: [where, [amountOf(amount)], [describeReason(reason)], [adviseOn({ reason, party })], [joinIds(claims)]],
      isSum: false,
    };
  });
  return {
    ...{ kind: 'table', caption, rows },
    columns: [
      column('End', 34),
      column('Amount', 18, 'right'),
      column('Why the trace ends', 18),
      column('What can be done', 18),
      column('Claims', 12),
    ],
  };
}

const writeProsecutor: Writer = (report, ends) => {
  const open = ends.filter(isOpen);
  return [
    heading('Steps that are open'),
    ...(open.length === 0
      ? [fixed('The material shows no place where the money could be stopped today.')]
      : [
          endTable(open, 'Ends at which somebody can act, the largest first.'),
          ...writePayments(report, open, 'Payments that reached these ends, to name them in an order or a request.'),
        ]),
    fixed(
      'Whether an order is lawful, and against whom, is not answered here. An attribution is the statement of its source.',
    ),
  ];
};

const writePartner: Writer = (report, ends) => [
  heading('For the partner agency'),
  fixed(
    'Please compare these addresses with your own records before you act, and state whose case they belong to. Nothing here names a person: attributions are in section 5.',
  ),
  ...(ends.length > 0 ? [endTable(ends, 'Ends of the traces.')] : []),
  ...writePayments(report, ends, 'Payments that reached these ends.'),
  fixed(
    'The evidence bundle verifies without our server: section 9 says how. The calls in the chain of custody give each answer again on an index of your own.',
  ),
];

const writeExchange: Writer = (report, ends) => {
  const services = ends.filter(({ party }) => party?.kind === 'service');
  const asked = services.length > 0 ? services : ends;
  return [
    heading('What is requested'),
    fixed(
      `Please check whether the addresses ${ends.length > 0 ? 'below' : 'in section 4'} are yours. Where one is: preserve the records of the account that was credited (identity, sign-ins, payments in and out, communication), state the balance, and hold it where your law and the order attached allow that. Where none is, please say so.`,
    ),
    ...(services.length > 0
      ? [
          endTable(
            services,
            'Addresses that sources attribute to a service. Please confirm or correct the attribution.',
          ),
        ]
      : [fixed('No source attributes an end of the traces to a service.')]),
    ...writePayments(report, asked, 'Payments to look for in your books. Whole payments as the ledger has them.'),
  ];
};

const NAMED_ENDS = 5;

const writeSuspicion: Writer = (report, ends) => {
  const [first] = ends;
  const began = first && report.traceSum(first.trace, first.asset, 'began');
  const facts = paymentsTo(report, ends);
  const byTime = facts.toSorted((a, b) => Number(a.result.time) - Number(b.result.time));
  const [from, to] = [byTime[0], byTime.at(-1)];
  const labels = ends.flatMap(({ label }) => label ?? []);
  const pair = (name: string, text: ReportText, ids = '') => ({ name, text, ids });
  const where = ends
    .slice(0, NAMED_ENDS)
    .flatMap(
      ({ amount, name, party, contest }, i): ReportText => [
        ...(i === 0 ? [] : ['; ']),
        amountOf(amount),
        ' at ',
        ...(party ? [name, ...contestRuns(contest)] : [{ code: name }]),
      ],
    )
    .concat(ends.length > NAMED_ENDS ? ['; the other ends are in section 4'] : []);
  return [
    heading('Narrative'),
    {
      kind: 'pairs',
      caption: 'What the form of a suspicious-activity report asks, from the facts of this report.',
      rows: [
        pair(
          'Who',
          labels.length > 0 ? ['Attributed by sources, not confirmed: section 5.'] : ['Not shown by the ledger.'],
          joinIds(labels),
        ),
        pair(
          'What',
          began
            ? [amountOf(began), ' was followed on the ledger. The loss as people entered it is in section 3.']
            : ['No amount was traced: section 3.'],
        ),
        pair(
          'When',
          from && to
            ? [
                'Payments at the ends are of ',
                showClaim(from, { time: 'time' }),
                ' to ',
                showClaim(to, { time: 'time' }),
                ' UTC.',
              ]
            : ['No payment at an end of a trace has a time that the index knows.'],
        ),
        pair('Where', where.length > 0 ? where : ['No trace ends at an address.']),
        pair(
          'How',
          first ? ['By the method ', { code: first.trace.method }, ': sections 4 and 6.'] : ['No trace was run.'],
        ),
        pair('Why it is suspicious', [
          report.draft.opinion === '' ? 'The examiner has stated no opinion.' : 'As the examiner states in section 8.',
        ]),
      ],
    },
    ...(ends.length > 0 ? writePayments(report, ends, 'Payments at the ends of the traces.') : []),
  ];
};

const WRITERS: Readonly<Record<ReportAudience, Writer>> = {
  // A court reads the report as it is.
  court: () => [],
  prosecutor: writeProsecutor,
  partner: writePartner,
  exchange: writeExchange,
  'suspicious-activity': writeSuspicion,
};

export function writeForAudience(report: Composition, findings: readonly ItemFinding[]): readonly ReportBlock[] {
  const ends = findings.flatMap(({ traces }) => traces.flatMap((one) => [...one.ends.values()].flat()));
  return WRITERS[report.draft.audience](report, ends);
}
