import type { IndexedGraph } from './layout-graph.ts';
import { settleRows } from './settle-rows.ts';

const SWEEPS = 4;

type Columns = ReadonlyMap<number, number>;
type Rows = Map<number, number>;

function neighbours({ outs, ins }: IndexedGraph, at: number): number[] {
  return [...(outs[at] ?? []).map(({ to }) => to), ...(ins[at] ?? []).map(({ from }) => from)];
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function groupByColumn(columns: Columns): readonly (readonly [column: number, members: number[]])[] {
  const groups = new Map<number, number[]>();
  for (const [node, column] of columns) {
    const group = groups.get(column);
    if (group) group.push(node);
    else groups.set(column, [node]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/** Orders a column by the middle of its neighbours, then by value, and settles it. */
export function settleColumn(
  members: readonly number[],
  graph: IndexedGraph,
  wishOf: (node: number) => number,
): readonly (readonly [node: number, y: number])[] {
  const wishes = new Map(members.map((node) => [node, Math.round(wishOf(node) * 16) / 16]));
  // Numbers are in the order of value, then of the chain.
  const order = [...members].sort((a, b) => (wishes.get(a) ?? 0) - (wishes.get(b) ?? 0) || a - b);
  const rows = settleRows(
    order.map((node) => ({ wish: wishes.get(node) ?? 0, height: graph.nodes[node]?.height ?? 0 })),
  );
  return order.map((node, i) => [node, rows[i] ?? 0]);
}

/** Heights within the columns of one component: a few sweeps to the right and back, always the same for the same graph. */
export function columnRows(columns: Columns, graph: IndexedGraph): Rows {
  const groups = groupByColumn(columns);
  const rows: Rows = new Map();
  const around = new Map([...columns.keys()].map((node) => [node, neighbours(graph, node)]));
  const settle = (members: readonly number[], counts: (column: number) => boolean) => {
    const wishOf = (node: number) => {
      const near = (around.get(node) ?? []).filter((other) => rows.has(other) && counts(columns.get(other) ?? 0));
      return mean(near.map((other) => rows.get(other) ?? 0)) ?? rows.get(node) ?? 0;
    };
    for (const [node, y] of settleColumn(members, graph, wishOf)) rows.set(node, y);
  };
  for (const [, members] of [...groups].sort(([a], [b]) => Math.abs(a) - Math.abs(b) || a - b))
    settle(members, () => true);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const [at, members] of [...groups].reverse()) settle(members, (column) => column > at);
    for (const [at, members] of groups) settle(members, (column) => column < at);
  }
  return rows;
}
