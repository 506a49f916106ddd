import { formatFlowAmount } from '@trailmark/core/flow/flow-asset';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { type Cell, numberCell } from '../cell.ts';
import {
  asOfLines,
  assetOf,
  type FlowFileFacts,
  type FlowSelection,
  isoTime,
  labelOf,
  markOf,
} from './flow-selection.ts';

/** Columns of the table of payments. `amount` is in whole coins where the decimals are known, `amount_units` always whole. */
export const FLOW_EDGE_COLUMNS = [
  'kind',
  'chain',
  'from',
  'from_label',
  'from_exhibit',
  'to',
  'to_label',
  'to_exhibit',
  'asset',
  'symbol',
  'symbol_verified',
  'amount',
  'amount_units',
  'traced_units',
  'payments',
  'first_time_utc',
  'last_time_utc',
  'first_height',
  'last_height',
  'basis',
  'rule',
  'value',
  'value_currency',
  'payments_without_price',
  'transactions',
  'label',
  'note',
  'hidden',
] as const;

/** A payment of the table, or the fee of a transaction, which is listed once for each transaction so that fees can be summed. */
export type FlowRow =
  | { readonly kind: 'edge'; readonly edge: FlowEdge; readonly from: FlowNode; readonly to: FlowNode }
  | { readonly kind: 'fee'; readonly node: FlowNode; readonly fee: string };

/** Payments in their order, then fees. */
export function listFlowRows({ document, nodes, edges }: FlowSelection): FlowRow[] {
  const payments = edges.flatMap((edge): FlowRow[] => {
    const [from, to] = [document.nodes[edge.from], document.nodes[edge.to]];
    return from && to ? [{ kind: 'edge', edge, from, to }] : [];
  });
  const fees = nodes.flatMap((node): FlowRow[] =>
    node.kind === 'transaction' && node.fee !== null ? [{ kind: 'fee', node, fee: node.fee }] : [],
  );
  return [...payments, ...fees];
}

const MICRO = { id: '', symbol: null, decimals: 6, isVerified: true };

function optional(value: number | string | null): Cell {
  return value === null ? null : numberCell(value);
}

function tableTime(seconds: number | null): Cell {
  return isoTime(seconds)?.replace('T', ' ').replace('Z', '') ?? null;
}

function exhibitCell(number: number | undefined): Cell {
  return number === undefined ? null : `E${number}`;
}

function feeCells(
  { document }: FlowSelection,
  hiddenIds: ReadonlySet<string>,
  { node, fee }: FlowRow & { kind: 'fee' },
): Cell[] {
  const asset = assetOf(document, node.chain);
  const head: Cell[] = ['fee', node.chain, node.text, labelOf(document, node)];
  const exhibit = exhibitCell(markOf(document, node.id).exhibit);
  const amount = [numberCell(formatFlowAmount(fee, asset)), numberCell(fee), null, numberCell(1)];
  const time = [tableTime(node.firstTime), tableTime(node.lastTime), optional(node.height), optional(node.height)];
  const rest = ['fact', null, null, null, null, node.text, null, null];
  const hidden = hiddenIds.has(node.id) ? 'yes' : 'no';
  return [...head, exhibit, null, null, null, node.chain, asset.symbol, 'yes', ...amount, ...time, ...rest, hidden];
}

function fiatCells({ fiat }: FlowEdge): Cell[] {
  if (!fiat) return [null, null, null];
  return [numberCell(formatFlowAmount(fiat.micro, MICRO)), fiat.currency, numberCell(fiat.unpriced)];
}

function edgeCells(selection: FlowSelection, hidden: ReadonlySet<string>, row: FlowRow & { kind: 'edge' }): Cell[] {
  const { document } = selection;
  const { edge, from, to } = row;
  const asset = assetOf(document, edge.asset);
  const mark = markOf(document, edge.id);
  const end = (node: FlowNode): Cell[] => [
    node.text,
    labelOf(document, node),
    exhibitCell(markOf(document, node.id).exhibit),
  ];
  return [
    edge.kind,
    from.chain === to.chain ? from.chain : `${from.chain} to ${to.chain}`,
    ...end(from),
    ...end(to),
    edge.asset,
    asset.symbol,
    asset.isVerified ? 'yes' : 'no',
    asset.decimals === null ? null : numberCell(formatFlowAmount(edge.amount, asset)),
    numberCell(edge.amount),
    optional(edge.tainted),
    numberCell(edge.count),
    tableTime(edge.firstTime),
    tableTime(edge.lastTime),
    optional(edge.firstHeight),
    optional(edge.lastHeight),
    edge.basis,
    edge.rule,
    ...fiatCells(edge),
    edge.refs.join(' '),
    mark.label ?? null,
    mark.note ?? null,
    [edge.id, edge.from, edge.to].some((id) => hidden.has(id)) ? 'yes' : 'no',
  ];
}

/** A function that gives the cells of a row, in the order of the columns. */
export function createFlowCells(selection: FlowSelection): (row: FlowRow) => Cell[] {
  const hidden = new Set(selection.document.hidden);
  return (row) => (row.kind === 'fee' ? feeCells(selection, hidden, row) : edgeCells(selection, hidden, row));
}

/** What a file says about itself, in words. */
export function listFlowFacts(selection: FlowSelection, facts: FlowFileFacts): readonly (readonly [string, string])[] {
  const { document, nodes, edges } = selection;
  const asOf = asOfLines(document);
  return [
    ['export', 'payments and fees of a coin flow'],
    ['title', document.title],
    ['document_sha256', facts.documentHash],
    [
      'taken',
      selection.isWhole
        ? 'everything on the canvas, hidden things included'
        : 'the chosen nodes and the payments between them',
    ],
    ['nodes', `${nodes.length} of ${Object.keys(document.nodes).length}`],
    ['edges', `${edges.length} of ${Object.keys(document.edges).length}`],
    ['exported_utc', isoTime(facts.at) ?? ''],
    ...(asOf.length > 0 ? asOf.map((line) => ['as_of', line] as const) : [['as_of', 'not traced here'] as const]),
    ['software', facts.software],
    ['unit', 'amounts in whole coins or tokens where the decimals are known, and in the smallest unit'],
    ['basis', 'fact: the ledger shows it; inference: a rule concludes it; claim: somebody states it'],
    ...(facts.notes && facts.notes.size > 0
      ? [['agency', `names with a note in brackets are contested by the agency: ${facts.notes.size}`] as const]
      : []),
    ...document.gaps.map((gap) => ['gap', gap] as const),
  ];
}
