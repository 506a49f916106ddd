import { createHash } from 'node:crypto';
import { getTraceMethod } from '@trailmark/analysis/tracing/catalogue';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import type { ReportBlock, ReportRun, ReportText } from '@trailmark/core/report/report-document';
import { joinIds, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { ERROR_RATES } from './error-rates.ts';
import type { FactTrace } from './report-facts.ts';

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

interface Row {
  readonly name: string;
  readonly text: ReportText;
  readonly ids: string;
}

const row = (name: string, text: ReportText, ids = ''): Row => ({ name, text, ids });

/** Each of some traces once by what is stated of it. */
function distinctBy(traces: readonly FactTrace[], keyOf: (trace: FactTrace) => string): readonly FactTrace[] {
  return [...new Map(traces.map((trace) => [keyOf(trace), trace])).values()];
}

/** From what the blocks of each chain were read, and how far, when its traces were run. */
function listLedgers(report: Composition): readonly Row[] {
  const states = distinctBy(report.traces, ({ chain, asOf }) => `${chain} ${asOf.height} ${asOf.hash}`);
  return states.map(({ chain, asOf: { height, hash } }) => {
    const sources = report.facts.sources.get(chain) ?? [];
    const source = sources.length === 0 ? 'not stated' : sources.join('; ');
    const claim = report.ledgerState({ chain, source, height, hash });
    const text: ReportText = [
      'Read from ',
      showClaim(claim, { value: 'source' }),
      ...(height === null ? ['; no whole block'] : ['; indexed to block ', showClaim(claim, { value: 'height' })]),
      ...(hash === null ? [] : [', ', { code: hash }]),
    ];
    return row(`Ledger of ${chain}`, text, joinIds([claim]));
  });
}

/** Whether clusters were part of the traces: by which rules, or that there were none. */
function listClusterings({ traces }: Composition): readonly Row[] {
  return distinctBy(traces, ({ chain, asOf }) => `${chain} ${asOf.rules}`).map(({ chain, asOf: { rules } }) =>
    row(
      `Clusters of ${chain}`,
      rules === 'none'
        ? ['Off: the index has none, so that a label counts for its own address alone.']
        : [
            'On, the conservative view (common-input ownership, CoinJoins excluded): a label also counts for other addresses of its cluster. No change rule joins addresses. Rules: ',
            { code: rules },
          ],
    ),
  );
}

/** One hash over everything that was set: with the same one, and the same index, the same traces come out. */
function hashConfiguration({ traces, facts }: Composition): string {
  const runs = traces.map(({ file, asOf }) => {
    const { engine, labels, prices, rules } = asOf;
    return { engine, labels, prices, rules, request: file.request };
  });
  const value = { runs, software: facts.software };
  return createHash('sha256').update(toCanonicalJson({ value })).digest('hex');
}

function listRuns(report: Composition): readonly Row[] {
  const { traces, facts } = report;
  const versions = traces.map(
    ({ asOf }) => `${asOf.engine}; labels ${asOf.labels}; prices ${asOf.prices}; clusters ${asOf.rules}`,
  );
  return [
    ...traces.map(({ id, direction, method, hash }) =>
      row(`Trace ${id}`, [`${direction}, `, { code: method }, ', SHA-256 ', { code: hash }]),
    ),
    ...listStops(traces).map(([names, stops]) => row(`Limits of ${names.join(', ')}`, [stops])),
    ...[...new Set(versions)].map((text) => row('Versions', [{ code: text }])),
    ...listClusterings(report),
    ...listLedgers(report),
    row('Software', [{ code: facts.software }]),
    ...(traces.length === 0
      ? []
      : [
          row('Configuration', [
            'SHA-256 over the requests of the traces with every limit, the versions above and the software: ',
            { code: hashConfiguration(report) },
          ]),
        ]),
    row('Prices', [
      'Daily closes with their sources, in prices.json of the bundle. A day without a price stays without one.',
    ]),
  ];
}

/** Why the examiner chose the rules: their own words, or that they gave none. */
function writeReason({ draft, traces }: Composition): readonly ReportBlock[] {
  if (traces.length === 0) return [];
  const stated = (draft.methodReason ?? '').split(/\n+/).filter((text) => text.trim() !== '');
  const paragraphs = stated.length > 0 ? stated : ['The examiner has not stated why this rule was chosen.'];
  return [
    { kind: 'heading', title: 'Why this tracing rule' },
    ...paragraphs.map((text): ReportBlock => ({ kind: 'text', isFixed: true, text: [text.trim()] })),
  ];
}

/** How the figures were made: methods and why, limits, data and software, and how often the rules are wrong. */
export function writeMethod(report: Composition): readonly ReportBlock[] {
  const ids = [...new Set(report.traces.map(({ method }) => method))];
  return [
    ...ids.map((id): ReportBlock => {
      const [rule = '', conventions = '', caution = ''] = methodWords(id);
      return {
        kind: 'pairs',
        caption: `Tracing rule ${id}.`,
        rows: [row('Rule', [rule]), row('Conventions', [conventions]), row('Speaks against it', [caution])],
      };
    }),
    ...writeReason(report),
    { kind: 'pairs', caption: 'What was run.', rows: listRuns(report) },
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
