import { createFlowDocument, type FlowDocument, type FlowMark, type FlowPlace } from '../flow-document.ts';
import type { FlowEdge, FlowNode } from '../flow-graph.ts';

/** 64 hexadecimal digits that look like a transaction id and are none. */
function toHex(number: number, length: number): string {
  return ((number * 2_654_435_761) >>> 0).toString(16).padStart(8, '0').repeat(8).slice(0, length);
}

function createNode(number: number): FlowNode {
  const isTransaction = number % 2 === 1;
  const text = isTransaction ? toHex(number, 64) : `bc1q${toHex(number, 38)}`;
  return {
    id: `${isTransaction ? 't' : 'a'}:btc:${text}`,
    kind: isTransaction ? 'transaction' : 'address',
    chain: 'btc',
    text,
    hop: Math.floor(number / 2),
    firstTime: 1_500_000_000 + number * 600,
    lastTime: 1_500_000_000 + number * 600,
    isSeed: number === 0,
    amounts: [{ asset: 'btc', taintedIn: String(100_000_000 - number), taintedOut: String(100_000_000 - number) }],
    party: null,
    stops: [],
    fee: isTransaction ? '2500' : null,
    height: 500_000 + number,
    coinJoin: null,
    change: isTransaction ? { vout: 1, by: 'rules', isDisputed: false, rules: ['one-time-change/1'] } : null,
    peel: null,
    onward: null,
  };
}

function createEdge(from: FlowNode, to: FlowNode): FlowEdge {
  const kind = to.kind === 'transaction' ? 'spend' : 'output';
  const txid = to.kind === 'transaction' ? to.text : from.text;
  return {
    id: `${kind}:${from.id}>${to.id}:btc`,
    kind,
    from: from.id,
    to: to.id,
    asset: 'btc',
    amount: '200000000',
    tainted: to.amounts[0]?.taintedIn ?? null,
    count: 1,
    refs: [`${txid}:0`],
    firstTime: to.firstTime,
    lastTime: to.lastTime,
    firstHeight: to.height,
    lastHeight: to.height,
    basis: 'fact',
    rule: null,
    fiat: null,
  };
}

/** A line of addresses and transactions, with a note and an exhibit number on every tenth: for tests, and for measuring. */
export function createSampleFlow(count: number, title = 'A line of payments'): FlowDocument {
  const nodes = Array.from({ length: count }, (_, number) => createNode(number));
  const edges = nodes.slice(1).map((node, index) => createEdge(nodes[index] ?? node, node));
  const places = nodes.map((node, number): [string, FlowPlace] => [node.id, { x: number * 180.5, y: 40 }]);
  const marks = nodes
    .filter((_, number) => number % 10 === 0)
    .map((node, index): [string, FlowMark] => [node.id, { note: 'Named in a statement', exhibit: index + 1 }]);
  return {
    ...createFlowDocument(title),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
    places: Object.fromEntries(places),
    marks: Object.fromEntries(marks),
    exhibits: marks.length,
  };
}
