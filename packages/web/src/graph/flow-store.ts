import type { FlowHistory } from '@trailmark/api/contract/flow';
import type { FlowDocument, FlowLogEntry, FlowMode, FlowPlace } from '@trailmark/core/flow/flow-document';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import { mergeGraph } from '@trailmark/core/flow/merge-graph';
import { placeKey, visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { toLayoutInput } from '@trailmark/drawing/layout/layout-input';
import type { LayoutInput, Places } from '@trailmark/drawing/layout/layout-job';
import { type Arrangement, arrangePlaces } from './arrange.ts';
import { amendAct, EMPTY_HISTORY, type FlowDraft, recordAct, type Step, stepHistory } from './flow-history.ts';
import { runLayout } from './layout/run-layout.ts';

/** What a canvas shows at one moment; a new object after every change, with the unchanged parts kept. */
export interface FlowState {
  readonly document: FlowDocument;
  readonly selection: ReadonlySet<string>;
  readonly history: FlowHistory;
  /** A window of time in seconds that a hand is just dragging: shown in outline, not yet done. */
  readonly preview: TimeWindow | null;
}

export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

export interface FlowStoreOptions {
  readonly layout?: (input: LayoutInput) => Promise<Places>;
  /** Seconds. */
  readonly now?: () => number;
}

export type LogDraft = Omit<FlowLogEntry, 'number' | 'nodes' | 'edges'>;

function isHeld({ nodes, edges }: FlowDocument, id: string): boolean {
  return Object.hasOwn(nodes, id) || Object.hasOwn(edges, id);
}

/** A place as it comes back from being saved: JSON knows no negative zero. */
function spot(x: number, y: number): Pick<FlowPlace, 'x' | 'y'> {
  return { x: x + 0, y: y + 0 };
}

/**
 * The one place where a canvas changes. It is outside of React: everything that is done goes through `act` and can be
 * undone, one step after the other, also after a reload.
 */
export class FlowStore {
  #state: FlowState;
  readonly #listeners = new Set<() => void>();
  readonly #layout: (input: LayoutInput) => Promise<Places>;
  readonly #now: () => number;
  /** Additions wait for each other, because each needs the places of the one before. */
  #queue: Promise<void> = Promise.resolve();

  constructor(document: FlowDocument, history: FlowHistory = EMPTY_HISTORY, options: FlowStoreOptions = {}) {
    const cursor = Math.min(history.cursor, history.entries.length);
    this.#state = { document, history: { ...history, cursor }, selection: new Set(), preview: null };
    this.#layout = options.layout ?? runLayout;
    this.#now = options.now ?? (() => Math.floor(Date.now() / 1000));
  }

  get state(): FlowState {
    return this.#state;
  }
  get document(): FlowDocument {
    return this.#state.document;
  }
  get selection(): ReadonlySet<string> {
    return this.#state.selection;
  }
  get history(): FlowHistory {
    return this.#state.history;
  }
  get canUndo(): boolean {
    return this.history.cursor > 0;
  }
  get canRedo(): boolean {
    return this.history.cursor < this.history.entries.length;
  }
  /** What the next undo takes back, and the next redo brings, in the words of the act. */
  get undoLabel(): string | undefined {
    return this.history.entries[this.history.cursor - 1]?.label;
  }
  get redoLabel(): string | undefined {
    return this.history.entries[this.history.cursor]?.label;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes the document as one step that can be undone. Label: what was done, "Label 3 addresses". */
  act(label: string, change: (draft: FlowDraft) => void): void {
    this.#take(recordAct(this.#state, label, this.#now(), change));
  }

  /** Shows what a window of time would leave, without doing it; null takes that away. */
  preview(window: TimeWindow | null): void {
    if (window !== this.#state.preview) this.#set({ ...this.#state, preview: window });
  }

  /**
   * Brings a graph onto the canvas with an entry in the log. What is there keeps its place, marks and pins; what is new is
   * put next to its neighbours. Rejects with a sentence where the canvas would be too full.
   */
  addGraph(label: string, graph: FlowGraph, log: LogDraft): Promise<void> {
    return this.#enqueue(async () => {
      const merged = this.#merge(graph);
      const places = await this.#placeMissing(merged);
      // Something may have been done meanwhile: the merge is made again on what is there now.
      const { assets, nodes, edges } = mergeGraph(this.document, graph);
      this.act(label, (draft) => {
        for (const asset of assets) draft.assets[asset.id] = asset;
        for (const node of nodes) draft.nodes[node.id] = node as FlowDraft['nodes'][string];
        for (const edge of edges) draft.edges[edge.id] = edge as FlowDraft['edges'][string];
        for (const [key, place] of Object.entries(places))
          draft.places[key] ??= { ...place, ...spot(place.x, place.y) };
        draft.log.push({
          ...log,
          number: (draft.log.at(-1)?.number ?? 0) + 1,
          nodes: graph.nodes.length,
          edges: graph.edges.length,
        } as FlowDraft['log'][number]);
      });
    });
  }

  /** Gives whatever the mode draws without a place one, as part of the last act. Nothing that has a place moves. */
  placeMissing(mode: FlowMode = this.document.mode): Promise<void> {
    return this.#enqueue(async () => {
      const places = await this.#placeMissing(this.document, mode);
      if (Object.keys(places).length === 0) return;
      this.#take(
        amendAct(this.#state, (draft) => {
          for (const [key, place] of Object.entries(places))
            draft.places[key] ??= { ...place, ...spot(place.x, place.y) };
        }),
      );
    });
  }

  /** Lays everything out again that is not pinned. */
  relayout(label = 'Lay out again', mode: FlowMode = this.document.mode): Promise<void> {
    return this.#enqueue(async () => {
      const input = toLayoutInput(visibleGraph(this.document, mode), mode, { keep: 'pinned' });
      const places = await this.#layout(input);
      this.act(label, (draft) => {
        for (const [id, { x, y }] of Object.entries(places)) {
          const key = placeKey(mode, id);
          if (!draft.places[key]?.pinned) draft.places[key] = spot(x, y);
        }
      });
    });
  }

  /** Lines up or spreads places; what was arranged by hand is pinned. */
  arrange(how: Arrangement, ids: Iterable<string>, mode: FlowMode = this.document.mode): void {
    const held = [...ids].flatMap((id): [string, FlowPlace][] => {
      const key = placeKey(mode, id);
      const place = this.document.places[key];
      return place ? [[key, place]] : [];
    });
    const words = { 'align-x': 'Align in a column', 'align-y': 'Align in a row', spread: 'Spread evenly' };
    this.act(`${words[how]}: ${held.length} nodes`, (draft) => {
      for (const [key, { x, y }] of arrangePlaces(how, held)) draft.places[key] = { ...spot(x, y), pinned: true };
    });
  }

  /** Moves places by hand, which pins them. Keys are node ids. */
  move(places: Readonly<Record<string, { readonly x: number; readonly y: number }>>, mode: FlowMode): void {
    const moved = Object.entries(places);
    const label = moved.length === 1 ? 'Move a node' : `Move ${moved.length} nodes`;
    this.act(label, (draft) => {
      for (const [id, { x, y }] of moved) draft.places[placeKey(mode, id)] = { ...spot(x, y), pinned: true };
    });
  }

  /** Gives nodes or edges the next exhibit numbers; a number that was given is never given again. */
  exhibit(ids: readonly string[]): void {
    const open = ids.filter((id) => isHeld(this.document, id) && this.document.marks[id]?.exhibit === undefined);
    if (open.length === 0) return;
    this.act(open.length === 1 ? 'Number an exhibit' : `Number ${open.length} exhibits`, (draft) => {
      for (const id of open) {
        draft.exhibits += 1;
        draft.marks[id] = { ...draft.marks[id], exhibit: draft.exhibits };
      }
    });
  }

  /** Selects nodes and edges by id; not an act, so not undone. */
  select(ids: Iterable<string>, mode: 'set' | 'add' | 'toggle' = 'set'): void {
    const next = new Set(mode === 'set' ? [] : this.selection);
    for (const id of ids) {
      if (mode === 'toggle' && next.has(id)) next.delete(id);
      else next.add(id);
    }
    if (next.size === this.selection.size && [...next].every((id) => this.selection.has(id))) return;
    this.#set({ ...this.#state, selection: next });
  }

  undo(): void {
    this.#step('back');
  }
  redo(): void {
    this.#step('on');
  }

  /** Another document in place of this one, as after a restore: selection and unsaved steps go. */
  replace(document: FlowDocument, history: FlowHistory = EMPTY_HISTORY): void {
    this.#set({ document, history, selection: new Set(), preview: null });
  }

  #step(by: 'back' | 'on'): void {
    // Numbers of exhibits stay given, so that a report never meets the same one twice.
    const given = this.document.exhibits;
    const step = stepHistory(this.#state, by);
    if (step) this.#take({ ...step, document: keepExhibits(step.document, given) });
  }

  #merge(graph: FlowGraph): FlowDocument {
    const { document } = this;
    const { nodes, edges } = mergeGraph(document, graph);
    return {
      ...document,
      nodes: { ...document.nodes, ...Object.fromEntries(nodes.map((node) => [node.id, node])) },
      edges: { ...document.edges, ...Object.fromEntries(edges.map((edge) => [edge.id, edge])) },
    };
  }

  async #placeMissing(document: FlowDocument, mode: FlowMode = document.mode): Promise<Record<string, FlowPlace>> {
    const input = toLayoutInput(visibleGraph(document, mode), mode, { keep: 'all' });
    if (input.nodes.every(({ place }) => place)) return {};
    const found = await this.#layout(input);
    return Object.fromEntries(
      input.nodes.flatMap(({ id, place }) => {
        const free = found[id];
        return place || !free ? [] : [[placeKey(mode, id), free]];
      }),
    );
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #take({ document, history }: Step): void {
    if (document === this.document && history === this.history) return;
    // Relations and merged services are selected by ids that no document holds.
    const before = this.document;
    const kept = [...this.selection].filter((id) => isHeld(document, id) || !isHeld(before, id));
    const selection = kept.length === this.selection.size ? this.selection : new Set(kept);
    this.#set({ document, history, selection, preview: null });
  }

  #set(state: FlowState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

function keepExhibits(document: FlowDocument, given: number): FlowDocument {
  return document.exhibits >= given ? document : { ...document, exhibits: given };
}
