import type { ReportBlock, ReportRun } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { nameItem } from './item-name.ts';
import { toMoment } from './moment.ts';

/** A loss as people entered it in the case. */
export interface LossRow {
  readonly claim: Claim;
  readonly day: string;
  readonly what: string;
}

export function listLosses(report: Composition): readonly LossRow[] {
  const losses = report.facts.money.filter(({ kind }) => kind === 'loss');
  return losses.map(({ amount, symbol, decimals, day, place, source }) => {
    const what = place === '' ? 'Loss as entered in the case' : place;
    return { claim: report.caseRow({ amount, symbol, decimals, day, what, source }), day, what };
  });
}

/** What the report rests on: pinned results with their hashes, and what people entered of the loss. */
export function writeMaterial(report: Composition): readonly ReportBlock[] {
  const { items, custody } = report.facts;
  const rows = listLosses(report).map(({ claim, day }) => ({
    name: 'Loss, as entered',
    text: [amountOf(claim), ' on ', { claim: claim.id, text: day }],
    ids: claim.id,
  }));
  return [
    {
      kind: 'table',
      caption: 'Pinned results. The SHA-256 is that of the content in the bundle.',
      columns: [
        { title: 'No.', width: 5, align: 'left' },
        { title: 'What', width: 24, align: 'left' },
        { title: 'Pinned', width: 18, align: 'left' },
        { title: 'SHA-256', width: 46, align: 'left' },
        { title: 'Claim', width: 7, align: 'left' },
      ],
      rows: items.map(({ number, kindName, title, pinnedAt, pinnedBy, hash }) => {
        const claim = report.custodyAct(custody.findIndex(({ act, what }) => act === 'pin' && what === number));
        const at = toMoment(pinnedAt);
        const moment: ReportRun = claim ? { claim: claim.id, text: at } : { code: at };
        const cells = [[number], [nameItem({ kindName, title })], [moment, `, ${pinnedBy}`], [{ code: hash }]];
        return { mark: claim ? 'claim' : null, cells: [...cells, [claim?.id ?? '–']], isSum: false };
      }),
    },
    ...(rows.length > 0
      ? [{ kind: 'pairs' as const, caption: 'The loss, as people entered it in the case.', rows }]
      : []),
  ];
}
