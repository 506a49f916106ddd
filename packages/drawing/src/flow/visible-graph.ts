import type { FlowDocument, FlowMark, FlowMode, FlowPlace } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { positionHeight } from '@trailmark/core/position';
import { type RelationOptions, toRelations } from './to-relations.ts';

export interface VisibleNode {
  readonly node: FlowNode;
  /** Null where no layout has seen it yet. */
  readonly place: FlowPlace | null;
  readonly mark: FlowMark | null;
  /** On a branch of thought that was dropped. */
  readonly isDimmed: boolean;
  /** Addresses it represents, where it is a service with several. */
  readonly members: readonly string[];
  /** Lines below its words that are no part of the document. */
  readonly notes?: readonly string[];
}

export interface VisibleEdge {
  readonly edge: FlowEdge;
  readonly mark: FlowMark | null;
  readonly isDimmed: boolean;
}

/** What is drawn of a document, in the order of the document, and how much is not. */
export interface VisibleGraph {
  readonly mode: FlowMode;
  readonly nodes: readonly VisibleNode[];
  readonly edges: readonly VisibleEdge[];
  /** Parts of the document that are not drawn: hidden by hand, or left out by the filters. */
  readonly notDrawn: { readonly hidden: number; readonly nodes: number; readonly edges: number };
}

/** Amount an edge is drawn with: the traced part, or all of it where nothing was traced. */
export function edgeValue({ amount, tainted }: Pick<FlowEdge, 'amount' | 'tainted'>): bigint {
  return BigInt(tainted ?? amount);
}

/** Key of a node's place: each mode keeps places of its own. */
export function placeKey(mode: FlowMode, id: string): string {
  return mode === 'transactions' ? id : `${mode === 'relations' ? 'r' : 'e'}:${id}`.slice(0, 300);
}

function createFilter({ filters, hidden }: FlowDocument): (edge: FlowEdge) => boolean {
  const isHidden = new Set(hidden);
  const { fromTime, toTime, tracedOnly, minAmount, laterThan } = filters;
  const isSmall = (edge: FlowEdge) => {
    const least = minAmount[edge.asset];
    return least !== undefined && edgeValue(edge) < BigInt(least);
  };
  const isOutside = ({ firstTime, lastTime }: FlowEdge) =>
    (fromTime !== null && lastTime !== null && lastTime < fromTime) ||
    (toTime !== null && firstTime !== null && firstTime > toTime);
  const isEarlier = ({ from, lastHeight }: FlowEdge) => {
    const after = laterThan[from];
    return after !== undefined && lastHeight !== null && lastHeight < positionHeight(after);
  };
  return (edge) =>
    !isHidden.has(edge.id) &&
    !isHidden.has(edge.from) &&
    !isHidden.has(edge.to) &&
    !(tracedOnly && edge.tainted === null) &&
    !isSmall(edge) &&
    !isOutside(edge) &&
    !isEarlier(edge);
}

/** Nodes that hang on a payment drawn, that never hung on any, or that somebody put or marked there. */
function listDrawnNodes(document: FlowDocument, drawn: readonly FlowEdge[]): FlowNode[] {
  const isHidden = new Set(document.hidden);
  const hangs = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const hung = new Set(Object.values(document.edges).flatMap(({ from, to }) => [from, to]));
  return Object.values(document.nodes).filter(
    ({ id, isSeed }) =>
      !isHidden.has(id) && (hangs.has(id) || isSeed || !hung.has(id) || document.marks[id] !== undefined),
  );
}

/**
 * What is drawn of a document in a mode: filters and hidden parts applied, dropped hypotheses dimmed, payments summed in
 * relation mode. Filters come first, so that sums are of what is drawn.
 */
export function visibleGraph(
  document: FlowDocument,
  mode: FlowMode = document.mode,
  options: RelationOptions = {},
): VisibleGraph {
  const edges = Object.values(document.edges).filter(createFilter(document));
  const nodes = listDrawnNodes(document, edges);
  const isDropped = new Set(document.hypotheses.flatMap(({ discarded }) => discarded));
  const merged = mode === 'entities' ? { mergeServices: true, mergeClusters: true } : options;
  const drawn = mode === 'transactions' ? { nodes, edges, members: {} } : toRelations({ nodes, edges }, merged);
  const members: Readonly<Record<string, readonly string[]>> = drawn.members;
  const isDimmed = (id: string) => isDropped.has(id) || (members[id]?.every((each) => isDropped.has(each)) ?? false);
  const hiddenCount = document.hidden.length;
  return {
    mode,
    nodes: drawn.nodes.map((node) => ({
      node,
      place: document.places[placeKey(mode, node.id)] ?? null,
      mark: document.marks[node.id] ?? null,
      isDimmed: isDimmed(node.id),
      members: members[node.id] ?? [],
    })),
    edges: drawn.edges.map((edge) => ({
      edge,
      mark: document.marks[edge.id] ?? null,
      isDimmed: isDropped.has(edge.id) || isDimmed(edge.from) || isDimmed(edge.to),
    })),
    notDrawn: {
      hidden: hiddenCount,
      nodes: Object.keys(document.nodes).length - nodes.length,
      edges: Object.keys(document.edges).length - edges.length,
    },
  };
}
