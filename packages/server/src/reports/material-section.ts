import type { ReportBlock } from '@trailmark/core/report/report-document';
import { amountOf } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { toMoment } from './moment.ts';

/** What the report rests on: pinned results with their hashes, and what people entered of the loss. */
export function writeMaterial(report: Composition): readonly ReportBlock[] {
  const { items, money } = report.facts;
  const losses = money.filter(({ kind }) => kind === 'loss');
  const rows = losses.map((row) => {
    const claim = report.caseRow({
      amount: row.amount,
      symbol: row.symbol,
      decimals: row.decimals,
      day: row.day,
      what: row.place === '' ? 'Loss as entered in the case' : row.place,
      source: row.source,
    });
    return {
      name: 'Loss, as entered',
      text: [amountOf(claim), ' on ', { claim: claim.id, text: row.day }],
      ids: claim.id,
    };
  });
  return [
    {
      kind: 'table',
      caption: 'Pinned results. The SHA-256 is that of the content in the bundle.',
      columns: [
        { title: 'No.', width: 7, align: 'left' },
        { title: 'What', width: 31, align: 'left' },
        { title: 'Pinned', width: 21, align: 'left' },
        { title: 'SHA-256', width: 41, align: 'left' },
      ],
      rows: items.map(({ number, kindName, title, pinnedAt, pinnedBy, hash }) => ({
        mark: null,
        cells: [[number], [`${kindName}: ${title}`], [`${toMoment(pinnedAt)}, ${pinnedBy}`], [{ code: hash }]],
        isSum: false,
      })),
    },
    ...(rows.length > 0
      ? [{ kind: 'pairs' as const, caption: 'The loss, as people entered it in the case.', rows }]
      : []),
  ];
}
