import type { FlowMode } from '@trailmark/core/flow/flow-document';
import { createScene } from '@trailmark/drawing/flow/picture-scene';
import { type VisibleGraph, visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useColorScheme } from '../theme/color-scheme.ts';
import { CanvasView } from './canvas/canvas-view.ts';
import { Minimap } from './canvas/minimap.tsx';
import { NodeList } from './canvas/node-list.tsx';
import { TimePreview } from './canvas/time-preview.ts';
import { useCanvasKeys, useUndoKeys } from './canvas/use-canvas-keys.ts';
import { everythingThrough, listInFlowOrder } from './canvas/walk.ts';
import type { FlowCanvasProps } from './canvas-props.ts';
import { useFlow } from './use-flow.ts';
import './flow-canvas.css';

/** Narrower, the canvas is read and not rearranged. */
const NARROW = '(max-width: 700px)';
/** From so many nodes on an overview helps. */
const OVERVIEW_FROM = 12;

function withNotes(visible: VisibleGraph, notes: FlowCanvasProps['notes']): VisibleGraph {
  if (!notes || notes.size === 0) return visible;
  const nodes = visible.nodes.map((each) => {
    const own = notes.get(each.node.id);
    return own ? { ...each, notes: own } : each;
  });
  return { ...visible, nodes };
}

/** Visible part, scene and reading order of the document, calculated once per change. */
function useScene({ store, mode: given, mergeServices = false, notes }: FlowCanvasProps) {
  const document = useFlow(store, (state) => state.document);
  const mode = given ?? document.mode;
  const visible = useMemo(
    () => withNotes(visibleGraph(document, mode, { mergeServices }), notes),
    [document, mode, mergeServices, notes],
  );
  const { assets, groups } = document;
  const scene = useMemo(() => createScene({ assets, groups }, visible), [visible, assets, groups]);
  const order = useMemo(() => listInFlowOrder(scene), [scene]);
  useEffect(() => {
    if (visible.nodes.some(({ place }) => place === null)) void store.placeMissing(mode).catch(() => undefined);
  }, [store, visible, mode]);
  return { visible, scene, order, mode };
}

/** The view lives as long as the component; what it calls is always the latest. */
function useView(props: FlowCanvasProps, mode: FlowMode) {
  const under = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<CanvasView>();
  const latest = useRef({ props, mode });
  latest.current = { props, mode };
  useEffect(() => {
    if (!under.current || !box.current || !over.current || !head.current) return undefined;
    const made = new CanvasView(
      { under: under.current, box: box.current, over: over.current, head: head.current },
      {
        onSelect: (ids) => latest.current.props.store.select(ids),
        onMove: (places) => latest.current.props.store.move(places, latest.current.mode),
        onOpen: (id) => latest.current.props.onOpen?.(id),
        onContext: (id, at) => latest.current.props.onContext?.(id, at),
        onViewport: (zoom) => latest.current.props.onViewport?.(zoom),
      },
      window.matchMedia(NARROW).matches,
    );
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    setView(made);
    return () => {
      observer.disconnect();
      made.destroy();
      setView(undefined);
    };
  }, []);
  return { under, box, over, head, view };
}

