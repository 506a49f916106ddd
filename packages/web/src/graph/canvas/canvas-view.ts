import { type Route, routeEdges } from '@trailmark/drawing/flow/edge-route';
import { changeSpot } from '@trailmark/drawing/flow/picture-edges';
import type { Scene, SceneNode } from '@trailmark/drawing/flow/picture-scene';
import cytoscape, { type Core, type EventObject } from 'cytoscape';
import type { TimeWindow } from '../flow-store.ts';
import { findBeginning } from './begin-view.ts';
import { createCanvasStyle } from './canvas-style.ts';
import type { View } from './draw-ground.ts';
import { Overlay } from './overlay.ts';
import { type Palette, readPalette } from './palette.ts';
import { reroute, syncElements } from './sync-elements.ts';
import type { TimePreview } from './time-preview.ts';
import { strongestWay } from './walk.ts';

/** From so many edges on they are straight: bends cost more than they show. */
const MANY_EDGES = 2_500;
/** From so many on, a picture of the last view is moved until the view rests. */
const TEXTURE_EDGES = 600;
/** From so many on, edges are left out while the view moves. */
const VERY_MANY_EDGES = 4_000;
const ZOOM = { least: 0.05, most: 4 };
/** The view is at rest when nothing moved it for so long. */
const REST_MS = 120;
const PADDING = 48;
/** Distance within which a press on the mark of change counts. */
const CHANGE_REACH = 12;
/** A fit never makes a small graph larger than life. */
const LARGEST_FIT = 1.1;

export interface ViewEvents {
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onMove: (places: Readonly<Record<string, { x: number; y: number }>>) => void;
  readonly onOpen: (id: string) => void;
  readonly onContext: (id: string | undefined, at: { x: number; y: number }) => void;
  readonly onViewport: (zoom: number) => void;
}

interface Layers {
  readonly under: HTMLCanvasElement;
  readonly box: HTMLElement;
  readonly over: HTMLCanvasElement;
  readonly head: HTMLCanvasElement;
}

function extentOf(nodes: Iterable<SceneNode>): Record<'x1' | 'x2' | 'y1' | 'y2', number> {
  const box = { x1: Infinity, x2: -Infinity, y1: Infinity, y2: -Infinity };
  for (const { x, y, width, height } of nodes) {
    box.x1 = Math.min(box.x1, x - width / 2);
    box.x2 = Math.max(box.x2, x + width / 2);
    box.y1 = Math.min(box.y1, y - height / 2);
    box.y2 = Math.max(box.y2, y + height / 2);
  }
  return box;
}

function isAnyDimmed({ nodes, edges }: Scene): boolean {
  return [...nodes.values(), ...edges.values()].some(({ isDimmed }) => isDimmed);
}

