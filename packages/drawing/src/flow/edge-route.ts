import { HALF_COLUMN } from './half-column.ts';
import type { SceneEdge, SceneNode } from './picture-scene.ts';

type Point = readonly [x: number, y: number];

/** How an edge runs: its ends, and the points that bend it. Neighbouring bends meet halfway, each end of a stretch. */
export interface Route {
  readonly from: Point;
  readonly to: Point;
  readonly bends: readonly Point[];
  /** Where its words are. */
  readonly middle: Point;
  readonly isLevel: boolean;
  /** Leads against the columns. */
  readonly isBack: boolean;
}

export interface RouteScene {
  readonly nodes: ReadonlyMap<string, SceneNode>;
  readonly edges: ReadonlyMap<string, SceneEdge>;
  readonly outs: ReadonlyMap<string, readonly SceneEdge[]>;
  readonly ins: ReadonlyMap<string, readonly SceneEdge[]>;
}

const LEAST_BEND = 40;
const CAPSULE_SPREAD = 6;
/** Room kept between a line and a shape it passes. */
const CLEAR = 14;
const LEVEL = 12;

/** Vertical offset of edges at a node: those of a bar share its height in the order of their other ends. */
function slots(node: SceneNode, edges: readonly SceneEdge[], otherY: (edge: SceneEdge) => number): Map<string, number> {
  const found = new Map<string, number>();
  const room = node.shape === 'bar' ? node.height - 10 : node.shape === 'capsule' ? CAPSULE_SPREAD * 2 : 0;
  if (room === 0 || edges.length < 2) return found;
  const order = [...edges].sort((a, b) => otherY(a) - otherY(b) || (a.id < b.id ? -1 : 1));
  order.forEach((edge, i) => {
    found.set(edge.id, (i / (order.length - 1) - 0.5) * room);
  });
  return found;
}

/** What is in the columns between two others, as bands of height that no line should cross. */
class Bands {
  readonly #columns = new Map<number, Point[]>();
  readonly #between = new Map<string, readonly Point[]>();

  constructor(nodes: Iterable<SceneNode>) {
    for (const { x, y, height } of nodes) {
      const column = Math.round(x / HALF_COLUMN);
      const held = this.#columns.get(column);
      const band = [y - height / 2 - CLEAR, y + height / 2 + CLEAR] as const;
      if (held) held.push(band);
      else this.#columns.set(column, [band]);
    }
  }

  at(column: number): readonly Point[] {
    return this.#columns.get(column) ?? [];
  }

  /** Bands of all columns between, joined where they touch. */
  between(first: number, last: number): readonly Point[] {
    const key = `${first} ${last}`;
    const held = this.#between.get(key);
    if (held) return held;
    const all: Point[] = [];
    for (let column = first + 1; column < last; column += 1) all.push(...this.at(column));
    all.sort(([a], [b]) => a - b);
    const joined: [number, number][] = [];
    for (const [top, bottom] of all) {
      const open = joined.at(-1);
      if (open && top <= open[1]) open[1] = Math.max(open[1], bottom);
      else joined.push([top, bottom]);
    }
    this.#between.set(key, joined);
    return joined;
  }
}

/** Height of the plain curve at a share of its way: it leaves and arrives level. */
function curveAt(share: number, fromY: number, toY: number): number {
  const half = share > 0.5 ? 1 - share : share;
  const part = (1 - Math.sqrt(1 - 2 * half)) ** 2 / 2;
  return fromY + (toY - fromY) * (share > 0.5 ? 1 - part : part);
}

/** Height of a free lane between two columns; undefined where the plain curve meets nothing. */
function findLane(bands: Bands, [fromX, fromY]: Point, [toX, toY]: Point): number | undefined {
  const [left, right] = fromX < toX ? [fromX, toX] : [toX, fromX];
  const [first, last] = [Math.round(left / HALF_COLUMN), Math.round(right / HALF_COLUMN)];
  if (last - first < 3) return undefined;
  let isMet = false;
  for (let column = first + 1; column < last && !isMet; column += 1) {
    const y = curveAt(Math.min(1, Math.max(0, (column * HALF_COLUMN - fromX) / (toX - fromX))), fromY, toY);
    isMet = bands.at(column).some(([top, bottom]) => y > top + CLEAR / 2 && y < bottom - CLEAR / 2);
  }
  if (!isMet) return undefined;
  const wished = [fromY, toY];
  let best: number | undefined;
  const cost = (y: number) => Math.abs(y - fromY) + Math.abs(y - toY);
  const offer = (y: number) => {
    if (best === undefined || cost(y) < cost(best)) best = y;
  };
  const joined = bands.between(first, last);
  for (const y of wished) if (!joined.some(([top, bottom]) => y > top && y < bottom)) offer(y);
  for (const [top, bottom] of joined) {
    offer(top);
    offer(bottom);
  }
  return best;
}

