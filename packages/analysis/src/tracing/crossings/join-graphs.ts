import { type AssetIdOf, toBridgeEdge } from '@trailmark/core/flow/bridge-edge';
import {
  addressNodeId,
  type FlowAsset,
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
} from '@trailmark/core/flow/flow-graph';
import type { Crossing, CrossingAnswer } from '@trailmark/core/trace/crossing';
import type { Trace } from '@trailmark/core/trace/trace';
import { keyOf } from './follow-crossings.ts';
import { payeeWithout, payerWithout, sumEdges, sumNodes } from './sum-traced.ts';

/** A leg with what a canvas draws of it alone. */
export interface DrawnLeg {
  readonly parent: number;
  readonly crossing: Crossing;
  readonly trace: Trace;
  readonly graph: FlowGraph;
}

interface Limits {
  readonly nodes: number;
  readonly edges: number;
}

/** Nodes and edges as they come, each graph of another trace: what two traces met is one, with what both traced there. */
class Joined {
  readonly assets = new Map<string, FlowAsset>();
  readonly nodes = new Map<string, FlowNode>();
  readonly edges = new Map<string, FlowEdge>();

  add({ assets, nodes, edges }: FlowGraph): void {
    for (const asset of assets) if (!this.assets.has(asset.id)) this.assets.set(asset.id, asset);
    for (const node of nodes) {
      const known = this.nodes.get(node.id);
      this.nodes.set(node.id, known ? sumNodes(known, node) : node);
    }
    for (const edge of edges) this.#addEdge(edge);
  }

  #addEdge(edge: FlowEdge): void {
    const known = this.edges.get(edge.id);
    const summed = known ? sumEdges(known, edge) : { edge, excess: 0n };
    this.edges.set(edge.id, summed.edge);
    if (summed.excess === 0n) return;
    const [from, to] = [this.nodes.get(edge.from), this.nodes.get(edge.to)];
    if (from) this.nodes.set(from.id, payerWithout(from, edge.asset, summed.excess));
    if (to) this.nodes.set(to.id, payeeWithout(to, edge.asset, summed.excess));
  }

  /** A bridge is one edge, however many leaves ended at it. */
  addBridge(edge: FlowEdge): void {
    this.edges.set(edge.id, edge);
  }

  /** Removes a place that represented what is drawn now. */
  remove(id: string): void {
    this.nodes.delete(id);
    for (const [key, { from, to }] of this.edges) if (from === id || to === id) this.edges.delete(key);
  }

  fits({ nodes, edges }: FlowGraph, most: Limits): boolean {
    return this.nodes.size + nodes.length <= most.nodes && this.edges.size + edges.length < most.edges;
  }
}

/** The leaves of a trace that a bridge transfer continues. */
function leavesOf(trace: Trace, crossing: Crossing, answers: readonly CrossingAnswer[]): Trace['leaves'] {
  const key = keyOf(crossing);
  const refs = new Set(
    answers
      .filter(({ chain, crossings }) => chain === trace.request.chain && crossings.some((each) => keyOf(each) === key))
      .map(({ ref }) => ref),
  );
  return trace.leaves.filter(({ reason, ref }) => reason === 'bridge' && refs.has(ref));
}

function findNode(
  joined: Joined,
  chain: Crossing['from']['chain'],
  address: string | null | undefined,
): string | undefined {
  const id = typeof address === 'string' ? addressNodeId(chain, address) : undefined;
  return id !== undefined && joined.nodes.has(id) ? id : undefined;
}

/** The graph of a leg as part of the whole: what begins it is no beginning of the examiner's. */
function placeBehind({ assets, nodes, edges }: FlowGraph, hops: number): FlowGraph {
  const moved = nodes.map((node) => ({ ...node, isSeed: false, hop: node.hop === null ? null : node.hop + hops }));
  return { assets, nodes: moved, edges };
}

interface Place {
  readonly near: Trace;
  readonly leg: DrawnLeg;
  readonly leaf: Trace['leaves'][number];
}

/** An edge over the bridge, in place of the sign at the leaf. */
function drawBridge(joined: Joined, { near, leg, leaf }: Place, idOf: AssetIdOf): void {
  const { chain, direction } = near.request;
  const isForward = direction === 'forward';
  const side = isForward ? leg.crossing.from : leg.crossing.to;
  const here = findNode(joined, chain, leaf.address) ?? findNode(joined, chain, side.address);
  const far = findNode(joined, leg.trace.request.chain, leg.trace.seeds[0]?.address);
  if (here === undefined || far === undefined) return;
  joined.remove(`g:${chain}:${leaf.ref}:bridge`);
  const ends = isForward ? { from: here, to: far } : { from: far, to: here };
  joined.addBridge(toBridgeEdge(leg.crossing, ends, idOf));
}

/**
 * One graph of a trace and its legs, with an edge for each bridge in place of the sign that stated where it leads. Amounts of both
 * sides are on the edge, each in its own asset. A leg for which a canvas has no room is left out, and its sign stays.
 */
export function joinGraphs(
  first: { readonly trace: Trace; readonly graph: FlowGraph },
  legs: readonly DrawnLeg[],
  answers: readonly CrossingAnswer[],
  { idOf, most }: { readonly idOf: AssetIdOf; readonly most: Limits },
): FlowGraph {
  const joined = new Joined();
  joined.add(first.graph);
  // Hops of the first trace before each leg, so that hops continue over the bridge.
  const offsets = [0];
  for (const [index, leg] of legs.entries()) {
    const near = leg.parent === 0 ? first.trace : legs[leg.parent - 1]?.trace;
    if (!near || !joined.fits(leg.graph, most)) continue;
    const leaves = leavesOf(near, leg.crossing, answers);
    const before = (offsets[leg.parent] ?? 0) + Math.min(...leaves.map(({ hop }) => hop)) + 1;
    offsets[index + 1] = Number.isFinite(before) ? before : 0;
    joined.add(placeBehind(leg.graph, offsets[index + 1] ?? 0));
    for (const leaf of leaves) drawBridge(joined, { near, leg, leaf }, idOf);
  }
  return { assets: [...joined.assets.values()], nodes: [...joined.nodes.values()], edges: [...joined.edges.values()] };
}
