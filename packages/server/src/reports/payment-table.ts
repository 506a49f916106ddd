import type { ReportBlock, ReportRow } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf, showClaim } from './claim-book.ts';

/** A payment of the ledger as a row; `ref` is the output or the transfer, `to` null where nobody can be named. */
export function paymentRow(claim: Claim, to: string | null, ref: string): ReportRow {
  return {
    mark: 'fact',
    cells: [
      [showClaim(claim, { time: 'time' })],
      [{ code: ref }],
      [to === null ? 'nobody who can be named' : { code: to }],
      [amountOf(claim)],
      [claim.id],
    ],
    isSum: false,
  };
}

/** Payments of the ledger. Addresses of every chain fit their column in one line, ids of transactions theirs in two. */
export function paymentTable(caption: string, rows: readonly ReportRow[]): ReportBlock {
  const column = (title: string, width: number, align: 'left' | 'right' = 'left') => ({ title, width, align });
  return {
    ...{ kind: 'table', caption, rows },
    columns: [
      column('Time, UTC', 11),
      column('Output or transfer', 29),
      column('Paid to', 33),
      column('Amount', 18, 'right'),
      column('Claim', 9),
    ],
  };
}
