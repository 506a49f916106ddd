import type { Scene, SceneEdge, SceneNode } from './scene.ts';

/** How an edge runs: ends relative to the middle of its nodes, and two control points between. */
export interface Route {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
  /** Distance of the control points from the ends, along the columns; negative leads to the left. */
  readonly bend: readonly [number, number];
}

const LEAST_BEND = 40;
const CAPSULE_SPREAD = 6;

/** Vertical offset of an edge at a node: edges of a bar share its height in the order of their other ends. */
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

/** Routes of all edges, or of those at the given nodes. */
export function routeEdges(scene: Scene, at?: Iterable<string>): Map<string, Route> {
  const touched = at ? new Set(at) : undefined;
  const routes = new Map<string, Route>();
  const cache = new Map<string, Map<string, number>>();
  const yOf = (id: string) => scene.nodes.get(id)?.y ?? 0;
  const slotOf = (node: SceneNode, edge: SceneEdge, side: 'out' | 'in') => {
    const key = `${side}${node.id}`;
    const held = cache.get(key);
    if (held) return held.get(edge.id) ?? 0;
    const edges = (side === 'out' ? scene.outs : scene.ins).get(node.id) ?? [];
    const found = slots(node, edges, (each) => yOf(side === 'out' ? each.to : each.from));
    cache.set(key, found);
    return found.get(edge.id) ?? 0;
  };
  const edges = touched ? nearby(scene, touched) : scene.edges.values();
  for (const edge of edges) {
    const source = scene.nodes.get(edge.from);
    const target = scene.nodes.get(edge.to);
    if (!source || !target) continue;
    routes.set(edge.id, routeEdge(source, target, slotOf(source, edge, 'out'), slotOf(target, edge, 'in')));
  }
  return routes;
}

/** Edges at the nodes, and at their neighbours, whose slots may change places. */
function nearby(scene: Scene, touched: ReadonlySet<string>): Iterable<SceneEdge> {
  const found = new Map<string, SceneEdge>();
  const around = (id: string) => [...(scene.outs.get(id) ?? []), ...(scene.ins.get(id) ?? [])];
  for (const id of touched)
    for (const edge of around(id)) {
      const other = edge.from === id ? edge.to : edge.from;
      for (const each of scene.nodes.get(other)?.shape === 'bar' ? around(other) : [edge]) found.set(each.id, each);
    }
  return found.values();
}

function routeEdge(source: SceneNode, target: SceneNode, sourceY: number, targetY: number): Route {
  const across = target.x - source.x;
  const isBeside = Math.abs(across) < (source.width + target.width) / 2 + 8;
  const leads = across >= 0 || isBeside ? 1 : -1;
  const arrives = isBeside ? 1 : -leads;
  const sourceX = (leads * source.width) / 2;
  const targetX = (arrives * target.width) / 2;
  const room = Math.abs(across + targetX - sourceX) / 2;
  const bend = isBeside ? LEAST_BEND : room;
  return { sourceX, sourceY, targetX, targetY, bend: [leads * bend, arrives * bend] };
}

/** Where the words of an edge stand: halfway along it. */
export function middleOf(
  route: Route,
  source: SceneNode,
  target: SceneNode,
): { readonly x: number; readonly y: number } {
  const fromX = source.x + route.sourceX;
  const toX = target.x + route.targetX;
  const x = (fromX + toX) / 2 + (route.bend[0] === route.bend[1] ? route.bend[0] * 0.75 : 0);
  return { x, y: (source.y + route.sourceY + target.y + route.targetY) / 2 };
}

/** What the drawing library wants: points as weights along, and distances from, the straight line between the ends. */
export function toControlPoints(route: Route, source: SceneNode, target: SceneNode) {
  const dx = target.x + route.targetX - source.x - route.sourceX;
  const dy = target.y + route.targetY - source.y - route.sourceY;
  const length = dx * dx + dy * dy || 1;
  const straight = Math.sqrt(length);
  const points = [
    { x: route.bend[0], y: 0 },
    { x: dx + route.bend[1], y: dy },
  ];
  return {
    weights: points.map(({ x, y }) => (x * dx + y * dy) / length),
    distances: points.map(({ x, y }) => (y * dx - x * dy) / straight),
  };
}
