import { AppError } from '../errors.ts';
import { asNamedIn } from './bridge-edge.ts';
import { type FlowDocument, MAX_FLOW_EDGES, MAX_FLOW_NODES } from './flow-document.ts';
import type { FlowAmount, FlowAsset, FlowEdge, FlowGraph, FlowNode } from './flow-graph.ts';

/** Payments of an edge that are listed by name. */
export const MAX_EDGE_REFS = 50;

type Pick2<T> = (a: T, b: T) => T;

function orNull<T>(pick: Pick2<T>): (a: T | null, b: T | null) => T | null {
  return (a, b) => {
    if (a === null) return b;
    return b === null ? a : pick(a, b);
  };
}
const least = orNull<number>(Math.min);
const most = orNull<number>(Math.max);

function mergeAmounts(held: readonly FlowAmount[], come: readonly FlowAmount[]): readonly FlowAmount[] {
  const byAsset = new Map(held.map((amount) => [amount.asset, amount]));
  for (const amount of come) {
    const known = byAsset.get(amount.asset);
    byAsset.set(amount.asset, {
      ...known,
      ...amount,
      taintedIn: amount.taintedIn ?? known?.taintedIn ?? null,
      taintedOut: amount.taintedOut ?? known?.taintedOut ?? null,
    });
  }
  return [...byAsset.values()];
}

function isTraced({ amounts }: FlowNode): boolean {
  return amounts.some(({ taintedIn, taintedOut }) => taintedIn !== null || taintedOut !== null);
}

/** What is known of a node after both: later words win, and nothing known becomes unknown. */
export function mergeNode(held: FlowNode, come: FlowNode): FlowNode {
  const cluster = come.cluster === undefined ? held.cluster : come.cluster;
  return {
    id: held.id,
    kind: come.kind,
    chain: come.chain,
    text: come.text,
    hop: least(held.hop, come.hop),
    firstTime: least(held.firstTime, come.firstTime),
    lastTime: most(held.lastTime, come.lastTime),
    isSeed: held.isSeed || come.isSeed,
    amounts: mergeAmounts(held.amounts, come.amounts),
    party: come.party ?? held.party,
    ...(cluster === undefined ? {} : { cluster }),
    // An untraced sight of a place says nothing about why a trace ended there.
    stops: isTraced(come) || come.stops.length > 0 ? come.stops : held.stops,
    fee: come.fee ?? held.fee,
    height: come.height ?? held.height,
    coinJoin: come.coinJoin ?? held.coinJoin,
    change: come.change ?? held.change,
    peel: come.peel ?? held.peel,
    onward: come.onward ?? held.onward,
  };
}

/** What is known of a payment after both: the amount of whichever saw more, the traced part of the later one. */
export function mergeEdge(held: FlowEdge, come: FlowEdge): FlowEdge {
  const isLarger = BigInt(come.amount) >= BigInt(held.amount);
  const larger = isLarger ? come : held;
  return {
    ...come,
    id: held.id,
    amount: larger.amount,
    tainted: come.tainted ?? held.tainted,
    count: Math.max(held.count, come.count),
    refs: [...new Set([...held.refs, ...come.refs])].slice(0, MAX_EDGE_REFS),
    firstTime: least(held.firstTime, come.firstTime),
    lastTime: most(held.lastTime, come.lastTime),
    firstHeight: least(held.firstHeight, come.firstHeight),
    lastHeight: most(held.lastHeight, come.lastHeight),
    rule: come.rule ?? held.rule,
    fiat: larger.fiat ?? come.fiat ?? held.fiat,
    ...((come.crossing ?? held.crossing) ? { crossing: come.crossing ?? held.crossing } : {}),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function listChanges<T extends { readonly id: string }>(
  held: Readonly<Record<string, T>>,
  come: readonly T[],
  merge: (a: T, b: T) => T,
): readonly T[] {
  const changed = new Map<string, T>();
  for (const part of come) {
    const known = changed.get(part.id) ?? (Object.hasOwn(held, part.id) ? held[part.id] : undefined);
    const merged = known ? merge(known, part) : part;
    if (!known || !isSame(known, merged)) changed.set(part.id, merged);
  }
  return [...changed.values()];
}

/** What an asset is called, unless what is known of it is better vouched for. */
function mergeAsset(held: FlowAsset, come: FlowAsset): FlowAsset {
  if (held.isVerified && !come.isVerified) return held;
  return { ...come, symbol: come.symbol ?? held.symbol, decimals: come.decimals ?? held.decimals };
}

export interface GraphChanges {
  readonly assets: readonly FlowAsset[];
  /** New and changed nodes as they are after the merge. */
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/**
 * What a graph adds to a document: only nodes and edges that are new or differ, so that the same graph twice changes nothing.
 * Throws `invalid` where the document would grow past its limits, or an edge ends nowhere.
 */
export function mergeGraph(document: Pick<FlowDocument, 'assets' | 'nodes' | 'edges'>, graph: FlowGraph): GraphChanges {
  const nodes = listChanges(document.nodes, graph.nodes, mergeNode);
  const come = graph.edges.map((edge) => asNamedIn(document.edges, edge));
  const edges = listChanges(document.edges, come, mergeEdge);
  const isKnown = new Set([...Object.keys(document.nodes), ...nodes.map(({ id }) => id)]);
  const loose = edges.find(({ from, to }) => !isKnown.has(from) || !isKnown.has(to));
  if (loose)
    throw new AppError(
      'invalid',
      `The payment "${loose.id.slice(0, 120)}" ends at a place that is neither on the canvas nor in what was added.`,
    );
  const edgeCount = new Set([...Object.keys(document.edges), ...edges.map(({ id }) => id)]).size;
  if (isKnown.size > MAX_FLOW_NODES || edgeCount > MAX_FLOW_EDGES)
    throw new AppError(
      'invalid',
      `A canvas holds at most ${MAX_FLOW_NODES} nodes and ${MAX_FLOW_EDGES} payments; this would make ${isKnown.size} and ${edgeCount}. Add less, or begin another canvas.`,
    );
  return { assets: listChanges(document.assets, graph.assets, mergeAsset), nodes, edges };
}
