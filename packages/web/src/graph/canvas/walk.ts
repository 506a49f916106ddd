import type { Scene, SceneNode } from '@trailmark/drawing/flow/picture-scene';

export type Way = 'on' | 'back' | 'up' | 'down';

/** Nodes nearer than this to each other's middle are in one column. */
const COLUMN = 60;

function strongest(scene: Scene, id: string, side: 'outs' | 'ins'): string | undefined {
  const edges = [...(scene[side].get(id) ?? [])].filter(({ from, to }) => from !== to);
  edges.sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1));
  return side === 'outs' ? edges[0]?.to : edges[0]?.from;
}

function beside(scene: Scene, from: SceneNode, isBelow: boolean): string | undefined {
  let best: SceneNode | undefined;
  for (const node of scene.nodes.values()) {
    if (node.id === from.id || Math.abs(node.x - from.x) > COLUMN) continue;
    if (isBelow ? node.y <= from.y : node.y >= from.y) continue;
    if (!best || Math.abs(node.y - from.y) < Math.abs(best.y - from.y)) best = node;
  }
  return best?.id;
}

/** Where an arrow key leads: along the strongest payment, or to the next node of the column. */
export function walkFrom(scene: Scene, id: string, way: Way): string | undefined {
  const from = scene.nodes.get(id);
  if (!from) return undefined;
  if (way === 'up' || way === 'down') return beside(scene, from, way === 'down');
  return strongest(scene, id, way === 'on' ? 'outs' : 'ins');
}

function follow(scene: Scene, id: string, side: 'outs' | 'ins'): ReadonlySet<string> {
  const way = new Set<string>([id]);
  for (let at = id; ; ) {
    const next = (edge: { readonly from: string; readonly to: string }) => (side === 'outs' ? edge.to : edge.from);
    const edges = [...(scene[side].get(at) ?? [])].filter((edge) => !way.has(next(edge)));
    const [best] = edges.sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1));
    if (!best || (at !== id && scene.nodes.get(at)?.isSeed)) return way;
    at = next(best);
    way.add(best.id).add(at);
  }
}

/** The strongest way between a node and the seed, on either side of it: ids of nodes and edges. */
export function strongestWay(scene: Scene, id: string): ReadonlySet<string> {
  const isFromSeed = (way: ReadonlySet<string>) =>
    [...way].some((each) => each !== id && scene.nodes.get(each)?.isSeed);
  const back = follow(scene, id, 'ins');
  if (isFromSeed(back) || scene.nodes.get(id)?.isSeed) return back;
  const on = follow(scene, id, 'outs');
  return isFromSeed(on) ? on : back;
}

/** Everything upstream and downstream of the nodes: what `f` leaves bright. */
export function everythingThrough(scene: Scene, ids: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>(ids);
  for (const side of ['outs', 'ins'] as const) {
    const seen = new Set<string>(ids);
    const open = [...seen];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const edge of scene[side].get(at) ?? []) {
        found.add(edge.id);
        const next = side === 'outs' ? edge.to : edge.from;
        if (seen.has(next)) continue;
        seen.add(next);
        found.add(next);
        open.push(next);
      }
    }
  }
  return found;
}

/** All nodes in the order of the flow: from left to right, each column from top to bottom. */
export function listInFlowOrder({ nodes }: Scene): readonly SceneNode[] {
  return [...nodes.values()].sort((a, b) => a.x - b.x || a.y - b.y || (a.id < b.id ? -1 : 1));
}
