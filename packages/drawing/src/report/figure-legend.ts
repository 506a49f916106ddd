import type { ReportFigure } from '@trailmark/core/report/report-document';

/** How a figure is read: of each sign that it has, what it means. */
export function legendOf({ nodes, edges, left }: ReportFigure): string {
  const has = (kind: (typeof nodes)[number]['kind']) => nodes.some((node) => node.kind === kind);
  return [
    has('transaction') ? 'Columns are hops, with transactions of several payers between them.' : 'Columns are hops.',
    has('seed') ? 'Black disc: where the trace begins.' : '',
    has('address') ? 'Thin ring: on the way.' : '',
    has('transaction')
      ? 'Ring named “tx”: a transaction that several addresses paid together; which of them paid whom is not on the ledger.'
      : '',
    has('end') ? 'Thick ring: where it ends.' : '',
    nodes.some(({ exhibit }) => exhibit !== null) ? 'Above a ring: number of the exhibit.' : '',
    nodes.some(({ about }) => about !== '') ? 'In quotation marks: a name that a source gives, which is a claim.' : '',
    'Line: traced part of payments, width by amount; which part is traced is an inference.',
    edges.some(({ amount }) => amount.startsWith('<'))
      ? 'Amounts that four places do not show are written “< 0.0001”.'
      : '',
    left,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
