import { type KeyboardEvent, useEffect, useRef } from 'react';
import { areSingleKeysOn } from '../../components/single-keys.ts';
import type { FlowCanvasProps } from '../canvas-props.ts';
import type { FlowStore } from '../flow-store.ts';
import type { CanvasView } from './canvas-view.ts';
import { type Way, walkFrom } from './walk.ts';

export interface KeyContext {
  readonly store: FlowStore;
  readonly view: CanvasView | undefined;
  readonly current: string | undefined;
  readonly setCurrent: (id: string) => void;
  readonly toggleFocus: () => void;
  readonly leaveFocus: () => void;
  readonly props: FlowCanvasProps;
}

const ZOOM = 1.25;
const WAYS: Readonly<Record<string, Way>> = {
  ArrowRight: 'on',
  ArrowLeft: 'back',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** What is selected, or else the node in keyboard focus. */
function listTargets({ store, current }: KeyContext): readonly string[] {
  if (store.selection.size > 0) return [...store.selection];
  return current === undefined ? [] : [current];
}

/** Takes nodes and edges out of the drawing; they stay in the document. */
export function hideParts(store: FlowStore, ids: readonly string[]): void {
  if (ids.length === 0) return;
  store.act(ids.length === 1 ? 'Hide a part' : `Hide ${ids.length} parts`, (draft) => {
    draft.hidden = [...new Set([...draft.hidden, ...ids])];
  });
  store.select([]);
}

type Action = (context: KeyContext) => void;

function expand(context: KeyContext, direction: 'forward' | 'back'): void {
  const [id] = context.current === undefined ? listTargets(context) : [context.current];
  if (id !== undefined) context.props.onExpand?.(id, direction);
}

function annotate(context: KeyContext, what: 'label' | 'note'): void {
  const ids = listTargets(context);
  if (ids.length > 0) context.props.onAnnotate?.(ids, what);
}

/** Letters and signs; they can be switched off as all single keys. */
const SINGLE: Readonly<Record<string, Action>> = {
  e: (context) => expand(context, 'forward'),
  E: (context) => expand(context, 'back'),
  l: (context) => annotate(context, 'label'),
  n: (context) => annotate(context, 'note'),
  b: (context) => context.store.exhibit(listTargets(context)),
  d: (context) => hideParts(context.store, listTargets(context)),
  f: ({ toggleFocus }) => toggleFocus(),
  t: ({ props }) => props.onTable?.(),
  '+': ({ view }) => view?.zoomBy(ZOOM),
  '-': ({ view }) => view?.zoomBy(1 / ZOOM),
  '0': ({ view }) => view?.fit(),
  '1': ({ view }) => view?.zoomTo(1),
};

const NAMED: Readonly<Record<string, Action>> = {
  Enter: (context) => {
    const [id] = context.current === undefined ? listTargets(context) : [context.current];
    if (id !== undefined) context.props.onOpen?.(id);
  },
  ' ': ({ store, current }) => {
    if (current !== undefined) store.select([current], 'toggle');
  },
  Delete: (context) => hideParts(context.store, listTargets(context)),
  Escape: ({ store, leaveFocus }) => {
    leaveFocus();
    store.select([]);
  },
};

function walk({ view, current, setCurrent, store }: KeyContext, way: Way, isAdding: boolean): void {
  if (!view?.scene) return;
  const next = current === undefined ? undefined : walkFrom(view.scene, current, way);
  if (next === undefined) return;
  setCurrent(next);
  view.bring([next]);
  store.select([next], isAdding ? 'add' : 'set');
}

/** The action of a key pressed on the canvas, if it has one. */
function findAction(event: KeyboardEvent, isPrefixed: boolean): Action | undefined {
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    return event.key === 'a' ? ({ store, view }) => store.select(view?.scene?.nodes.keys() ?? []) : undefined;
  }
  const way = WAYS[event.key];
  if (way) return (context) => walk(context, way, event.shiftKey);
  const named = NAMED[event.key];
  if (named) return named;
  return isPrefixed || !areSingleKeysOn() ? undefined : SINGLE[event.key];
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Undo and redo from anywhere but a field, which has an undo of its own. */
export function useUndoKeys(store: FlowStore): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target) || document.body.dataset.locked)
        return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) store.redo();
      else store.undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store]);
}

/** Keys of the canvas while the focus is in it. */
export function useCanvasKeys(context: KeyContext): (event: KeyboardEvent) => void {
  // After `g` the next letter goes to another tool.
  const isPrefixed = useRef(false);
  return (event) => {
    const action = findAction(event, isPrefixed.current);
    isPrefixed.current = event.key === 'g' && !event.ctrlKey && !event.metaKey;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action(context);
  };
}
