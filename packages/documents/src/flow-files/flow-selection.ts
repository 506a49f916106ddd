import { describeFlowAsset } from '@trailmark/core/flow/flow-asset';
import type { FlowDocument, FlowMark } from '@trailmark/core/flow/flow-document';
import type { FlowAsset, FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';

/** What every file of a coin flow says about itself. */
export interface FlowFileFacts {
  /** SHA-256 over the canonical JSON of the whole document. */
  readonly documentHash: string;
  /** Seconds. */
  readonly at: number;
  readonly software: string;
  /**
   * What the agency states against the label that names a node, by the id of the node. It is no part of the document, whose hash
   * stays as it is: files that people read print it behind the name, the file of the document itself has none of it.
   */
  readonly notes?: ReadonlyMap<string, string> | undefined;
}

/** The part of a document that goes into a file, in an order that the document alone decides. */
export interface FlowSelection {
  readonly document: FlowDocument;
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly isWhole: boolean;
}

const LAST = Number.MAX_SAFE_INTEGER;

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Nodes by hop and id, edges by time, hop and id. An edge is taken with both its ends; hidden things are taken too. */
export function selectFlow(document: FlowDocument, only: readonly string[] | undefined): FlowSelection {
  const wanted = only && new Set(only);
  const nodes = Object.values(document.nodes)
    .filter(({ id }) => !wanted || wanted.has(id))
    .sort((a, b) => (a.hop ?? LAST) - (b.hop ?? LAST) || byText(a.id, b.id));
  const hopOf = (id: string): number => document.nodes[id]?.hop ?? LAST;
  const taken = new Set(nodes.map(({ id }) => id));
  const edges = Object.values(document.edges)
    .filter(({ from, to }) => taken.has(from) && taken.has(to))
    .sort(
      (a, b) => (a.firstTime ?? LAST) - (b.firstTime ?? LAST) || hopOf(a.from) - hopOf(b.from) || byText(a.id, b.id),
    );
  return { document, nodes, edges, isWhole: nodes.length === Object.keys(document.nodes).length };
}

/** A document of the selected things only; what it states about other things is left out. */
export function toSelectedDocument({ document, nodes, edges, isWhole }: FlowSelection): FlowDocument {
  if (isWhole) return document;
  const kept = new Set([...nodes, ...edges].map(({ id }) => id));
  const keep = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(table).filter(([id]) => kept.has(id)));
  return {
    ...document,
    nodes: keep(document.nodes),
    edges: keep(document.edges),
    places: keep(document.places),
    marks: keep(document.marks),
    hidden: document.hidden.filter((id) => kept.has(id)),
    filters: { ...document.filters, laterThan: keep(document.filters.laterThan) },
  };
}

/** A document whose names are printed with their notes: to be read, and neither to be hashed nor saved. */
export function withNotedNames(document: FlowDocument, notes: FlowFileFacts['notes']): FlowDocument {
  if (!notes || notes.size === 0) return document;
  const nodes = { ...document.nodes };
  for (const [id, note] of notes) {
    const node = nodes[id];
    if (node?.party) nodes[id] = { ...node, party: { ...node.party, name: `${node.party.name} (${note})` } };
  }
  return { ...document, nodes };
}

const NO_MARK: FlowMark = {};

export function markOf(document: FlowDocument, id: string): FlowMark {
  return (Object.hasOwn(document.marks, id) ? document.marks[id] : undefined) ?? NO_MARK;
}

export function assetOf(document: FlowDocument, id: string): FlowAsset {
  return describeFlowAsset(document.assets, id);
}

/** What people read for a node: the examiner's label, the name somebody gives it, or its address. */
export function labelOf(document: FlowDocument, node: FlowNode): string {
  return markOf(document, node.id).label ?? node.party?.name ?? node.text;
}

/** Tips and versions the document rests on, each once, in the order they came. */
export function asOfLines(document: FlowDocument): readonly string[] {
  return [...new Set(document.log.map(({ asOf }) => asOf))];
}

/** Seconds as ISO 8601 in UTC; years outside 0 to 9999 are not printed. */
export function isoTime(seconds: number | null): string | null {
  if (seconds === null || seconds < -62_167_219_200 || seconds > 253_402_300_799) return null;
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** The reasons for which trails end at a node. */
export function stopWords(node: FlowNode): string {
  return node.stops.map(({ reason }) => reason).join(' ');
}
