import { getTraceMethod } from '@trailmark/analysis/tracing/catalogue';
import { AppError } from '@trailmark/core/errors';
import type { ReportBlock, ReportRun, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import type { UnprovenReason } from '@trailmark/evidence/bundle/collect-accounts';
import type { UnplacedReason } from '@trailmark/evidence/bundle/collect-ledger';
import { amountOf, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { ERROR_RATES } from './error-rates.ts';
import { GENERAL_LIMITS } from './fixed-texts.ts';
import type { ItemFinding } from './item-findings.ts';
import type { FactTrace, FactUnproven } from './report-facts.ts';
import { contestRuns } from './trace-ends.ts';

/** Labels that the agency contests. It is a statement of the agency as of this report: no label, amount or trace is changed by it. */
function writeContests(contests: readonly Claim[]): readonly ReportBlock[] {
  if (contests.length === 0) return [];
  return [
    {
      kind: 'table',
      caption:
        'Labels used that the agency of this report contests. An appeal changes no label, no amount and no trace: where it is right, the name is not.',
      columns: [
        { title: 'Address', width: 30, align: 'left' },
        { title: 'Name', width: 18, align: 'left' },
        { title: 'What the agency states', width: 25, align: 'left' },
        { title: 'As of, UTC', width: 18, align: 'left' },
        { title: 'Claim', width: 9, align: 'left' },
      ],
      rows: contests.map((claim) => ({
        mark: 'claim',
        cells: [
          [{ code: String(claim.result.address) }],
          [showClaim(claim, { value: 'name' })],
          [showClaim(claim, { value: 'note' })],
          [showClaim(claim, { value: 'asOf' })],
          [claim.id],
        ],
        isSum: false,
      })),
    },
  ];
}

/** Every name that a source gives to an address, with the source. */
export function writeAttribution(
  { book, traces }: Composition,
  findings: readonly ItemFinding[],
): readonly ReportBlock[] {
  const all = findings.flatMap(({ traces }) => traces.flatMap(({ ends }) => [...ends.values()].flat()));
  const used = all.flatMap(({ label }) => label ?? []);
  const labels = [...new Set(used)].filter((claim) => book.claims.includes(claim));
  const contests = [...new Set(all.flatMap(({ contest }) => contest ?? []))];
  const contestOf = ({ result }: Claim) =>
    contests.find((one) => one.result.address === result.address && one.result.name === result.name);
  if (labels.length === 0)
    return [
      {
        kind: 'text',
        isFixed: true,
        text: [
          traces.length === 0
            ? 'No trace is part of this report, and no label is used in it. That is no clearance of any address.'
            : 'No source names an address at which a trace of this report ends. That is no clearance.',
        ],
      },
    ];
  return [
    {
      kind: 'table',
      caption:
        'Labels used. Confidence is that of the source, in hundredths. A direct label is of the address itself; one that is inherited is of another address of its cluster.',
      columns: [
        { title: 'Address', width: 30, align: 'left' },
        { title: 'Name', width: 16, align: 'left' },
        { title: 'Source', width: 18, align: 'left' },
        { title: 'As of', width: 9, align: 'left' },
        { title: 'Confidence', width: 10, align: 'right' },
        { title: 'Basis', width: 10, align: 'left' },
        { title: 'Claim', width: 7, align: 'left' },
      ],
      rows: labels.map((claim) => ({
        mark: 'claim',
        cells: [
          [{ code: String(claim.result.address) }],
          [showClaim(claim, { value: 'name' }), ...contestRuns(contestOf(claim))],
          [showClaim(claim, { value: 'source' })],
          [showClaim(claim, { value: 'asOf' })],
          [claim.result.listing === undefined ? showClaim(claim, { value: 'confidence' }) : 'entry of a list'],
          [showClaim(claim, { value: 'basis' })],
          [claim.id],
        ],
        isSum: false,
      })),
    },
    ...writeContests(contests),
  ];
}

function methodWords(id: string): readonly string[] {
  try {
    const { name, sentence, conventions, caution } = getTraceMethod(id);
    return [`${name}. ${sentence}`, conventions.join(' '), caution];
  } catch (error) {
    if (AppError.is(error)) return ['This method is not known to this version of the software.', '', ''];
    throw error;
  }
}

/** Limits of traces: those with equal limits in one row. */
function listStops(traces: readonly FactTrace[]): readonly (readonly [names: string[], stops: ReportRun])[] {
  const groups = new Map<string, string[]>();
  for (const { id, stops } of traces) {
    const text = Object.entries(stops)
      .map(([name, value]) => `${name} ${String(value) || 'none'}`)
      .join(', ');
    groups.set(text, [...(groups.get(text) ?? []), id]);
  }
  return [...groups].map(([text, names]) => [names, text === '' ? 'none was set' : { code: text }]);
}

/** How often the rules are wrong, as docs/accuracy.md has it; methods are conventions and have no rate. */
function rateTable(report: Composition, ids: readonly string[]): ReportBlock {
  const rates = ERROR_RATES.map((rate) => report.rate(rate));
  return {
    kind: 'table',
    caption:
      'Measured error rates of the rules, from docs/accuracy.md of the software; repeatable with npm run accuracy.',
    columns: [
      { title: 'Rule', width: 28, align: 'left' },
      { title: 'Precision', width: 21, align: 'right' },
      { title: 'Recall', width: 21, align: 'right' },
      { title: 'Measured on', width: 22, align: 'left' },
      { title: 'Claim', width: 8, align: 'left' },
    ],
    rows: [
      ...rates.map((claim) => ({
        mark: null,
        cells: (['rule', 'precision', 'recall', 'cases'] as const)
          .map((name): ReportText => [showClaim(claim, { value: name })])
          .concat([[claim.id]]),
        isSum: false,
      })),
      ...ids.map((id) => ({
        mark: null,
        cells: [
          [{ code: id }],
          ['not measured'],
          ['not measured'],
          ['A method is a convention: no data with known truth exists for it.'],
          ['–'],
        ] as ReportText[],
        isSum: false,
      })),
    ],
  };
}

/** How far the index went of each chain when its traces were run. */
function listLedgers(traces: readonly FactTrace[]): readonly (readonly [chain: string, text: ReportText])[] {
  const lines = new Map<string, readonly [string, ReportText]>();
  for (const { chain, asOf } of traces) {
    const text: ReportText =
      asOf.height === null
        ? ['no whole block']
        : [`indexed to block ${asOf.height}`, ...(asOf.hash === null ? [] : [', ', { code: asOf.hash }])];
    lines.set(`${chain} ${asOf.height} ${asOf.hash}`, [chain, text]);
  }
  return [...lines.values()];
}

/** How the figures were made: methods, limits, data and software, and how often the rules are wrong. */
export function writeMethod(report: Composition): readonly ReportBlock[] {
  const { traces, facts } = report;
  const ids = [...new Set(traces.map(({ method }) => method))];
  const row = (name: string, text: ReportText) => ({ name, text, ids: '' });
  return [
    ...ids.map((id): ReportBlock => {
      const [rule = '', conventions = '', caution = ''] = methodWords(id);
      return {
        kind: 'pairs',
        caption: `Tracing rule ${id}.`,
        rows: [row('Rule', [rule]), row('Conventions', [conventions]), row('Speaks against it', [caution])],
      };
    }),
    {
      kind: 'pairs',
      caption: 'What was run.',
      rows: [
        ...traces.map((trace) =>
          row(`Trace ${trace.id}`, [
            `${trace.direction}, `,
            { code: trace.method },
            `, SHA-256 `,
            { code: trace.hash },
          ]),
        ),
        ...listStops(traces).map(([names, stops]) => row(`Limits of ${names.join(', ')}`, [stops])),
        ...[
          ...new Set(
            traces.map(
              ({ asOf }) => `${asOf.engine}; labels ${asOf.labels}; prices ${asOf.prices}; clusters ${asOf.rules}`,
            ),
          ),
        ].map((text) => row('Versions', [{ code: text }])),
        ...listLedgers(traces).map(([chain, text]) => row(`Ledger of ${chain}`, text)),
        row('Software', [{ code: facts.software }]),
        row('Prices', [
          'Daily closes with their sources, in prices.json of the bundle. A day without a price stays without one.',
        ]),
      ],
    },
    rateTable(report, ids),
    {
      kind: 'text',
      isFixed: true,
      text: [
        'Precision is the share of what a rule says that is true, recall the share of what is true that it says. Rates on other data can differ. “Not measured” means that no data with known truth exists for it.',
      ],
    },
  ];
}

function gapItems(report: Composition, findings: readonly ItemFinding[]): ReportText[] {
  const items: ReportText[] = [];
  for (const { trace } of findings.flatMap(({ traces }) => traces)) {
    for (const { asset } of trace.file.sums) {
      const cut = report.traceSum(trace, asset, 'cut');
      if (cut && cut.result.amount !== '0')
        items.push([amountOf(cut), ` of trace ${trace.id} was not followed, by the limits stated in section 6.`]);
    }
    for (const gap of [...new Set(trace.gaps)].slice(0, 20)) items.push([`Trace ${trace.id}: `, { code: gap }]);
    if (trace.state === 'partial') items.push([`Trace ${trace.id} was ended by its budget and is not complete.`]);
  }
  return items;
}

function changeItems(findings: readonly ItemFinding[]): ReportText[] {
  const ends = findings.flatMap(({ traces }) => traces.flatMap((one) => [...one.ends.values()].flat()));
  return ends
    .filter((end): end is typeof end & { readonly label: Claim } => end.label !== undefined)
    .slice(0, 10)
    .map(({ label, amount, name, contest }) => [
      'If claim ',
      { claim: label.id, text: label.id },
      ' is withdrawn, ',
      amountOf(amount),
      ` ends at an address without a name instead of ${name}`,
      ...contestRuns(contest),
      '.',
    ]);
}

/** Why a node left transactions of a chain of accounts without a proof, as the end of a sentence. */
const NODE_GAPS: Readonly<Record<UnprovenReason, string>> = {
  'no-node': 'no node of the chain was read when this was made',
  'no-answer': 'the node did not give a block, or not its receipts',
  contradicted: 'what the node gave as a block does not have the hash or the roots that it states',
  'other-block': 'the node has another block at the height than the index',
  'not-recomputed': 'a block has a form whose hash is not calculated here',
  'not-in-block': 'a block is proven, and a transaction that a source reports is not in it',
  'not-requested':
    'a block was not requested, because this is a preview, the node had stopped answering or there were too many',
};

/** The same where the index has a part of a block of the Bitcoin family, and an external source may have the path to it. */
const SOURCE_GAPS: Readonly<Record<UnplacedReason, string>> = {
  'no-block': 'the index does not know the block',
  'no-source': 'the index has a part of the block, and no source that gives the path to it is turned on',
  'not-allowed': 'the case does not allow the source, or the requests of this hour are used up',
  'no-answer': 'the source did not give the path to the block',
  contradicted: 'what the source gave does not lead to the block of the index',
  'not-requested':
    'nothing was requested from the source, because this is a preview, the source had stopped answering or there were too many',
};

const GAPS: Readonly<Record<FactUnproven['by'], Readonly<Record<string, string>>>> = {
  node: NODE_GAPS,
  source: SOURCE_GAPS,
};

const MOST_NAMED = 5;

/** How far the transactions of a chain are proven, and which are not for which reason. */
function writeUnproven({ chain, count, proven, by, gaps }: FactUnproven): ReportText {
  if (count === 0)
    return [`Every transaction of ${chain} in this report is in the bundle with its bytes and its path to a block.`];
  const which = proven === 0 ? 'every transaction' : 'some transactions';
  const rest =
    proven === 0
      ? 'The bundle has the rows of the index and no bytes that prove them.'
      : 'The bundle proves the others, and the verifier names each.';
  const runs = gaps.flatMap(({ reason, txids }, i): ReportRun[] => {
    const more = txids.length - MOST_NAMED;
    const named = txids.slice(0, MOST_NAMED).flatMap((txid, at): ReportRun[] => [at === 0 ? '' : ', ', { code: txid }]);
    return [
      `${i === 0 ? ' The reason: ' : '; '}${GAPS[by][reason] ?? reason} (`,
      ...named,
      more > 0 ? ` and ${more} more)` : ')',
    ];
  });
  const text = [`Not proven, its source states it: ${which} of ${chain} in this report. ${rest}`, ...runs];
  return runs.length === 0 ? text : [...text, '.'];
}

/** What was not followed, what is missing, and what would change the view. */
export function writeLimits(report: Composition, findings: readonly ItemFinding[]): readonly ReportBlock[] {
  const { unproven } = report.facts;
  const proofs = unproven.map(writeUnproven);
  const gaps = gapItems(report, findings);
  const changes = changeItems(findings);
  return [
    { kind: 'list', isFixed: true, items: [...GENERAL_LIMITS.map((text): ReportText => [text]), ...proofs] },
    { kind: 'heading', title: 'Gaps' },
    gaps.length > 0
      ? { kind: 'list', isFixed: true, items: gaps }
      : {
          kind: 'text',
          isFixed: true,
          text: [
            report.traces.length === 0
              ? 'No trace is part of this report: whether the index has gaps was not asked.'
              : 'The traces of this report state no gap.',
          ],
        },
    { kind: 'heading', title: 'What would change this view' },
    {
      kind: 'list',
      isFixed: true,
      items: [
        ...changes,
        ...(report.traces.length === 0
          ? []
          : [
              [
                'Another tracing method divides payments differently wherever money of several sources joins. The bundle has the trace with every step, so that each method can be applied to the same transactions.',
              ],
            ]),
        ['Blocks, labels and prices that are newer than the versions in section 6.'],
      ],
    },
  ];
}
