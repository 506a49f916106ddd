import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import type { EdgeSum } from './edge-sum.ts';
import type { NodeSum } from './node-sum.ts';

/** A transaction is as far away as the addresses it pays. What leaves a peel chain that is drawn as one node is where the trace has it. */
function hopAfter({ kind }: NodeSum, hop: number, next: NodeSum): number {
  if (kind === 'peel-chain') return Math.max(hop, next.hop ?? 0);
  return kind === 'transaction' ? hop : hop + 1;
}

type Nodes = ReadonlyMap<string, NodeSum>;

function listNext(
  nodes: Nodes,
  edges: readonly EdgeSum[],
  direction: TraceDirection,
): ReadonlyMap<string, readonly NodeSum[]> {
  const next = new Map<string, NodeSum[]>();
  for (const { first } of edges) {
    const [near, far] = direction === 'forward' ? [first.from, first.to] : [first.to, first.from];
    const node = nodes.get(far);
    const list = next.get(near) ?? [];
    if (node) list.push(node);
    next.set(near, list);
  }
  return next;
}

/**
 * Hops of nodes as the fewest payments between them and a seed. A trace counts along the way that money took first, which may be
 * a longer one, and as one hop for all payments of a transaction. What no seed leads to is not in the answer.
 */
export function countHops(
  nodes: Nodes,
  edges: readonly EdgeSum[],
  direction: TraceDirection,
): ReadonlyMap<string, number> {
  const next = listNext(nodes, edges, direction);
  const hops = new Map<string, number>();
  const rings: NodeSum[][] = [];
  const enter = (node: NodeSum, hop: number) => {
    if ((hops.get(node.id) ?? Number.POSITIVE_INFINITY) <= hop) return;
    hops.set(node.id, hop);
    rings[hop] ??= [];
    rings[hop].push(node);
  };
  for (const node of nodes.values()) if (node.isSeed) enter(node, 0);
  for (let hop = 0; hop < rings.length; hop += 1) {
    for (const node of rings[hop] ?? []) {
      for (const other of next.get(node.id) ?? []) enter(other, hopAfter(node, hop, other));
    }
  }
  return hops;
}
