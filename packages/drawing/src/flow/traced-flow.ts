import type { FlowEdge, FlowNode, FlowStop } from '@trailmark/core/flow/flow-graph';
import type { VisibleGraph } from './visible-graph.ts';

/**
 * Why a node's drawn payments are not alone: `begin` where the trace starts, `stop` where it ends, `fee` what a transaction
 * paid, `added` untraced money a method counts in, `converted` what changed into or out of another asset, `undrawn` the rest.
 */
export type StubKind = 'begin' | 'stop' | 'fee' | 'added' | 'converted' | 'undrawn';

export interface Stub {
  readonly kind: StubKind;
  readonly amount: bigint;
  /** Of a stop: its reason. */
  readonly reason: string | null;
  readonly count: number;
}

export interface TracedNode {
  readonly node: FlowNode;
  readonly isDimmed: boolean;
  /** Traced sums of the payments drawn. */
  readonly in: bigint;
  readonly out: bigint;
  /** What comes in, or goes out, in addition to the payments drawn: in + before = out + after, to the unit. */
  readonly before: readonly Stub[];
  readonly after: readonly Stub[];
}

export interface TracedLink {
  readonly edge: FlowEdge;
  readonly amount: bigint;
  readonly isDimmed: boolean;
}

export interface TracedFlow {
  readonly asset: string;
  readonly isForward: boolean;
  readonly nodes: readonly TracedNode[];
  readonly links: readonly TracedLink[];
  /** Payments of the asset that are drawn elsewhere and were not traced. */
  readonly untraced: { readonly count: number; readonly amount: bigint };
}

/** Whether the trace went along the money, inferred from how hops grow; forward where nothing shows it. */
export function isForwardFlow({ nodes, edges }: Pick<VisibleGraph, 'nodes' | 'edges'>): boolean {
  const hops = new Map(nodes.map(({ node }) => [node.id, node.hop]));
  let along = 0;
  for (const { edge } of edges) {
    const [from, to] = [hops.get(edge.from), hops.get(edge.to)];
    if (from === null || from === undefined || to === null || to === undefined) continue;
    along += Math.sign(to - from);
  }
  if (along !== 0) return along > 0;
  // Within a hop, a transaction is between its payer and its outputs: only the seeds show it.
  const seeds = new Set(nodes.flatMap(({ node }) => (node.isSeed ? [node.id] : [])));
  const outs = edges.filter(({ edge }) => seeds.has(edge.from)).length;
  return outs >= edges.filter(({ edge }) => seeds.has(edge.to)).length;
}

/** Assets with the payments drawn of each, traced ones first, then by how many there are. */
export function listAssets({ edges }: VisibleGraph): readonly {
  readonly asset: string;
  readonly payments: number;
  readonly traced: number;
}[] {
  const byAsset = new Map<string, { asset: string; payments: number; traced: number }>();
  for (const { edge } of edges) {
    const held = byAsset.get(edge.asset) ?? { asset: edge.asset, payments: 0, traced: 0 };
    held.payments += 1;
    if (edge.tainted !== null) held.traced += 1;
    byAsset.set(edge.asset, held);
  }
  return [...byAsset.values()].sort(
    (a, b) => b.traced - a.traced || b.payments - a.payments || (a.asset < b.asset ? -1 : 1),
  );
}

interface Around {
  in: bigint;
  out: bigint;
  /** Traced payments of other assets on each side. */
  otherIn: boolean;
  otherOut: boolean;
}

function sumAround(asset: string, { edges }: VisibleGraph): ReadonlyMap<string, Around> {
  const around = new Map<string, Around>();
  const at = (id: string): Around => {
    const held = around.get(id) ?? { in: 0n, out: 0n, otherIn: false, otherOut: false };
    around.set(id, held);
    return held;
  };
  for (const { edge } of edges) {
    if (edge.tainted === null) continue;
    const amount = BigInt(edge.tainted);
    if (edge.asset === asset) {
      at(edge.from).out += amount;
      at(edge.to).in += amount;
    } else if (amount > 0n) {
      at(edge.from).otherOut = true;
      at(edge.to).otherIn = true;
    }
  }
  return around;
}

function stub(kind: StubKind, amount: bigint, stop?: FlowStop): Stub[] {
  return amount > 0n ? [{ kind, amount, reason: stop?.reason ?? null, count: stop?.count ?? 1 }] : [];
}

