import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { asOfLines, type FlowFileFacts, type FlowSelection, isoTime } from './flow-selection.ts';
import { EDGE_ATTRIBUTES, edgeWeight, type GraphAttribute, NODE_ATTRIBUTES } from './graph-attributes.ts';
import { escapeXml } from './xml-text.ts';

const TYPES = { string: 'string', boolean: 'boolean', integer: 'long', double: 'double' } as const;
const PLACE: readonly GraphAttribute<FlowNode>[] = [
  { name: 'x', type: 'double', read: ({ id }, { document }) => document.places[id]?.x },
  { name: 'y', type: 'double', read: ({ id }, { document }) => document.places[id]?.y },
];
const NODES = [...NODE_ATTRIBUTES, ...PLACE];
const EDGES: readonly GraphAttribute<FlowEdge>[] = [
  { name: 'weight', type: 'double', read: edgeWeight },
  ...EDGE_ATTRIBUTES,
];

function writeKeys<Thing>(what: 'node' | 'edge', attributes: readonly GraphAttribute<Thing>[]): string {
  const short = what === 'node' ? 'n' : 'e';
  return attributes
    .map(
      ({ name, type }) => `<key id="${short}_${name}" for="${what}" attr.name="${name}" attr.type="${TYPES[type]}"/>\n`,
    )
    .join('');
}

function writeData<Thing>(
  short: 'n' | 'e',
  attributes: readonly GraphAttribute<Thing>[],
  thing: Thing,
  selection: FlowSelection,
): string {
  return attributes
    .map(({ name, read }) => [name, read(thing, selection)] as const)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `<data key="${short}_${name}">${escapeXml(String(value))}</data>`)
    .join('');
}

/** GraphML 1.0 with typed keys, in pieces. Attributes that are not known are left out, never written as zero. */
export function* writeGraphml(selection: FlowSelection, facts: FlowFileFacts): Generator<string> {
  const { document, nodes, edges } = selection;
  const about = [
    ['title', document.title],
    ['document_sha256', facts.documentHash],
    ['exported', isoTime(facts.at) ?? ''],
    ['as_of', asOfLines(document).join('; ') || 'not traced here'],
    ['software', facts.software],
  ] as const;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n';
  yield about.map(([name]) => `<key id="g_${name}" for="graph" attr.name="${name}" attr.type="string"/>\n`).join('');
  yield writeKeys('node', NODES) + writeKeys('edge', EDGES);
  yield '<graph id="flow" edgedefault="directed">\n';
  yield about.map(([name, value]) => `<data key="g_${name}">${escapeXml(value)}</data>\n`).join('');
  for (const node of nodes) {
    yield `<node id="${escapeXml(node.id)}">${writeData('n', NODES, node, selection)}</node>\n`;
  }
  for (const edge of edges) {
    const ends = `source="${escapeXml(edge.from)}" target="${escapeXml(edge.to)}"`;
    yield `<edge id="${escapeXml(edge.id)}" ${ends}>${writeData('e', EDGES, edge, selection)}</edge>\n`;
  }
  yield '</graph>\n</graphml>\n';
}
