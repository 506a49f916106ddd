import { HALF_COLUMN } from '../flow/half-column.ts';
import { columnRows, settleColumn } from './column-rows.ts';
import { FreeRows } from './free-rows.ts';
import { hopColumns, nearColumns } from './hop-columns.ts';
import { layeredColumns } from './layered-columns.ts';
import { type IndexedGraph, indexGraph, listComponents } from './layout-graph.ts';
import { COMPONENT_GAP, type LayoutInput, type Places } from './layout-job.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}
type Spots = Map<number, Spot>;

/** Columns of taken places, by the nearest half column; a node by hand between two takes room in both. */
class Ground {
  readonly #columns = new Map<number, FreeRows>();

  take({ x, y }: Spot, height: number): void {
    const exact = x / HALF_COLUMN;
    for (const column of new Set([Math.floor(exact + 0.3), Math.ceil(exact - 0.3)])) this.#at(column).take(y, height);
  }
  find(column: number, wish: number, height: number): number {
    return this.#at(column).find(wish, height);
  }
  #at(column: number): FreeRows {
    const held = this.#columns.get(column) ?? new FreeRows();
    this.#columns.set(column, held);
    return held;
  }
}

function layComponent(part: readonly number[], graph: IndexedGraph, { mode }: LayoutInput): Spots {
  const columns = mode !== 'transactions' ? layeredColumns(part, graph) : hopColumns(part, graph);
  const rows = columnRows(columns, graph);
  return new Map(
    [...columns].map(([node, column]) => [node, { x: column * HALF_COLUMN, y: Math.round(rows.get(node) ?? 0) }]),
  );
}

function reach(spots: Spots, graph: IndexedGraph): { readonly top: number; readonly bottom: number } {
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const [node, { y }] of spots) {
    const half = (graph.nodes[node]?.height ?? 0) / 2;
    top = Math.min(top, y - half);
    bottom = Math.max(bottom, y + half);
  }
  return { top, bottom };
}

/** Puts a whole component below all that is there. */
function addBelow(spots: Spots, component: Spots, graph: IndexedGraph): void {
  const { bottom } = reach(spots, graph);
  const { top } = reach(component, graph);
  const down = spots.size === 0 ? 0 : Math.round(bottom + COMPONENT_GAP - top);
  for (const [node, { x, y }] of component) spots.set(node, { x, y: y + down });
}

function meanRow(node: number, graph: IndexedGraph, spots: Spots): number {
  const near = [
    ...(graph.outs[node] ?? []).map(({ to }) => spots.get(to)),
    ...(graph.ins[node] ?? []).map(({ from }) => spots.get(from)),
  ].flatMap((spot) => (spot ? [spot.y] : []));
  return near.length === 0 ? 0 : near.reduce((sum, y) => sum + y, 0) / near.length;
}

/** Puts what is new next to its neighbours, ring by ring, where nothing is yet. */
function addBeside(part: readonly number[], graph: IndexedGraph, spots: Spots, ground: Ground): void {
  const held = part.flatMap((node): [number, number][] => {
    const spot = spots.get(node);
    return spot ? [[node, Math.round(spot.x / HALF_COLUMN)]] : [];
  });
  for (const ring of nearColumns(held, graph)) {
    for (const [column, members] of ring) {
      for (const [node, wish] of settleColumn(members, graph, (each) => meanRow(each, graph, spots))) {
        const height = graph.nodes[node]?.height ?? 0;
        const spot = { x: column * HALF_COLUMN, y: Math.round(ground.find(column, wish, height)) };
        ground.take(spot, height);
        spots.set(node, spot);
      }
    }
  }
}

function toPlaces(spots: Spots, graph: IndexedGraph): Places {
  return Object.fromEntries([...spots].map(([node, spot]) => [graph.nodes[node]?.id ?? '', spot]));
}

/** Everything again; what is pinned stays, and the rest keeps off it. */
function layAnew(input: LayoutInput, graph: IndexedGraph): Places {
  const spots: Spots = new Map();
  for (const part of listComponents(graph)) addBelow(spots, layComponent(part, graph, input), graph);
  const pinned = graph.nodes.flatMap((node, i) => (node.place ? [[i, node.place, node.height] as const] : []));
  if (pinned.length === 0) return toPlaces(spots, graph);
  const ground = new Ground();
  for (const [i, place, height] of pinned) {
    ground.take(place, height);
    spots.set(i, place);
  }
  for (const [node, { x, y }] of [...spots].sort(([, a], [, b]) => a.y - b.y)) {
    const { height, place } = graph.nodes[node] ?? { height: 0, place: null };
    if (place) continue;
    const spot = { x, y: Math.round(ground.find(Math.round(x / HALF_COLUMN), y, height)) };
    ground.take(spot, height);
    spots.set(node, spot);
  }
  return toPlaces(spots, graph);
}

/**
 * Places for a graph: columns are hops, or the longest way in relation mode. What has a place keeps it, whatever is added;
 * the same input gives the same places.
 */
export function placeFlow(input: LayoutInput): Places {
  const graph = indexGraph(input);
  if (input.anew) return layAnew(input, graph);
  const spots: Spots = new Map();
  const ground = new Ground();
  graph.nodes.forEach(({ place, height }, i) => {
    if (!place) return;
    spots.set(i, place);
    ground.take(place, height);
  });
  const parts = listComponents(graph);
  for (const part of parts) if (part.some((node) => spots.has(node))) addBeside(part, graph, spots, ground);
  for (const part of parts)
    if (!part.some((node) => spots.has(node))) addBelow(spots, layComponent(part, graph, input), graph);
  return toPlaces(spots, graph);
}
