import type { Arc, IndexedGraph } from './layout-graph.ts';

type Columns = Map<number, number>;

type Step = readonly [next: number, by: number];
type Rings = number[][];

function addToRing(rings: Rings, ring: number, node: number): void {
  for (let i = rings.length; i <= ring; i += 1) rings.push([]);
  rings[ring]?.push(node);
}

/** Shortest ways by lengths 1 and 2, with one list a distance. */
function walk(
  starts: readonly (readonly [node: number, column: number])[],
  columns: Columns,
  steps: (at: number) => readonly Step[],
): Rings {
  const rings: Rings = [[]];
  const go = (at: number, distance: number) => {
    const column = columns.get(at) ?? 0;
    for (const [next, by] of steps(at)) {
      if (columns.has(next)) continue;
      columns.set(next, column + by);
      addToRing(rings, distance + Math.abs(by), next);
    }
  };
  for (const [node, column] of starts) {
    columns.set(node, column);
    addToRing(rings, 0, node);
  }
  for (let distance = 0; distance < rings.length; distance += 1)
    for (const at of rings[distance] ?? []) go(at, distance);
  return rings;
}

function findRoots(part: readonly number[], { nodes, ins }: IndexedGraph): readonly number[] {
  const seeds = part.filter((i) => nodes[i]?.isSeed);
  if (seeds.length > 0) return seeds;
  const sources = part.filter((i) => (ins[i] ?? []).length === 0);
  if (sources.length > 0) return sources;
  const earliest = [...part].sort((a, b) => (nodes[a]?.order ?? 0) - (nodes[b]?.order ?? 0) || a - b);
  return earliest.slice(0, 1);
}

const forward = (arcs: readonly Arc[]) => arcs.map(({ to, length }) => [to, length] as const);
const backward = (arcs: readonly Arc[]) => arcs.map(({ from, length }) => [from, -length] as const);

/**
 * Columns in halves: hops from the seed to the right along the money, to the left against it, and whatever remains next to
 * its neighbours.
 */
export function hopColumns(part: readonly number[], graph: IndexedGraph): Columns {
  const { outs, ins, nodes } = graph;
  const columns: Columns = new Map();
  const roots = findRoots(part, graph).map((i) => [i, nodes[i]?.isBar ? 1 : 0] as const);
  walk(roots, columns, (at) => forward(outs[at] ?? []));
  const against: Columns = new Map();
  walk(roots, against, (at) => backward(ins[at] ?? []));
  for (const [node, column] of against) if (!columns.has(node)) columns.set(node, column);
  walk([...columns], columns, (at) => [...forward(outs[at] ?? []), ...backward(ins[at] ?? [])]);
  return columns;
}

/**
 * What is next to places that are taken: rings outward from them, and in each ring the nodes of every column, from left
 * to right.
 */
export function nearColumns(
  held: readonly (readonly [node: number, column: number])[],
  { outs, ins }: IndexedGraph,
): readonly (readonly (readonly [column: number, members: readonly number[]])[])[] {
  const columns: Columns = new Map();
  const rings = walk(held, columns, (at) => [...forward(outs[at] ?? []), ...backward(ins[at] ?? [])]);
  return rings.slice(1).map((ring) => {
    const groups = new Map<number, number[]>();
    for (const node of ring) {
      const column = columns.get(node) ?? 0;
      const group = groups.get(column);
      if (group) group.push(node);
      else groups.set(column, [node]);
    }
    return [...groups].sort(([a], [b]) => a - b);
  });
}
