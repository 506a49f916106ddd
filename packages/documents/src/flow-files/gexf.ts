import type { FlowColour } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { FLOW_RGB } from './flow-rgb.ts';
import { asOfLines, type FlowFileFacts, type FlowSelection, isoTime, labelOf, markOf } from './flow-selection.ts';
import { EDGE_ATTRIBUTES, edgeWeight, type GraphAttribute, NODE_ATTRIBUTES } from './graph-attributes.ts';
import { escapeXml } from './xml-text.ts';

const TYPES = { string: 'string', boolean: 'boolean', integer: 'long', double: 'double' } as const;
const NODES = NODE_ATTRIBUTES.filter(({ name }) => name !== 'label');
const SHAPES: Readonly<Partial<Record<FlowNode['kind'], string>>> = { transaction: 'square', gap: 'triangle' };
const SIZE = 22;
const PLAIN: FlowColour = 'ink';

function writeAttributes<Thing>(what: 'node' | 'edge', attributes: readonly GraphAttribute<Thing>[]): string {
  const list = attributes.map(({ name, type }) => `<attribute id="${name}" title="${name}" type="${TYPES[type]}"/>\n`);
  return `<attributes class="${what}" mode="static">\n${list.join('')}</attributes>\n`;
}

function writeValues<Thing>(
  attributes: readonly GraphAttribute<Thing>[],
  thing: Thing,
  selection: FlowSelection,
): string {
  const values = attributes
    .map(({ name, read }) => [name, read(thing, selection)] as const)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `<attvalue for="${name}" value="${escapeXml(String(value))}"/>`);
  return `<attvalues>${values.join('')}</attvalues>`;
}

function writeNode(node: FlowNode, selection: FlowSelection): string {
  const { document } = selection;
  const place = document.places[node.id];
  const [r, g, b] = FLOW_RGB[markOf(document, node.id).colour ?? PLAIN];
  // Programs that read GEXF count y upwards; the canvas counts it downwards.
  const position = place ? `<viz:position x="${place.x}" y="${0 - place.y}" z="0"/>` : '';
  const look = `<viz:color r="${r}" g="${g}" b="${b}"/>${position}<viz:size value="${SIZE}"/><viz:shape value="${SHAPES[node.kind] ?? 'disc'}"/>`;
  const label = escapeXml(labelOf(document, node));
  return `<node id="${escapeXml(node.id)}" label="${label}">${writeValues(NODES, node, selection)}${look}</node>\n`;
}

/** GEXF 1.3 with the places of the canvas, in pieces. */
export function* writeGexf(selection: FlowSelection, facts: FlowFileFacts): Generator<string> {
  const { document, nodes, edges } = selection;
  const asOf = asOfLines(document).join('; ') || 'not traced here';
  const about = `${document.title}. Document ${facts.documentHash}. As of: ${asOf}`;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">\n';
  yield `<meta lastmodifieddate="${(isoTime(facts.at) ?? '').slice(0, 10)}"><creator>${escapeXml(facts.software)}</creator><description>${escapeXml(about)}</description></meta>\n`;
  yield '<graph defaultedgetype="directed" mode="static">\n';
  yield writeAttributes('node', NODES) + writeAttributes('edge', EDGE_ATTRIBUTES);
  yield '<nodes>\n';
  for (const node of nodes) yield writeNode(node, selection);
  yield '</nodes>\n<edges>\n';
  for (const edge of edges) {
    const ends = `source="${escapeXml(edge.from)}" target="${escapeXml(edge.to)}"`;
    const weight = edgeWeight(edge, selection);
    yield `<edge id="${escapeXml(edge.id)}" ${ends} weight="${weight}">${writeValues(EDGE_ATTRIBUTES, edge, selection)}</edge>\n`;
  }
  yield '</edges>\n</graph>\n</gexf>\n';
}
