import { formatFlowAmount } from '@trailmark/core/flow/flow-asset';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { assetOf, type FlowSelection, isoTime, labelOf, markOf, stopWords } from './flow-selection.ts';

/** An attribute of a node or edge in files of graphs: typed, and left out where it is not known. */
export interface GraphAttribute<Thing> {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer' | 'double';
  readonly read: (thing: Thing, selection: FlowSelection) => string | number | boolean | null | undefined;
}

export const NODE_ATTRIBUTES: readonly GraphAttribute<FlowNode>[] = [
  { name: 'label', type: 'string', read: (node, { document }) => labelOf(document, node) },
  { name: 'kind', type: 'string', read: ({ kind }) => kind },
  { name: 'chain', type: 'string', read: ({ chain }) => chain },
  { name: 'text', type: 'string', read: ({ text }) => text },
  { name: 'hop', type: 'integer', read: ({ hop }) => hop },
  { name: 'seed', type: 'boolean', read: ({ isSeed }) => isSeed },
  { name: 'first_time', type: 'string', read: ({ firstTime }) => isoTime(firstTime) },
  { name: 'last_time', type: 'string', read: ({ lastTime }) => isoTime(lastTime) },
  { name: 'height', type: 'integer', read: ({ height }) => height },
  { name: 'party', type: 'string', read: ({ party }) => party?.name },
  { name: 'party_category', type: 'string', read: ({ party }) => party?.category },
  { name: 'party_basis', type: 'string', read: ({ party }) => party?.basis },
  { name: 'party_source', type: 'string', read: ({ party }) => party?.source },
  { name: 'stops', type: 'string', read: (node) => stopWords(node) || null },
  { name: 'fee_units', type: 'string', read: ({ fee }) => fee },
  { name: 'colour', type: 'string', read: ({ id }, { document }) => markOf(document, id).colour },
  { name: 'role', type: 'string', read: ({ id }, { document }) => markOf(document, id).role },
  { name: 'exhibit', type: 'integer', read: ({ id }, { document }) => markOf(document, id).exhibit },
  { name: 'note', type: 'string', read: ({ id }, { document }) => markOf(document, id).note },
];

/** Amounts are exact as text; `weight` is the nearest double, for programs that lay graphs out. */
export const EDGE_ATTRIBUTES: readonly GraphAttribute<FlowEdge>[] = [
  { name: 'kind', type: 'string', read: ({ kind }) => kind },
  { name: 'asset', type: 'string', read: ({ asset }) => asset },
  { name: 'symbol', type: 'string', read: ({ asset }, { document }) => assetOf(document, asset).symbol },
  { name: 'amount', type: 'string', read: (edge, { document }) => wholeAmount(edge, document) },
  { name: 'amount_units', type: 'string', read: ({ amount }) => amount },
  { name: 'traced_units', type: 'string', read: ({ tainted }) => tainted },
  { name: 'payments', type: 'integer', read: ({ count }) => count },
  { name: 'first_time', type: 'string', read: ({ firstTime }) => isoTime(firstTime) },
  { name: 'last_time', type: 'string', read: ({ lastTime }) => isoTime(lastTime) },
  { name: 'basis', type: 'string', read: ({ basis }) => basis },
  { name: 'rule', type: 'string', read: ({ rule }) => rule },
  { name: 'transactions', type: 'string', read: ({ refs }) => refs.join(' ') || null },
  { name: 'note', type: 'string', read: ({ id }, { document }) => markOf(document, id).note },
];

function wholeAmount({ asset, amount }: FlowEdge, document: FlowSelection['document']): string | null {
  const known = assetOf(document, asset);
  return known.decimals === null ? null : formatFlowAmount(amount, known);
}

/** Nearest double of an amount in whole coins, or in the smallest unit where the decimals are not known. */
export function edgeWeight({ asset, amount }: FlowEdge, { document }: FlowSelection): number {
  return Number(formatFlowAmount(amount, assetOf(document, asset)));
}
