import {
  drawGroups,
  drawHopRules,
  type GroupBox,
  type HopRule,
  listGroupBoxes,
  listHopRules,
  type View,
} from './draw-ground.ts';
import { drawBadge, drawColourSign, drawFlag, drawInside } from './draw-marks.ts';
import { drawNote, drawValue, drawWords } from './draw-words.ts';
import { middleOf, type Route } from './edge-route.ts';
import type { Palette } from './palette.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';

/** Below, only shapes and flags. */
const WORDS_FROM = 0.35;
/** Below, no quiet lines and no amounts. */
const LINES_FROM = 0.6;
/** Below, shapes would be specks: a dot of readable size stands for each. */
const SHAPES_FROM = 0.2;
const DOT_PX = 3;
/** Room a node's words may take, in pixels of the drawing. */
const REACH_X = 240;
const REACH_Y = 90;
/** A drawing that takes longer, in ms, is moved along with the view instead of being made anew every frame. */
const SLOW_MS = 4;
/** But made anew at least so often. */
const OLDEST_MS = 300;

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Emphasis {
  /** Node the keyboard stands at. */
  readonly current: string | undefined;
  readonly isDim: (id: string) => boolean;
}

function fitCanvas(canvas: HTMLCanvasElement, { width, height }: View, ratio: number): CanvasRenderingContext2D | null {
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  return canvas.getContext('2d');
}

/** Words, signs and rules around the shapes: two canvases, one below and one above the drawing library's own. */
export class Overlay {
  readonly #under: HTMLCanvasElement;
  readonly #over: HTMLCanvasElement;
  #scene: Scene | undefined;
  #routes: ReadonlyMap<string, Route> = new Map();
  #rules: readonly HopRule[] = [];
  #boxes: readonly GroupBox[] = [];
  /** What the words were last drawn for, when, and how long it took. */
  #last: { readonly view: View; readonly at: number; readonly cost: number } | undefined;

  constructor(under: HTMLCanvasElement, over: HTMLCanvasElement) {
    this.#under = under;
    this.#over = over;
  }

  setScene(scene: Scene, routes: ReadonlyMap<string, Route>): void {
    this.#scene = scene;
    this.#routes = routes;
    this.#rules = listHopRules(scene);
    this.#boxes = listGroupBoxes(scene);
  }

