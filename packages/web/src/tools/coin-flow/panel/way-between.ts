import type { FlowEdge } from '@trailmark/core/flow/flow-graph';

type Step = Pick<FlowEdge, 'id' | 'from' | 'to' | 'amount' | 'tainted'>;

function worth({ amount, tainted }: Step): bigint {
  return BigInt(tainted ?? amount);
}

/** Ids along the way from one node to another with the fewest payments, of equals the one that begins with the largest; undefined without one. */
function findWay(edges: readonly Step[], from: string, to: string): readonly string[] | undefined {
  const outs = Map.groupBy(edges, (edge) => edge.from);
  const came = new Map<string, Step | null>([[from, null]]);
  const line = [from];
  for (let at = 0; at < line.length && !came.has(to); at += 1) {
    const own = [...(outs.get(line[at] ?? '') ?? [])].sort((a, b) =>
      worth(a) === worth(b) ? 0 : worth(a) > worth(b) ? -1 : 1,
    );
    for (const edge of own) {
      if (came.has(edge.to)) continue;
      came.set(edge.to, edge);
      line.push(edge.to);
    }
  }
  if (!came.has(to)) return undefined;
  const ids = [to];
  for (let step = came.get(to); step; step = came.get(step.from)) ids.push(step.id, step.from);
  return ids.toReversed();
}

/** Nodes and payments between two nodes of a drawing, along the money whichever of them it left. */
export function findWayBetween(edges: readonly Step[], a: string, b: string): readonly string[] | undefined {
  return a === b ? undefined : (findWay(edges, a, b) ?? findWay(edges, b, a));
}
