import { getTraceMethod } from '@trailmark/analysis/tracing/catalogue';
import { AppError } from '@trailmark/core/errors';
import type { ReportBlock, ReportRun, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { ERROR_RATES } from './error-rates.ts';
import type { ItemFinding } from './item-findings.ts';
import type { FactTrace } from './report-facts.ts';
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

/** Where the row of a label is, behind its source. */
function originRuns(claim: Claim): readonly ReportRun[] {
  return claim.result.pack === null
    ? []
    : [
        '; pack ',
        showClaim(claim, { value: 'pack' }, ' ', { value: 'packVersion' }),
        ', row ',
        showClaim(claim, { value: 'row' }),
      ];
}

const viaRuns = (claim: Claim): readonly ReportRun[] =>
  claim.result.via === null ? [] : [': ', { code: String(claim.result.via) }];

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
        'Labels used. Confidence is that of the source, in hundredths. A direct label is of the address itself; one that is inherited is of another address of its cluster, which is named. The pack, its version and the row are by their hashes, as labels.json of the bundle has them.',
      columns: [
        { title: 'Address', width: 26, align: 'left' },
        { title: 'Name', width: 15, align: 'left' },
        { title: 'Source', width: 21, align: 'left' },
        { title: 'As of', width: 9, align: 'left' },
        { title: 'Confidence', width: 10, align: 'right' },
        { title: 'Basis', width: 12, align: 'left' },
        { title: 'Claim', width: 7, align: 'left' },
      ],
      rows: labels.map((claim) => ({
        mark: 'claim',
        cells: [
          [{ code: String(claim.result.address) }],
          [showClaim(claim, { value: 'name' }), ...contestRuns(contestOf(claim))],
          [showClaim(claim, { value: 'source' }), ...originRuns(claim)],
          [showClaim(claim, { value: 'asOf' })],
          [claim.result.listing === undefined ? showClaim(claim, { value: 'confidence' }) : 'entry of a list'],
          [showClaim(claim, { value: 'basis' }), ...viaRuns(claim)],
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