const isBar = ({ kind }: FlowNode) => kind === 'transaction' || kind === 'peel-chain';
const beginsHere = ({ isSeed, hop }: FlowNode) => isSeed || hop === 0;

interface Known {
  readonly in: bigint | null;
  readonly out: bigint | null;
}

function knownOf({ amounts }: FlowNode, asset: string): Known {
  const known = amounts.find((amount) => amount.asset === asset);
  const read = (text: string | null | undefined) => (text === null || text === undefined ? null : BigInt(text));
  return { in: read(known?.taintedIn), out: read(known?.taintedOut) };
}

/** What a node gave on that the payments drawn do not show: its fee as the trace says it, a conversion, or parts not drawn. */
function splitRest(node: FlowNode, rest: bigint, known: Known, around: Around, stopped: bigint): Stub[] {
  if (around.otherOut && !around.otherIn) return stub('converted', rest);
  if (!isBar(node) || known.in === null || known.out === null) return stub('undrawn', rest);
  const paid = known.in - known.out - stopped;
  const fee = paid < 0n ? 0n : paid < rest ? paid : rest;
  return [...stub('fee', fee), ...stub('undrawn', rest - fee)];
}

/** What a node gave on that did not come by the payments drawn. */
function splitLack(lack: bigint, known: Known, around: Around, stopped: bigint): Stub[] {
  if (around.otherIn && !around.otherOut) return stub('converted', lack);
  if (known.in === null || known.out === null) return stub('undrawn', lack);
  const counted = known.out + stopped - known.in;
  const added = counted < 0n ? 0n : counted < lack ? counted : lack;
  return [...stub('added', added), ...stub('undrawn', lack - added)];
}

function balance(node: FlowNode, asset: string, around: Around, isForward: boolean) {
  const stops = node.stops.filter((stop) => stop.asset === asset);
  const ends = stops.flatMap((stop) => stub('stop', BigInt(stop.amount), stop));
  const stopped = ends.reduce((sum, { amount }) => sum + amount, 0n);
  const left = around.in + (isForward ? 0n : stopped);
  const right = around.out + (isForward ? stopped : 0n);
  const known = knownOf(node, asset);
  const [rest, lack] = left > right ? [left - right, 0n] : [0n, right - left];
  const begins = beginsHere(node);
  const over =
    begins && !isForward ? stub('begin', rest) : splitRest(node, rest, known, around, isForward ? stopped : 0n);
  const under = begins && isForward ? stub('begin', lack) : splitLack(lack, known, around, isForward ? stopped : 0n);
  return {
    in: around.in,
    out: around.out,
    before: [...under, ...(isForward ? [] : ends)],
    after: [...(isForward ? ends : []), ...over],
  };
}

/** The traced money of one asset as a flow in which nothing is lost: every node states what does not continue. */
export function toTracedFlow(visible: VisibleGraph, asset: string): TracedFlow {
  const isForward = isForwardFlow(visible);
  const sums = sumAround(asset, visible);
  const links: TracedLink[] = [];
  const untraced = { count: 0, amount: 0n };
  for (const { edge, isDimmed } of visible.edges) {
    if (edge.asset !== asset) continue;
    if (edge.tainted === null) {
      untraced.count += edge.count;
      untraced.amount += BigInt(edge.amount);
    } else if (edge.tainted !== '0') links.push({ edge, amount: BigInt(edge.tainted), isDimmed });
  }
  const hangs = new Set(links.flatMap(({ edge }) => [edge.from, edge.to]));
  const nodes = visible.nodes.flatMap(({ node, isDimmed }): TracedNode[] => {
    const ends = node.stops.some((stop) => stop.asset === asset && stop.amount !== '0');
    const around = sums.get(node.id) ?? { in: 0n, out: 0n, otherIn: false, otherOut: false };
    if (!hangs.has(node.id) && !ends) return [];
    return [{ node, isDimmed, ...balance(node, asset, around, isForward) }];
  });
  return { asset, isForward, nodes, links, untraced };
}

/** What the trace began with, as far as it is drawn. */
export function sumBegan({ nodes }: TracedFlow): bigint {
  return nodes
    .flatMap(({ before, after }) => [...before, ...after])
    .reduce((sum, { kind, amount }) => (kind === 'begin' ? sum + amount : sum), 0n);
}
