import { type PictureItem, pathItem } from '../picture/picture.ts';
import { type Route, routePath } from './edge-route.ts';
import { drawFlag, drawWords } from './picture-nodes.ts';
import { mixColour, type PicturePalette } from './picture-palette.ts';
import type { Scene, SceneEdge } from './picture-scene.ts';
import { INFERENCE_MARK } from './picture-stops.ts';
import type { WordPlan } from './place-words.ts';

const DIM = 0.35;
/** Distance of the mark of change from the transaction. */
const CHANGE_OFF = 16;

/** Dashes by how the edge is known. */
export function edgeDash(basis: SceneEdge['basis'], width: number): readonly number[] | undefined {
  if (basis === 'fact') return undefined;
  const unit = Math.max(3, width);
  return basis === 'inference' ? [unit * 1.6, unit] : [Math.max(1.5, width * 0.6), unit];
}

/** Where the mark of change is: on the line, right after its transaction. */
export function changeSpot({ from: [x, y], isBack }: Route): readonly [x: number, y: number] {
  return [x + (isBack ? -CHANGE_OFF : CHANGE_OFF), y];
}

/** Edges with their amounts: lines first, so that no line covers a word. */
export function drawEdges(
  scene: Scene,
  routes: ReadonlyMap<string, Route>,
  plan: WordPlan,
  palette: PicturePalette,
): { lines: PictureItem[]; words: PictureItem[] } {
  const lines: PictureItem[] = [];
  const words: PictureItem[] = [];
  for (const edge of scene.edges.values()) {
    const route = routes.get(edge.id);
    if (!route) continue;
    const dim = edge.isDimmed ? DIM : 1;
    const colour = edge.mark?.colour ? palette.marks[edge.mark.colour] : palette.edge;
    const mixed = mixColour(colour, palette.ground, palette.edgeOpacity[edge.basis]) ?? colour;
    const dash = edgeDash(edge.basis, edge.width);
    const stroke = { colour: mixed, width: edge.width, dash, opacity: dim };
    lines.push(pathItem(routePath(route), { stroke }));
    const texts = drawWords(plan.edges.get(edge.id) ?? [], palette);
    words.push(...texts.map((text) => ({ ...text, opacity: dim })));
    if (edge.change) {
      const [x, y] = changeSpot(route);
      words.push(pathItem(INFERENCE_MARK, { at: { x, y, scale: 1 }, fill: palette.ink, opacity: dim }));
    }
    const [x, y] = route.middle;
    if (edge.mark?.exhibit !== undefined)
      words.push(...drawFlag(edge.mark.exhibit, x, y - edge.width / 2 - 18, palette));
  }
  return { lines, words };
}