function bendAlong([fromX, fromY]: Point, [toX, toY]: Point, lane: number): readonly Point[] {
  const step = (Math.sign(toX - fromX) || 1) * Math.min(HALF_COLUMN, Math.abs(toX - fromX) / 3);
  return [
    [fromX + step / 2, fromY],
    [fromX + step / 2, lane],
    [fromX + step * 1.5, lane],
    [toX - step * 1.5, lane],
    [toX - step / 2, lane],
    [toX - step / 2, toY],
  ];
}

function routeEdge(source: SceneNode, target: SceneNode, sourceY: number, targetY: number, bands: Bands): Route {
  const across = target.x - source.x;
  const isBeside = Math.abs(across) < (source.width + target.width) / 2 + 8;
  const leads = across >= 0 || isBeside ? 1 : -1;
  const arrives = isBeside ? 1 : -leads;
  const from: Point = [source.x + (leads * source.width) / 2, source.y + sourceY];
  const to: Point = [target.x + (arrives * target.width) / 2, target.y + targetY];
  const isLevel = Math.abs(from[1] - to[1]) < LEVEL;
  const shape = { from, to, isLevel, isBack: leads < 0 };
  const [midX, midY] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  if (isBeside) {
    const out = Math.max(from[0], to[0]) + LEAST_BEND;
    return {
      ...shape,
      bends: [
        [out, from[1]],
        [out, to[1]],
      ],
      middle: [out - LEAST_BEND / 4, midY],
    };
  }
  const lane = findLane(bands, from, to);
  if (lane === undefined)
    return {
      ...shape,
      bends: [
        [midX, from[1]],
        [midX, to[1]],
      ],
      middle: [midX, midY],
    };
  return { ...shape, isLevel: true, bends: bendAlong(from, to, lane), middle: [midX, lane] };
}

/** Edges at the nodes, and at their neighbours, whose slots may change places. */
function nearby(scene: RouteScene, touched: ReadonlySet<string>): Iterable<SceneEdge> {
  const found = new Map<string, SceneEdge>();
  const around = (id: string) => [...(scene.outs.get(id) ?? []), ...(scene.ins.get(id) ?? [])];
  for (const id of touched)
    for (const edge of around(id)) {
      const other = edge.from === id ? edge.to : edge.from;
      for (const each of scene.nodes.get(other)?.shape === 'bar' ? around(other) : [edge]) found.set(each.id, each);
    }
  return found.values();
}

/** Routes of all edges, or of those at the given nodes: long ones avoid what is in between. */
export function routeEdges(scene: RouteScene, at?: Iterable<string>): Map<string, Route> {
  const routes = new Map<string, Route>();
  const cache = new Map<string, Map<string, number>>();
  const bands = new Bands(scene.nodes.values());
  const yOf = (id: string) => scene.nodes.get(id)?.y ?? 0;
  const slotOf = (node: SceneNode, edge: SceneEdge, side: 'out' | 'in') => {
    const key = `${side}${node.id}`;
    const edges = (side === 'out' ? scene.outs : scene.ins).get(node.id) ?? [];
    const found = cache.get(key) ?? slots(node, edges, (each) => yOf(side === 'out' ? each.to : each.from));
    cache.set(key, found);
    return found.get(edge.id) ?? 0;
  };
  for (const edge of at ? nearby(scene, new Set(at)) : scene.edges.values()) {
    const source = scene.nodes.get(edge.from);
    const target = scene.nodes.get(edge.to);
    if (!source || !target) continue;
    routes.set(edge.id, routeEdge(source, target, slotOf(source, edge, 'out'), slotOf(target, edge, 'in'), bands));
  }
  return routes;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The line of a route as an SVG path: one arc a bend, each ending halfway to the next. */
export function routePath({ from, to, bends }: Route): string {
  const arcs = bends.map(([x, y], i) => {
    const next = bends[i + 1];
    const [endX, endY] = next ? [(x + next[0]) / 2, (y + next[1]) / 2] : to;
    return `Q${round(x)} ${round(y)} ${round(endX)} ${round(endY)}`;
  });
  return `M${round(from[0])} ${round(from[1])}${arcs.join('')}`;
}
