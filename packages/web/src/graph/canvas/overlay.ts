import type { Route } from '@trailmark/drawing/flow/edge-route';
import { type HopRule, listHopRules } from '@trailmark/drawing/flow/hop-rules';
import type { Scene, SceneEdge, SceneNode } from '@trailmark/drawing/flow/picture-scene';
import { planWords, type WordPlan } from '@trailmark/drawing/flow/place-words';
import type { TimeWindow } from '../flow-store.ts';
import { drawGroups, drawHopRules, type GroupBox, HEAD, listGroupBoxes, type View } from './draw-ground.ts';
import { drawBadge, drawChange, drawColourSign, drawFlag, drawInside } from './draw-marks.ts';
import { drawLines, drawNote, drawTip } from './draw-words.ts';
import type { Palette } from './palette.ts';
import type { TimePreview } from './time-preview.ts';

/** Below, only shapes, flags and the names that find room. */
const WORDS_FROM = 0.35;
/** Below, no names, and none at all before this where there are many nodes. */
const NAMES_FROM = 0.2;
const MANY_NODES = 1_500;
/** Up to so many nodes room for words is found within a frame. */
const FEW_NODES = 250;
/** Below, no quiet lines and no amounts. */
const LINES_FROM = 0.6;
/** Below, shapes would be specks: a dot of readable size represents each. */
const SHAPES_FROM = 0.2;
const DOT_PX = 3;
/** Words do not get smaller than this part of their size, as long as there is room. */
const LEAST_WORDS = 0.85;
/** Room is searched again when the scale has changed by so much (a power of two). */
const PLAN_STEP = 1 / 6;
/** Room a node's words may take, in pixels of the drawing. */
const REACH_X = 240;
const REACH_Y = 90;
/** A drawing that takes longer, in ms, is moved along with the view instead of being drawn again every frame. */
const SLOW_MS = 4;
/** But drawn again at least so often. */
const OLDEST_MS = 300;

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Emphasis {
  /** Node in keyboard focus. */
  readonly current: string | undefined;
  /** Node or edge the pointer is at. */
  readonly hovered: string | undefined;
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

/** Words, signs and rules around the shapes: canvases below and above the drawing library's own, and one for the heads of columns. */
export class Overlay {
  readonly #under: HTMLCanvasElement;
  readonly #over: HTMLCanvasElement;
  readonly #head: HTMLCanvasElement;
  #scene: Scene | undefined;
  #routes: ReadonlyMap<string, Route> = new Map();
  #rules: readonly HopRule[] = [];
  #boxes: readonly GroupBox[] = [];
  #isMoving = false;
  #plan: { readonly step: number; readonly plan: WordPlan } | undefined;
  /** Drawn faint on the lower canvas. */
  #previewed: TimePreview | undefined;
  /** What the words were last drawn for, when, and how long it took. */
  #last: { readonly view: View; readonly at: number; readonly cost: number } | undefined;

  constructor(under: HTMLCanvasElement, over: HTMLCanvasElement, head: HTMLCanvasElement) {
    this.#under = under;
    this.#over = over;
    this.#head = head;
  }

  setScene(scene: Scene, routes: ReadonlyMap<string, Route>): void {
    this.#scene = scene;
    this.#routes = routes;
    this.#rules = listHopRules(scene);
    this.#boxes = listGroupBoxes(scene);
    this.#plan = undefined;
  }

  /** Lines moved, as when a node is dragged: room for words is searched again. */
  forgetRoom(): void {
    this.#plan = undefined;
  }

  draw(view: View, palette: Palette, emphasis: Emphasis, isMoving = false): void {
    const scene = this.#scene;
    if (!scene || view.width === 0) return;
    this.#previewed = undefined;
    this.#isMoving = isMoving;
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

  /** Paints what a window of time would leave; all of the drawing, faint, is painted once a view. */
  drawPreview(view: View, palette: Palette, preview: TimePreview, window: TimeWindow): void {
    const ratio = Math.min(2, globalThis.window.devicePixelRatio || 1);
    if (this.#previewed !== preview) {
      this.#drawUnder(view, palette, ratio);
      const under = this.#under.getContext('2d');
      if (under) preview.drawWhole(under, palette, view.zoom);
      this.#previewed = preview;
    }
    const over = fitCanvas(this.#over, view, ratio);
    if (!over) return;
    this.#over.style.transform = '';
    over.setTransform(1, 0, 0, 1, 0, 0);
    over.clearRect(0, 0, over.canvas.width, over.canvas.height);
    over.setTransform(ratio * view.zoom, 0, 0, ratio * view.zoom, ratio * view.panX, ratio * view.panY);
    preview.drawInside(over, window, palette, view.zoom);
  }

  #drawUnder(view: View, palette: Palette, ratio: number): void {
    const under = fitCanvas(this.#under, view, ratio);
    const head = fitCanvas(this.#head, { ...view, height: HEAD }, ratio);
    if (!under || !head) return;
    head.setTransform(ratio, 0, 0, ratio, 0, 0);
    head.clearRect(0, 0, view.width, HEAD);
    under.setTransform(ratio, 0, 0, ratio, 0, 0);
    under.clearRect(0, 0, view.width, view.height);
    drawHopRules(under, head, this.#rules, view, palette);
    under.setTransform(ratio * view.zoom, 0, 0, ratio * view.zoom, ratio * view.panX, ratio * view.panY);
    drawGroups(under, this.#boxes, palette);
  }

  /** Moves the last drawing to where it belongs now; false where it must be drawn again. */
  #shift(view: View, now: number): boolean {
    const last = this.#last;
    if (!last || last.cost < SLOW_MS || now - last.at > OLDEST_MS + last.cost * 4) return false;
    const scale = view.zoom / last.view.zoom;
    const x = view.panX - last.view.panX * scale;
    const y = view.panY - last.view.panY * scale;
    this.#over.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`;
    return true;
  }

  /** Words that have room at a scale; the same for all scales of a step, so that nothing flickers while zooming. */
  #wordsAt(scene: Scene, zoom: number): WordPlan | undefined {
    if (zoom < (scene.nodes.size > MANY_NODES ? WORDS_FROM : NAMES_FROM)) return undefined;
    const withLines = zoom >= LINES_FROM;
    const step = Math.floor(Math.log2(zoom) / PLAN_STEP) * 4 + Number(withLines) + Number(zoom < WORDS_FROM) * 2;
    if (this.#plan?.step === step) return this.#plan.plan;
    // Room is looked for when the view rests: until then the words of the last scale do.
    if (this.#isMoving && scene.nodes.size > FEW_NODES) return this.#plan?.plan;
    const rules = { scale: wordScale(zoom), withLines, withAmounts: withLines, onlyNames: zoom < WORDS_FROM };
    this.#plan = { step, plan: planWords(scene, this.#routes, rules) };
    return this.#plan.plan;
  }

  #drawOver(pen: CanvasRenderingContext2D, scene: Scene, view: View, palette: Palette, emphasis: Emphasis): void {
    const bounds = toBounds(view);
    const isSeen = ({ x, y }: { readonly x: number; readonly y: number }) =>
      x > bounds.left && x < bounds.right && y > bounds.top && y < bounds.bottom;
    const plan = this.#wordsAt(scene, view.zoom);
    if (plan) for (const edge of scene.edges.values()) this.#drawEdge(pen, edge, plan, palette, emphasis, isSeen);
    for (const node of scene.nodes.values()) {
      if (!isSeen(node)) continue;
      pen.globalAlpha = node.isDimmed || emphasis.isDim(node.id) ? 0.35 : 1;
      drawNode(pen, node, palette, view.zoom);
      if (plan) drawLines(pen, plan.nodes.get(node.id) ?? [], palette);
    }
    pen.globalAlpha = 1;
    const current = scene.nodes.get(emphasis.current ?? '');
    if (current) drawFocus(pen, current, palette, view.zoom);
    this.#drawHovered(pen, emphasis.hovered, scene, view, palette);
  }

  #drawEdge(
    pen: CanvasRenderingContext2D,
    edge: SceneEdge,
    plan: WordPlan,
    palette: Palette,
    emphasis: Emphasis,
    isSeen: (at: { readonly x: number; readonly y: number }) => boolean,
  ): void {
    const route = this.#routes.get(edge.id);
    if (!route) return;
    const [x, y] = route.middle;
    if (!isSeen({ x, y })) return;
    pen.globalAlpha = edge.isDimmed || emphasis.isDim(edge.id) ? 0.35 : 1;
    drawLines(pen, plan.edges.get(edge.id) ?? [], palette);
    if (edge.change) drawChange(pen, route, palette);
    if (edge.mark?.exhibit !== undefined) drawFlag(pen, x, y - 18, edge.mark.exhibit, palette);
  }

  /** The words of whatever the pointer is at, in pixels of the screen. */
  #drawHovered(
    pen: CanvasRenderingContext2D,
    id: string | undefined,
    scene: Scene,
    { zoom, panX, panY }: View,
    palette: Palette,
  ): void {
    const [node, edge] = [scene.nodes.get(id ?? ''), scene.edges.get(id ?? '')];
    const route = edge && this.#routes.get(edge.id);
    const texts = node ? tipOfNode(node, scene) : edge ? tipOfEdge(edge) : [];
    const at = node ? [node.x, node.y - node.height / 2] : route?.middle;
    if (!at || texts.length === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawTip(pen, texts, (at[0] ?? 0) * zoom + panX, (at[1] ?? 0) * zoom + panY, palette);
  }
}

function wordScale(zoom: number): number {
  const step = 2 ** (Math.floor(Math.log2(zoom) / PLAN_STEP) * PLAN_STEP);
  return Math.max(1, LEAST_WORDS / step);
}

function tipOfEdge({ label, below, change }: SceneEdge): readonly string[] {
  const words = { rules: 'Taken for change by a rule', examiner: 'Taken for change by the examiner' };
  return [label, ...(below === null ? [] : [below]), ...(change ? [words[change]] : [])];
}

function tipOfNode({ id, words, shape }: SceneNode, { ins, outs }: Scene): readonly string[] {
  const [paid, left] = [ins.get(id) ?? [], outs.get(id) ?? []];
  const only = (edges: readonly SceneEdge[]) =>
    edges.length === 1 ? (edges[0]?.label ?? '') : `${edges.length} payments`;
  const flows = [...(paid.length > 0 ? [`In: ${only(paid)}`] : []), ...(left.length > 0 ? [`Out: ${only(left)}`] : [])];
  return [words.title === '' && shape === 'bar' ? 'Transaction' : words.title, ...words.lines, ...flows];
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
  const own = node.mark?.colour ? colour[node.mark.colour] : family[node.family ?? ''];
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
  if (zoom >= SHAPES_FROM || node.shape === 'gap') drawInside(pen, node, palette);
  if (node.mark?.exhibit !== undefined) drawNodeFlag(pen, node, node.mark.exhibit, palette, zoom);
  if (zoom < WORDS_FROM) return;
  drawBadge(pen, node, palette);
  drawColourSign(pen, node, palette);
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