  draw(view: View, palette: Palette, emphasis: Emphasis, isMoving = false): void {
    const scene = this.#scene;
    if (!scene || view.width === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.#drawUnder(view, palette, ratio);
    const started = performance.now();
    if (isMoving && this.#shift(view, started)) return;
    const over = fitCanvas(this.#over, view, ratio);
    if (!over) return;
    this.#over.style.transform = '';
    over.setTransform(1, 0, 0, 1, 0, 0);
    over.clearRect(0, 0, over.canvas.width, over.canvas.height);
    over.setTransform(ratio * view.zoom, 0, 0, ratio * view.zoom, ratio * view.panX, ratio * view.panY);
    this.#drawOver(over, scene, view, palette, emphasis);
    const at = performance.now();
    this.#last = { view, at, cost: at - started };
  }

  #drawUnder(view: View, palette: Palette, ratio: number): void {
    const under = fitCanvas(this.#under, view, ratio);
    if (!under) return;
    under.setTransform(ratio, 0, 0, ratio, 0, 0);
    under.clearRect(0, 0, view.width, view.height);
    drawHopRules(under, this.#rules, view, palette);
    under.setTransform(ratio * view.zoom, 0, 0, ratio * view.zoom, ratio * view.panX, ratio * view.panY);
    drawGroups(under, this.#boxes, palette);
  }

  /** Moves the last drawing to where it belongs now; false where it must be made anew. */
  #shift(view: View, now: number): boolean {
    const last = this.#last;
    if (!last || last.cost < SLOW_MS || now - last.at > OLDEST_MS + last.cost * 4) return false;
    const scale = view.zoom / last.view.zoom;
    const x = view.panX - last.view.panX * scale;
    const y = view.panY - last.view.panY * scale;
    this.#over.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`;
    return true;
  }

  #drawOver(pen: CanvasRenderingContext2D, scene: Scene, view: View, palette: Palette, emphasis: Emphasis): void {
    const bounds = toBounds(view);
    const isSeen = ({ x, y }: { readonly x: number; readonly y: number }) =>
      x > bounds.left && x < bounds.right && y > bounds.top && y < bounds.bottom;
    if (view.zoom >= LINES_FROM) {
      for (const edge of scene.edges.values()) this.#drawEdge(pen, edge, scene, palette, emphasis, isSeen);
    }
    for (const node of scene.nodes.values()) {
      if (!isSeen(node)) continue;
      pen.globalAlpha = node.isDimmed || emphasis.isDim(node.id) ? 0.35 : 1;
      drawNode(pen, node, palette, view.zoom);
    }
    pen.globalAlpha = 1;
    const current = scene.nodes.get(emphasis.current ?? '');
    if (current) drawFocus(pen, current, palette, view.zoom);
  }

  #drawEdge(
    pen: CanvasRenderingContext2D,
    edge: SceneEdge,
    scene: Scene,
    palette: Palette,
    emphasis: Emphasis,
    isSeen: (at: { readonly x: number; readonly y: number }) => boolean,
  ): void {
    const route = this.#routes.get(edge.id);
    const [source, target] = [scene.nodes.get(edge.from), scene.nodes.get(edge.to)];
    if (!route || !source || !target) return;
    const middle = middleOf(route, source, target);
    if (!isSeen(middle)) return;
    pen.globalAlpha = edge.isDimmed || emphasis.isDim(edge.id) ? 0.35 : 1;
    drawValue(pen, edge, route, scene, palette);
    if (edge.exhibit !== undefined) drawFlag(pen, middle.x, middle.y - 18, edge.exhibit, palette);
  }
}

function toBounds({ zoom, panX, panY, width, height }: View): Bounds {
  return {
    left: -panX / zoom - REACH_X,
    right: (width - panX) / zoom + REACH_X,
    top: -panY / zoom - REACH_Y,
    bottom: (height - panY) / zoom + REACH_Y,
  };
}

function drawDot(
  pen: CanvasRenderingContext2D,
  node: SceneNode,
  { token, family, colour }: Palette,
  zoom: number,
): void {
  const size = DOT_PX / zoom;
  const own = node.colour ? colour[node.colour] : family[node.family ?? ''];
  pen.fillStyle = own ?? (node.isSeed ? token.text : token.control);
  pen.fillRect(node.x - size / 2, node.y - size / 2, size, size);
}

/** Flags are what is read from afar: they do not get smaller than this part of their size. */
const LEAST_FLAG = 0.8;

function drawNodeFlag(
  pen: CanvasRenderingContext2D,
  { x, y, height }: SceneNode,
  exhibit: number,
  palette: Palette,
  zoom: number,
) {
  const scale = Math.max(1, LEAST_FLAG / zoom);
  pen.save();
  pen.translate(x, y - height / 2 - 5);
  pen.scale(scale, scale);
  drawFlag(pen, 0, 0, exhibit, palette);
  pen.restore();
}

function drawNode(pen: CanvasRenderingContext2D, node: SceneNode, palette: Palette, zoom: number): void {
  if (zoom < SHAPES_FROM && node.shape !== 'bar') drawDot(pen, node, palette, zoom);
  if (zoom >= WORDS_FROM || node.shape === 'gap') drawInside(pen, node, palette);
  if (node.exhibit !== undefined) drawNodeFlag(pen, node, node.exhibit, palette, zoom);
  if (zoom < WORDS_FROM) return;
  drawBadge(pen, node, palette);
  drawColourSign(pen, node, palette);
  drawWords(pen, node, palette, zoom >= LINES_FROM);
  if (zoom >= LINES_FROM) drawNote(pen, node, palette);
}

function drawFocus(pen: CanvasRenderingContext2D, node: SceneNode, { token }: Palette, zoom: number): void {
  const off = 8;
  pen.strokeStyle = token.focus;
  pen.lineWidth = 2 / Math.min(1, zoom);
  pen.setLineDash([5, 3]);
  pen.beginPath();
  pen.roundRect(
    node.x - node.width / 2 - off,
    node.y - node.height / 2 - off,
    node.width + off * 2,
    node.height + off * 2,
    8,
  );
  pen.stroke();
  pen.setLineDash([]);
}
