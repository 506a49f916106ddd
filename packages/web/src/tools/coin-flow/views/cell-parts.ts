import type { FlowEdge } from '@trailmark/core/flow/flow-graph';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import type { MatrixCell } from './matrix-model.ts';

const MOST_PARTS = 500;

function groupByPayer({ edges }: VisibleGraph): ReadonlyMap<string, readonly FlowEdge[]> {
  return Map.groupBy(
    edges.map(({ edge }) => edge),
    ({ from }) => from,
  );
}

/** Payments straight from payers to receivers, and both halves of those through a transaction. */
function listBetween(
  byPayer: ReadonlyMap<string, readonly FlowEdge[]>,
  { from, to }: Pick<FlowEdge, 'from' | 'to'>,
  members: ReadonlyMap<string, readonly string[]>,
  asset: string,
): string[] {
  const spread = (id: string) => members.get(id) ?? [id];
  const receivers = new Set(spread(to));
  const paidBy = (id: string) => (byPayer.get(id) ?? []).filter((edge) => edge.asset === asset);
  return spread(from)
    .flatMap(paidBy)
    .flatMap((edge) => {
      if (receivers.has(edge.to)) return [edge.id];
      const outputs = edge.kind === 'spend' ? paidBy(edge.to).filter((output) => receivers.has(output.to)) : [];
      return outputs.length > 0 ? [edge.id, ...outputs.map(({ id }) => id)] : [];
    });
}

/** Finds the parts of the canvas that a cell sums: relations as they are drawn, or the payments they are made of. */
export function createCellFinder(
  visible: VisibleGraph,
  relations: VisibleGraph,
): (cell: MatrixCell) => readonly string[] {
  const drawn = new Set(visible.edges.map(({ edge }) => edge.id));
  const byPayer = groupByPayer(visible);
  const byId = new Map(relations.edges.map(({ edge }) => [edge.id, edge]));
  const members = new Map(
    relations.nodes.flatMap((each) => (each.members.length > 0 ? [[each.node.id, each.members] as const] : [])),
  );
  const found = new Map<MatrixCell, readonly string[]>();
  return (cell) => {
    const held = found.get(cell);
    if (held) return held;
    const parts = cell.edges.flatMap((id) => {
      const relation = byId.get(id);
      if (drawn.has(id) || !relation) return [id];
      return listBetween(byPayer, relation, members, relation.asset);
    });
    const own = [...new Set(parts)].slice(0, MOST_PARTS);
    found.set(cell, own);
    return own;
  };
}