function useDrawing(view: CanvasView | undefined, props: FlowCanvasProps, drawing: ReturnType<typeof useScene>) {
  const { store } = props;
  const { scene, mode } = drawing;
  useTimePreview(view, props, mode);
  const selection = useFlow(store, (state) => state.selection);
  const scheme = useColorScheme();
  const fitted = useRef<string>(undefined);
  useEffect(() => {
    if (!view) return;
    view.show(scene);
    view.select(store.selection);
    // The first drawing of a mode is shown whole; later ones leave the view where it is.
    if (scene.nodes.size === 0 || fitted.current === mode) return;
    fitted.current = mode;
    view.begin();
  }, [view, scene, mode, store]);
  useEffect(() => view?.select(selection), [view, selection]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the scheme, which only the document knows
  useEffect(() => view?.retheme(), [view, scheme]);
  return selection;
}

/** Paints what a dragged window of time would leave, past React: once a frame is too often for a tree of components. */
function useTimePreview(
  view: CanvasView | undefined,
  { store, mergeServices = false }: FlowCanvasProps,
  mode: FlowMode,
) {
  useEffect(() => {
    if (!view) return undefined;
    const show = () =>
      view.preview(store.state.preview, (palette) => new TimePreview(store.document, mode, { mergeServices }, palette));
    return store.subscribe(show);
  }, [view, store, mode, mergeServices]);
}

function useFocusPath(view: CanvasView | undefined, { store, focusIds }: FlowCanvasProps, current: string | undefined) {
  const [own, setOwn] = useState<ReadonlySet<string>>();
  const shown = own ?? focusIds;
  useEffect(() => view?.setFocus(shown), [view, shown]);
  const toggleFocus = () => {
    if (own || !view?.scene) return setOwn(undefined);
    const { nodes, edges } = view.scene;
    const ids = store.selection.size > 0 ? [...store.selection] : current === undefined ? [] : [current];
    const ends = ids.flatMap((id) => {
      const edge = edges.get(id);
      if (edge) return [edge.from, edge.to];
      return nodes.has(id) ? [id] : [];
    });
    if (ends.length > 0) setOwn(everythingThrough(view.scene, new Set(ends)));
  };
  return { toggleFocus, leaveFocus: () => setOwn(undefined) };
}

/** The canvas of a coin flow: what the store's document shows, to pan, zoom, select, move and walk through. */
export function FlowCanvas(props: FlowCanvasProps) {
  const { store, handle, amountText } = props;
  const id = useId();
  const drawing = useScene(props);
  const { visible, scene, order, mode } = drawing;
  const { under, box, over, head, view } = useView(props, mode);
  const selection = useDrawing(view, props, drawing);
  const [at, setCurrent] = useState<string>();
  const current = at !== undefined && scene.nodes.has(at) ? at : order[0]?.id;
  // Whatever was selected alone, by hand or from the panel, is where the keys continue.
  useEffect(() => {
    const [only] = selection;
    if (selection.size === 1 && only !== undefined) setCurrent(only);
  }, [selection]);
  const [hasRing, setRing] = useState(false);
  const hasFocus = useRef(false);
  useEffect(() => view?.setCurrent(hasRing ? current : undefined), [view, current, hasRing]);
  const { toggleFocus, leaveFocus } = useFocusPath(view, props, current);
  const onKeyDown = useCanvasKeys({ store, view, current, setCurrent, toggleFocus, leaveFocus, props });
  useUndoKeys(store);
  const list = useRef<HTMLDivElement>(null);
  const focus = () => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  useImperativeHandle(
    handle,
    () => ({
      fit: () => view?.fit(),
      zoomTo: (level) => view?.zoomTo(level),
      zoomBy: (factor) => view?.zoomBy(factor),
      reveal: (ids) => {
        store.select(ids);
        if (ids[0] !== undefined) setCurrent(ids[0]);
        view?.bring(ids, true);
      },
      focus: () => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true }),
      idsInView: () => view?.idsInView() ?? [],
    }),
    [view, store],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the list of nodes within
    <div
      className="tm-flowcanvas"
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        hasFocus.current = list.current?.contains(event.target) ?? false;
        setRing(hasFocus.current && event.target.matches(':focus-visible'));
      }}
      onBlur={() => {
        hasFocus.current = false;
        setRing(false);
      }}
      onPointerUp={(event) => {
        if (event.target instanceof Node && box.current?.contains(event.target)) {
          focus();
        }
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div ref={list}>
        <NodeList
          id={id}
          visible={visible}
          order={order}
          current={current}
          selection={selection}
          amountText={amountText}
          hasFocus={hasFocus}
          onFocus={setCurrent}
        />
      </div>
      <div className="layers" aria-hidden="true">
        <canvas ref={under} />
        <div ref={box} />
        <canvas ref={over} />
        <canvas ref={head} className="head" />
      </div>
      {visible.nodes.length === 0 && (
        <p className="tm-flowempty">Nothing is drawn. Start a trace, add an address, or widen the filters.</p>
      )}
      {view && order.length >= OVERVIEW_FROM && <Minimap view={view} />}
    </div>
  );
}