/** The drawn canvas: Cytoscape for shapes, lines, touch and selection, with words and signs laid over it. */
export class CanvasView {
  readonly #cy: Core;
  readonly #overlay: Overlay;
  readonly #events: ViewEvents;
  #palette: Palette;
  #scene: Scene | undefined;
  #routes = new Map<string, Route>();
  #current: string | undefined;
  #hovered: string | undefined;
  #focus: ReadonlySet<string> | undefined;
  /** Some elements are dimmed. */
  #hasDim = false;
  /** Selection comes from the store: no news for it. */
  #isApplying = false;
  readonly #watchers = new Set<() => void>();
  readonly #queued = new Set<string>();
  #isMoving = false;
  #preview: { readonly drawing: TimePreview; readonly window: TimeWindow } | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor({ under, box, over, head }: Layers, events: ViewEvents, isStill: boolean) {
    this.#events = events;
    this.#palette = readPalette();
    this.#overlay = new Overlay(under, over, head);
    this.#cy = cytoscape({
      container: box,
      style: createCanvasStyle(this.#palette),
      layout: { name: 'preset', fit: false },
      minZoom: ZOOM.least,
      maxZoom: ZOOM.most,
      selectionType: 'single',
      autoungrabify: isStill,
      boxSelectionEnabled: !isStill,
      pixelRatio: Math.min(2, window.devicePixelRatio || 1),
    });
    this.#listen();
  }

  /** Draws a scene in place of the last one; what both have in common stays as it is. */
  show(scene: Scene): void {
    const before = this.#scene;
    this.#scene = scene;
    this.#routes = routeEdges(scene);
    const isPlain = scene.edges.size > MANY_EDGES;
    this.#isApplying = true;
    this.#cy.batch(() => {
      syncElements(this.#cy, { before, scene, routes: this.#routes, isPlain });
    });
    this.#isApplying = false;
    // Not in the library's types, but read by its renderer at every frame.
    const { renderer } = this.#cy as unknown as { renderer: () => Record<string, boolean> };
    const settings = renderer.call(this.#cy);
    settings.hideEdgesOnViewport = scene.edges.size > VERY_MANY_EDGES;
    settings.textureOnViewport = scene.edges.size > TEXTURE_EDGES;
    this.#overlay.setScene(scene, this.#routes);
    this.#emphasise();
    this.redraw();
    for (const watcher of this.#watchers) watcher();
  }

  select(ids: ReadonlySet<string>): void {
    this.#isApplying = true;
    this.#cy.batch(() => {
      this.#cy.$(':selected').forEach((element) => {
        if (!ids.has(element.id())) element.unselect();
      });
      for (const id of ids) this.#cy.getElementById(id).select();
      this.#cy.edges('.hot').removeClass('hot');
      const { nodes } = this.#scene ?? {};
      if (ids.size > 20 || !this.#scene) return;
      for (const id of ids) {
        if (!nodes?.has(id)) continue;
        for (const step of strongestWay(this.#scene, id)) this.#cy.getElementById(step).filter('edge').addClass('hot');
      }
    });
    this.#isApplying = false;
  }

  /** Node in keyboard focus, ringed. */
  setCurrent(id: string | undefined): void {
    if (this.#current === id) return;
    this.#current = id;
    this.redraw();
  }

  /** Everything else at 35 %; undefined: everything bright. */
  setFocus(ids: ReadonlySet<string> | undefined): void {
    if (this.#focus === ids) return;
    this.#focus = ids;
    this.#emphasise();
    this.redraw();
  }

  /**
   * Paints what a window of time would leave in place of the drawing, as fast as a hand moves it; null brings the drawing back.
   * `create` is called once, when the hand takes hold.
   */
  preview(window: TimeWindow | null, create: (palette: Palette) => TimePreview): void {
    if (!window && !this.#preview) return;
    const shapes = this.#cy.container();
    if (!window) {
      this.#preview = undefined;
      if (shapes) shapes.style.visibility = '';
      this.redraw();
      return;
    }
    const drawing = this.#preview?.drawing ?? create(this.#palette);
    this.#preview = { drawing, window };
    if (shapes) shapes.style.visibility = 'hidden';
    this.redraw();
  }

  /** Colours of another theme. */
  retheme(): void {
    const palette = readPalette();
    // Styling every element again is most of a first paint.
    if (JSON.stringify(palette) === JSON.stringify(this.#palette)) return;
    this.#palette = palette;
    this.#cy.style(createCanvasStyle(this.#palette));
    this.redraw();
  }

  fit(): void {
    this.#cy.resize();
    if (!this.#scene || this.#scene.nodes.size === 0) return;
    // The scene knows its extent; the library would style every element to find it.
    const box = extentOf(this.#scene.nodes.values());
    const level = Math.min(
      LARGEST_FIT,
      (this.#cy.width() - PADDING * 3) / Math.max(1, box.x2 - box.x1 + 140),
      (this.#cy.height() - PADDING * 2.5) / Math.max(1, box.y2 - box.y1 + 60),
    );
    const zoom = Math.max(ZOOM.least, level);
    const pan = {
      x: this.#cy.width() / 2 - ((box.x1 + box.x2) / 2 + 40) * zoom,
      y: this.#cy.height() / 2 - ((box.y1 + box.y2) / 2) * zoom + 16,
    };
    this.#cy.viewport({ zoom, pan });
  }

  /** The whole drawing, or where that would be specks its beginning in a size that can be read. */
  begin(): void {
    this.fit();
    const size = { width: this.#cy.width(), height: this.#cy.height() };
    const found = this.#scene && findBeginning(this.#scene, size, this.#cy.zoom());
    if (found) this.#cy.viewport({ zoom: found.zoom, pan: { ...found.pan } });
  }

  zoomTo(level: number): void {
    const renderedPosition = { x: this.#cy.width() / 2, y: this.#cy.height() / 2 };
    this.#cy.zoom({ level: Math.min(ZOOM.most, Math.max(ZOOM.least, level)), renderedPosition });
  }
  zoomBy(factor: number): void {
    this.zoomTo(this.#cy.zoom() * factor);
  }

  /** Brings nodes into view if they are not; the scale stays unless words would be too small to read. */
  bring(ids: readonly string[], isCentred = false): void {
    const wanted = new Set(ids);
    const found = this.#cy.elements().filter((each) => wanted.has(each.id()));
    if (found.empty()) return;
    const box = found.renderedBoundingBox({ includeLabels: false });
    const isSeen = box.x1 > 60 && box.y1 > 60 && box.x2 < this.#cy.width() - 60 && box.y2 < this.#cy.height() - 40;
    if (isSeen && !isCentred) return;
    if (isCentred && this.#cy.zoom() < 0.6) this.zoomTo(0.9);
    this.#cy.center(found);
  }

  /** Moves the view so that a point of the drawing is in its middle. */
  lookAt(x: number, y: number): void {
    const zoom = this.#cy.zoom();
    this.#cy.pan({ x: this.#cy.width() / 2 - x * zoom, y: this.#cy.height() / 2 - y * zoom });
  }

  get view(): View {
    const { x, y } = this.#cy.pan();
    return { zoom: this.#cy.zoom(), panX: x, panY: y, width: this.#cy.width(), height: this.#cy.height() };
  }
  get scene(): Scene | undefined {
    return this.#scene;
  }
  get palette(): Palette {
    return this.#palette;
  }

  idsInView(): readonly string[] {
    const { zoom, panX, panY, width, height } = this.view;
    return [...(this.#scene?.nodes.values() ?? [])].flatMap(({ id, x, y }) => {
      const [atX, atY] = [x * zoom + panX, y * zoom + panY];
      return atX >= 0 && atY >= 0 && atX <= width && atY <= height ? [id] : [];
    });
  }

  /** Reports every change of view or scene, for the overview. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  redraw(): void {
    if (this.#preview) {
      this.#overlay.drawPreview(this.view, this.#palette, this.#preview.drawing, this.#preview.window);
      return;
    }
    const isDim = (id: string) => this.#focus !== undefined && !this.#focus.has(id);
    this.#overlay.draw(
      this.view,
      this.#palette,
      { current: this.#current, hovered: this.#hovered, isDim },
      this.#isMoving,
    );
  }

  resize(): void {
    this.#cy.resize();
    this.redraw();
  }

  destroy(): void {
    clearTimeout(this.#rest);
    this.#watchers.clear();
    this.#cy.destroy();
  }

  #emphasise(): void {
    const scene = this.#scene;
    if (!scene) return;
    const isDim = (id: string) => this.#focus !== undefined && !this.#focus.has(id);
    const hasDim = this.#focus !== undefined || isAnyDimmed(scene);
    if (!hasDim && !this.#hasDim) return;
    this.#hasDim = hasDim;
    this.#cy.batch(() => {
      this.#cy.elements().forEach((each) => {
        const id = each.id();
        const own = each.isNode() ? scene.nodes.get(id) : scene.edges.get(id);
        each.toggleClass('dim', isDim(id) || (own?.isDimmed ?? false));
      });
    });
  }

  /** Runs once after the events of this moment, however many there are. */
  #soon(name: string, work: () => void): void {
    if (this.#queued.has(name)) return;
    this.#queued.add(name);
    queueMicrotask(() => {
      this.#queued.delete(name);
      if (!this.#cy.destroyed()) work();
    });
  }

  #listen(): void {
    const cy = this.#cy;
    cy.on('render', () => this.redraw());
    let zoom = cy.zoom();
    cy.on('viewport', () => {
      this.#isMoving = true;
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => {
        this.#isMoving = false;
        this.redraw();
      }, REST_MS);
      for (const watcher of this.#watchers) watcher();
      if (zoom === cy.zoom()) return;
      zoom = cy.zoom();
      this.#events.onViewport(zoom);
    });
    cy.on('select unselect', () => {
      if (this.#isApplying) return;
      this.#soon('select', () => this.#events.onSelect(cy.$(':selected').map((each) => each.id())));
    });
    cy.on('drag', 'node', (event: EventObject) => this.#dragged(event.target.id(), event.target.position()));
    const dropped: Record<string, { x: number; y: number }> = {};
    cy.on('dragfree', 'node', (event: EventObject) => {
      const { x, y } = event.target.position();
      dropped[event.target.id()] = { x: Math.round(x), y: Math.round(y) };
      this.#soon('move', () => {
        this.#events.onMove({ ...dropped });
        for (const id of Object.keys(dropped)) delete dropped[id];
      });
    });
    cy.on('mouseover', 'node, edge', (event: EventObject) => this.#hover(event.target.id()));
    cy.on('mouseout', 'node, edge', () => this.#hover(undefined));
    cy.on('tap', 'edge', (event: EventObject) => this.#tapped(event.target.id(), event.position));
    cy.on('dbltap', 'node, edge', (event: EventObject) => this.#events.onOpen(event.target.id()));
    cy.on('cxttap taphold', (event: EventObject) => {
      const { clientX, clientY, touches } = event.originalEvent as MouseEvent & Partial<TouchEvent>;
      const at = touches?.[0] ?? { clientX, clientY };
      this.#events.onContext(event.target === cy ? undefined : event.target.id(), { x: at.clientX, y: at.clientY });
    });
  }

  #hover(id: string | undefined): void {
    if (this.#hovered === id) return;
    this.#hovered = id;
    this.redraw();
  }

  /** The mark of change belongs to its transaction, where the choice is shown and can be changed. */
  #tapped(id: string, { x, y }: { readonly x: number; readonly y: number }): void {
    const edge = this.#scene?.edges.get(id);
    const route = this.#routes.get(id);
    if (!edge?.change || !route) return;
    const [atX, atY] = changeSpot(route);
    if (Math.hypot(x - atX, y - atY) > CHANGE_REACH) return;
    this.#soon('select', () => this.#events.onSelect([edge.from]));
  }

  #dragged(id: string, { x, y }: { readonly x: number; readonly y: number }): void {
    const scene = this.#scene;
    const node = scene?.nodes.get(id);
    if (!scene || !node) return;
    node.x = x;
    node.y = y;
    const routes = routeEdges(scene, [id]);
    for (const [edge, route] of routes) this.#routes.set(edge, route);
    this.#overlay.forgetRoom();
    this.#cy.batch(() => reroute(this.#cy, routes, scene));
  }
}
