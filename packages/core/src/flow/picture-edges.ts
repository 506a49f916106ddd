import { curvePath, type PictureItem, type PictureText, pathItem } from './picture.ts';
import { drawFlag } from './picture-nodes.ts';
import type { PicturePalette } from './picture-palette.ts';
import type { Scene, SceneEdge, SceneNode } from './picture-scene.ts';

const DIM = 0.35;
const LEAST_BEND = 40;
const CAPSULE_SPREAD = 12;

type Slots = ReadonlyMap<string, number>;

/** Edges of a bar share its height, in the order of their other ends. */
function shareSides(scene: Scene, side: 'from' | 'to'): Slots {
  const other = side === 'from' ? 'to' : 'from';
  const groups = new Map<string, SceneEdge[]>();
  for (const edge of scene.edges) {
    const group = groups.get(edge[side]) ?? [];
    group.push(edge);
    groups.set(edge[side], group);
  }
  const slots = new Map<string, number>();
  for (const [id, group] of groups) {
    const node = scene.nodes.get(id);
    const room = node?.shape === 'bar' ? node.height - 10 : node?.shape === 'capsule' ? CAPSULE_SPREAD : 0;
    if (room === 0 || group.length < 2) continue;
    const yOf = (edge: SceneEdge): number => scene.nodes.get(edge[other])?.y ?? 0;
    const order = group.toSorted((a, b) => yOf(a) - yOf(b) || (a.id < b.id ? -1 : 1));
    for (const [i, edge] of order.entries()) slots.set(edge.id, (i / (order.length - 1) - 0.5) * room);
  }
  return slots;
}

interface Route {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly bend: readonly [number, number];
}

function routeEdge(source: SceneNode, target: SceneNode, sourceSlot: number, targetSlot: number): Route {
  const across = target.x - source.x;
  const isBeside = Math.abs(across) < (source.width + target.width) / 2 + 8;
  const leads = across >= 0 || isBeside ? 1 : -1;
  const arrives = isBeside ? 1 : -leads;
  const from = [source.x + (leads * source.width) / 2, source.y + sourceSlot] as const;
  const to = [target.x + (arrives * target.width) / 2, target.y + targetSlot] as const;
  const bend = isBeside ? LEAST_BEND : Math.abs(to[0] - from[0]) / 2;
  return { from, to, bend: [leads * bend, arrives * bend] };
}

/** Dashes by how the edge is known. */
export function edgeDash(basis: SceneEdge['basis'], width: number): readonly number[] | undefined {
  if (basis === 'fact') return undefined;
  const unit = Math.max(3, width);
  return basis === 'inference' ? [unit * 1.6, unit] : [Math.max(1.5, width * 0.6), unit];
}

/** Edges with their amounts: lines first, so that no line covers a word. */
export function drawEdges(scene: Scene, palette: PicturePalette): { lines: PictureItem[]; words: PictureItem[] } {
  const [outs, ins] = [shareSides(scene, 'from'), shareSides(scene, 'to')];
  const lines: PictureItem[] = [];
  const words: PictureItem[] = [];
  for (const edge of scene.edges) {
    const [source, target] = [scene.nodes.get(edge.from), scene.nodes.get(edge.to)];
    if (!source || !target) continue;
    const { from, to, bend } = routeEdge(source, target, outs.get(edge.id) ?? 0, ins.get(edge.id) ?? 0);
    const dim = edge.isDimmed ? DIM : 1;
    const opacity = palette.edgeOpacity[edge.basis] * dim;
    const stroke = { colour: palette.edge, width: edge.width, dash: edgeDash(edge.basis, edge.width), opacity };
    lines.push(pathItem(curvePath(from, to, bend), { stroke }));
    const x = (from[0] + to[0]) / 2 + (bend[0] === bend[1] ? bend[0] * 0.75 : 0);
    const y = (from[1] + to[1]) / 2;
    const text: PictureText = {
      kind: 'text',
      text: edge.label,
      x,
      y: y - edge.width / 2 - 5,
      size: 11,
      font: 'sans',
      colour: palette.ink,
      anchor: 'middle',
      halo: palette.ground,
      opacity: dim,
    };
    words.push(text);
    if (edge.exhibit !== undefined) words.push(...drawFlag(edge.exhibit, x, y - edge.width / 2 - 18, palette));
  }
  return { lines, words };
}
