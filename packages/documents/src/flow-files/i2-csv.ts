import { flowAssetWord, formatFlowAmount } from '@trailmark/core/flow/flow-asset';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { type Cell, numberCell } from '../cell.ts';
import { encodeCsvRow } from '../csv.ts';
import { assetOf, type FlowFileFacts, type FlowSelection, isoTime, labelOf, markOf } from './flow-selection.ts';

/**
 * Columns for an import that makes one link of each row. Names are plain, so that the import can map them: identities are the
 * ids (two rows with the same identity are the same entity), labels what is shown.
 */
export const I2_COLUMNS = [
  'Link identity',
  'Entity 1 identity',
  'Entity 1 type',
  'Entity 1 label',
  'Entity 1 description',
  'Entity 2 identity',
  'Entity 2 type',
  'Entity 2 label',
  'Entity 2 description',
  'Link type',
  'Link label',
  'Direction',
  'Date',
  'Time',
  'Last date',
  'Last time',
  'Amount',
  'Unit',
  'Payments',
  'Transactions',
  'Basis',
  'Description',
  'Source',
] as const;

const ENTITY_TYPES = {
  address: 'Crypto address',
  transaction: 'Crypto transaction',
  'peel-chain': 'Peel chain',
  gap: 'Payments not followed',
  unspendable: 'Unspendable output',
  source: 'Newly issued coins',
} as const satisfies Record<FlowNode['kind'], string>;

function describeNode(selection: FlowSelection, node: FlowNode): string {
  const { note, role, exhibit } = markOf(selection.document, node.id);
  const party = node.party && `${node.party.name} (${node.party.basis}: ${node.party.source})`;
  const stops = node.stops.map(({ detail }) => detail).join(' ');
  return [exhibit && `Exhibit E${exhibit}`, role, party, stops, note].filter((part) => part).join('. ');
}

function timeCells(seconds: number | null): Cell[] {
  const text = isoTime(seconds);
  return text === null ? [null, null] : [text.slice(0, 10), text.slice(11, 19)];
}

/** The file, in pieces: a row of column names and one row per payment. Entities without a payment have no row. */
export function* writeI2Csv(selection: FlowSelection, facts: FlowFileFacts): Generator<string> {
  const { document, edges } = selection;
  const entity = (node: FlowNode): Cell[] => [
    node.id,
    ENTITY_TYPES[node.kind],
    labelOf(document, node),
    describeNode(selection, node),
  ];
  const source = `${document.title}, document ${facts.documentHash}`;
  yield encodeCsvRow([...I2_COLUMNS]);
  for (const edge of edges) {
    const [from, to] = [document.nodes[edge.from], document.nodes[edge.to]];
    if (!from || !to) continue;
    const asset = assetOf(document, edge.asset);
    const amount = formatFlowAmount(edge.amount, asset);
    const word = asset.decimals === null ? `smallest unit of ${edge.asset}` : flowAssetWord(asset);
    yield encodeCsvRow([
      edge.id,
      ...entity(from),
      ...entity(to),
      edge.kind,
      `${amount} ${word}`,
      'Entity 1 to entity 2',
      ...timeCells(edge.firstTime),
      ...timeCells(edge.lastTime),
      numberCell(amount),
      word,
      numberCell(edge.count),
      edge.refs.join(' '),
      edge.basis,
      [markOf(document, edge.id).label, markOf(document, edge.id).note, edge.rule].filter((part) => part).join('. '),
      source,
    ]);
  }
}
