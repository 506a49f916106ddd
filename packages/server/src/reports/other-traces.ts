import type { ReportBlock, ReportRow, ReportText } from '@trailmark/core/report/report-document';
import { amountOf, joinIds } from './claim-book.ts';
import type { Composition } from './composition.ts';
import type { ItemFinding } from './item-findings.ts';
import { contestRuns } from './trace-ends.ts';

/** Rows of the table; section 4 has every trace. */
const MOST_ROWS = 15;

/** What is stated below the table of the first trace where there are others. */
export const NOT_ADDED: ReportBlock = {
  kind: 'text',
  isFixed: true,
  text: [
    'This page answers for one trace. The others are listed at the end of this section. Amounts of traces are not added up: the same money may be in several.',
  ],
};

function toRow(report: Composition, { item, traces }: ItemFinding, at: number, asset: string): ReportRow | undefined {
  const found = traces[at];
  const began = found && report.traceSum(found.trace, asset, 'began');
  if (!began) return undefined;
  const [largest] = found.ends.get(asset) ?? [];
  const end: ReportText = largest
    ? [
        amountOf(largest.amount),
        ' ',
        ...(largest.party ? [largest.name, ...contestRuns(largest.contest)] : [{ code: largest.name }]),
      ]
    : ['none'];
  return {
    mark: 'inference',
    cells: [
      [found.trace.id],
      [item.number],
      [amountOf(began)],
      end,
      [joinIds([began, ...(largest ? [largest.amount, ...(largest.contest ? [largest.contest] : [])] : [])])],
    ],
    isSum: false,
  };
}

/** Where a report has several traces, or one of several assets: what each of those begins with that the answer is not about. */
export function writeOthers(report: Composition, findings: readonly ItemFinding[]): readonly ReportBlock[] {
  const [, ...others] = findings.flatMap((finding) =>
    finding.traces.flatMap(({ trace }, at) => trace.file.sums.map(({ asset }) => ({ finding, at, asset }))),
  );
  const rows = others.slice(0, MOST_ROWS).flatMap(({ finding, at, asset }) => toRow(report, finding, at, asset) ?? []);
  if (rows.length === 0) return [];
  const part = others.length > MOST_ROWS ? ` The first ${MOST_ROWS} of ${others.length}; section 4 has all.` : '';
  return [
    { kind: 'heading', title: 'Other traces' },
    {
      kind: 'table',
      caption: `What else was traced, not added up.${part}`,
      columns: [
        { title: 'Trace', width: 8, align: 'left' },
        { title: 'Of', width: 9, align: 'left' },
        { title: 'Begins with', width: 20, align: 'right' },
        { title: 'Largest end', width: 47, align: 'left' },
        { title: 'Claims', width: 16, align: 'left' },
      ],
      rows,
    },
  ];
}
