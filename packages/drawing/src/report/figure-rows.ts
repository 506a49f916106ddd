import type { FigureEdge, FigureNode } from '@trailmark/core/report/report-document';
import { columnRows } from '../layout/column-rows.ts';
import type { Arc } from '../layout/layout-graph.ts';

/** Points that a line takes in a column that it passes. */
const PASSAGE = 15;
/** A figure is not higher, so that it fits a page with its legend. */
const MOST = 540;

/** Heights of nodes, and of each edge in the columns that it passes between its ends, from the upper edge of the picture. */
export interface FigureRows {
  readonly height: number;
  readonly nodes: ReadonlyMap<string, number>;
  readonly passages: readonly (readonly { readonly column: number; readonly y: number }[])[];
}

interface Place {
  readonly id: string;
  readonly column: number;
  readonly height: number;
}

interface Parts {
  readonly places: readonly Place[];
  readonly arcs: readonly Arc[];
  /** Numbers of the places that an edge passes. */
  readonly passed: readonly (readonly number[])[];
}

/** A long edge as short ones, so that in each column there is a row for it and it runs through no node. */
function splitEdges(nodes: readonly Place[], edges: readonly FigureEdge[]): Parts {
  const places: Place[] = [...nodes];
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]));
  const arcs: Arc[] = [];
  const passed = edges.map((edge) => {
    const [from = -1, to = -1] = [numbers.get(edge.from), numbers.get(edge.to)];
    const [start, end] = [places[from], places[to]];
    if (!start || !end) return [];
    const own: number[] = [];
    for (let column = start.column + 1; column < end.column; column++)
      own.push(places.push({ id: '', column, height: PASSAGE }) - 1);
    [from, ...own].forEach((at, i) => {
      arcs.push({ from: at, to: own[i] ?? to, length: 2, order: arcs.length });
    });
    return own;
  });
  return { places, arcs, passed };
}

function settle({ places, arcs }: Parts): ReadonlyMap<number, number> {
  const outs: Arc[][] = places.map(() => []);
  const ins: Arc[][] = places.map(() => []);
  for (const arc of arcs) {
    outs[arc.from]?.push(arc);
    ins[arc.to]?.push(arc);
  }
  const nodes = places.map(({ id, height }, order) => ({
    id,
    height,
    order,
    value: 0,
    isBar: false,
    isSeed: false,
    place: null,
  }));
  return columnRows(new Map(places.map(({ column }, i) => [i, column])), { nodes, arcs, outs, ins });
}

/** The same order in each column, as near to each other as their heights allow; more than fits a page is pressed together. */
function stack(places: readonly Place[], rows: ReadonlyMap<number, number>): Map<number, number> {
  const columns = Map.groupBy(places.keys(), (at) => places[at]?.column ?? 0);
  const stacked = new Map<number, number>();
  for (const members of columns.values()) {
    const total = members.reduce((sum, at) => sum + (places[at]?.height ?? 0), 0);
    const scale = Math.min(1, MOST / total);
    let top = (-total * scale) / 2;
    for (const at of members.toSorted((a, b) => (rows.get(a) ?? 0) - (rows.get(b) ?? 0) || a - b)) {
      const height = (places[at]?.height ?? 0) * scale;
      stacked.set(at, top + height / 2);
      top += height;
    }
  }
  return stacked;
}

function spanOf(places: readonly Place[], rows: ReadonlyMap<number, number>): readonly [top: number, bottom: number] {
  const tops = places.map(({ height }, at) => (rows.get(at) ?? 0) - height / 2);
  const bottoms = places.map(({ height }, at) => (rows.get(at) ?? 0) + height / 2);
  return [Math.min(...tops), Math.max(...bottoms)];
}

/** Rows in which each node is near to what it is linked with, and no line runs through a node of another. */
export function placeRows(
  nodes: readonly (Pick<FigureNode, 'id' | 'column'> & { readonly height: number })[],
  edges: readonly FigureEdge[],
): FigureRows {
  const parts = splitEdges(nodes, edges);
  const { places, passed } = parts;
  if (places.length === 0) return { height: 0, nodes: new Map(), passages: [] };
  const settled = settle(parts);
  const [first, last] = spanOf(places, settled);
  const rows = last - first <= MOST ? settled : stack(places, settled);
  const [top, bottom] = spanOf(places, rows);
  const yOf = (at: number): number => (rows.get(at) ?? 0) - top;
  return {
    height: bottom - top,
    nodes: new Map(nodes.map(({ id }, at) => [id, yOf(at)])),
    passages: passed.map((own) => own.map((at) => ({ column: places[at]?.column ?? 0, y: yOf(at) }))),
  };
}
