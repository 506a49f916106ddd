import type { FlowDocument, FlowMode } from '@trailmark/core/flow/flow-document';
import { routeEdges, routePath } from '@trailmark/drawing/flow/edge-route';
import { edgeDash } from '@trailmark/drawing/flow/picture-edges';
import { mixColour } from '@trailmark/drawing/flow/picture-palette';
import { createScene, type Scene, type SceneEdge, type SceneNode } from '@trailmark/drawing/flow/picture-scene';
import type { RelationOptions } from '@trailmark/drawing/flow/to-relations';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import type { TimeWindow } from '../flow-store.ts';
import type { Palette } from './palette.ts';

interface Timed {
  readonly edge: SceneEdge;
  readonly path: Path2D;
  readonly first: number;
  readonly last: number;
  readonly colour: string;
  readonly dash: number[];
}

const SHARE = { fact: 0.2, inference: 0.34, claim: 0.55 } as const;
const FAINT = 0.3;
/** As in the drawing: below this scale places are specks of so many pixels. */
const SHAPES_FROM = 0.2;
const SPECK = 3;
const ROUND: ReadonlySet<string> = new Set(['disc', 'subject', 'end', 'cluster']);

function colourOfLine({ basis, mark }: SceneEdge, { token, colour }: Palette): string {
  const own = mark?.colour ? colour[mark.colour] : token.text;
  return mixColour(own, token.canvas, SHARE[basis]) ?? own;
}

/** A drawing as it is without a filter of time, of which any window can be painted within a frame: lines and shapes, no words. */
export class TimePreview {
  readonly #scene: Scene;
  readonly #edges: readonly Timed[];
  /** Shapes that are shown whatever the window: beginnings, what somebody marked, and what no payment leads to. */
  readonly #standing: readonly SceneNode[];

  constructor(document: FlowDocument, mode: FlowMode, options: RelationOptions, palette: Palette) {
    const filters = { ...document.filters, fromTime: null, toTime: null };
    const whole = visibleGraph({ ...document, filters }, mode, options);
    const scene = createScene(document, whole);
    const routes = routeEdges(scene);
    this.#scene = scene;
    this.#edges = whole.edges.flatMap(({ edge: { id, firstTime, lastTime } }): Timed[] => {
      const [edge, route] = [scene.edges.get(id), routes.get(id)];
      if (!edge || !route) return [];
      const [first, last] = [firstTime ?? Number.NEGATIVE_INFINITY, lastTime ?? Number.POSITIVE_INFINITY];
      const colour = colourOfLine(edge, palette);
      const dash = [...(edgeDash(edge.basis, edge.width) ?? [])];
      return [{ edge, path: new Path2D(routePath(route)), first, last, colour, dash }];
    });
    const hangs = new Set(this.#edges.flatMap(({ edge: { from, to } }) => [from, to]));
    this.#standing = [...scene.nodes.values()].filter(({ id, isSeed, mark }) => isSeed || mark || !hangs.has(id));
  }

  /** All of it, faint: what a window can be moved over. */
  drawWhole(pen: CanvasRenderingContext2D, palette: Palette, zoom: number): void {
    pen.globalAlpha = FAINT;
    for (const each of this.#edges) drawLine(pen, each);
    drawShapes(pen, this.#scene.nodes.values(), palette, zoom);
    pen.globalAlpha = 1;
  }

  /** What a window leaves of it. */
  drawInside(pen: CanvasRenderingContext2D, window: TimeWindow, palette: Palette, zoom: number): void {
    const nodes = new Set(this.#standing);
    for (const each of this.#edges) {
      if (each.last < window.from || each.first > window.to) continue;
      drawLine(pen, each);
      for (const id of [each.edge.from, each.edge.to]) {
        const node = this.#scene.nodes.get(id);
        if (node) nodes.add(node);
      }
    }
    drawShapes(pen, nodes, palette, zoom);
  }
}

function drawLine(pen: CanvasRenderingContext2D, { edge, path, colour, dash }: Timed): void {
  pen.strokeStyle = colour;
  pen.lineWidth = edge.width;
  pen.setLineDash(dash);
  pen.stroke(path);
}

function colourOf({ mark, family }: SceneNode, palette: Palette, other: string): string {
  return (mark?.colour ? palette.colour[mark.colour] : palette.family[family ?? '']) ?? other;
}

function drawBar(pen: CanvasRenderingContext2D, node: SceneNode, palette: Palette): void {
  pen.fillStyle = colourOf(node, palette, palette.token.text);
  pen.fillRect(node.x - node.width / 2, node.y - node.height / 2, node.width, node.height);
}

function drawSpeck(pen: CanvasRenderingContext2D, node: SceneNode, palette: Palette, size: number): void {
  pen.fillStyle = colourOf(node, palette, node.isSeed ? palette.token.text : palette.token.control);
  pen.fillRect(node.x - size / 2, node.y - size / 2, size, size);
}

function drawOutline(pen: CanvasRenderingContext2D, node: SceneNode, palette: Palette): void {
  const { x, y, shape, width, height, isSeed } = node;
  pen.strokeStyle = colourOf(node, palette, palette.token.text);
  pen.fillStyle = palette.token.surface;
  pen.beginPath();
  if (ROUND.has(shape)) pen.arc(x, y, width / 2, 0, Math.PI * 2);
  else pen.roundRect(x - width / 2, y - height / 2, width, height, shape === 'capsule' ? height / 2 : 4);
  pen.fill();
  pen.stroke();
  if (!isSeed) return;
  pen.fillStyle = pen.strokeStyle;
  pen.beginPath();
  pen.arc(x, y, height / 4, 0, Math.PI * 2);
  pen.fill();
}

/** Places are specks from afar, as in the drawing itself. */
function drawShapes(pen: CanvasRenderingContext2D, nodes: Iterable<SceneNode>, palette: Palette, zoom: number): void {
  pen.setLineDash([]);
  pen.lineWidth = 1.5;
  const isFar = zoom < SHAPES_FROM;
  for (const node of nodes) {
    if (node.shape === 'bar') drawBar(pen, node, palette);
    else if (isFar) drawSpeck(pen, node, palette, SPECK / zoom);
    else drawOutline(pen, node, palette);
  }
}
