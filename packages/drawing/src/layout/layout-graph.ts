import type { LayoutInput, LayoutNode } from './layout-job.ts';

export interface Arc {
  readonly from: number;
  readonly to: number;
  /** Columns it spans, in halves: 1 between a bar and a place, 2 between places. */
  readonly length: number;
  readonly order: number;
}

/** The graph by number instead of by id; nodes are in one declared order, so that input order does not matter. */
export interface IndexedGraph {
  readonly nodes: readonly LayoutNode[];
  readonly arcs: readonly Arc[];
  readonly outs: readonly (readonly Arc[])[];
  readonly ins: readonly (readonly Arc[])[];
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Larger first, then earlier in the chain, then by id. */
export function compareNodes(a: LayoutNode, b: LayoutNode): number {
  return b.value - a.value || a.order - b.order || compareText(a.id, b.id);
}

/** Arcs whose both ends are drawn; loops are left out, because they move nothing. */
export function indexGraph(input: LayoutInput): IndexedGraph {
  const nodes = [...input.nodes].sort(compareNodes);
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]));
  const outs: Arc[][] = nodes.map(() => []);
  const ins: Arc[][] = nodes.map(() => []);
  const arcs: Arc[] = [];
  for (const edge of input.edges) {
    const from = numbers.get(edge.from);
    const to = numbers.get(edge.to);
    if (from === undefined || to === undefined || from === to) continue;
    const length = nodes[from]?.isBar || nodes[to]?.isBar ? 1 : 2;
    arcs.push({ from, to, length, order: edge.order });
  }
  arcs.sort((a, b) => a.order - b.order || a.from - b.from || a.to - b.to);
  for (const arc of arcs) {
    outs[arc.from]?.push(arc);
    ins[arc.to]?.push(arc);
  }
  return { nodes, arcs, outs, ins };
}

/** Parts that hang together, the one with seeds and the larger first; numbers within a part ascend. */
export function listComponents({ nodes, outs, ins }: IndexedGraph): number[][] {
  const seen = new Array<boolean>(nodes.length).fill(false);
  const found: number[][] = [];
  for (let start = 0; start < nodes.length; start += 1) {
    if (seen[start]) continue;
    seen[start] = true;
    const part = [start];
    for (let i = 0; i < part.length; i += 1) {
      const at = part[i] as number;
      for (const next of [...(outs[at] ?? []).map(({ to }) => to), ...(ins[at] ?? []).map(({ from }) => from)]) {
        if (seen[next]) continue;
        seen[next] = true;
        part.push(next);
      }
    }
    found.push(part.sort((a, b) => a - b));
  }
  const hasSeed = (part: readonly number[]) => part.some((i) => nodes[i]?.isSeed);
  return found.sort(
    (a, b) => Number(hasSeed(b)) - Number(hasSeed(a)) || b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0),
  );
}
