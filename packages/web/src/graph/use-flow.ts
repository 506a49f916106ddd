import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { FlowState, FlowStore } from './flow-store.ts';

/** A part of the canvas's state; the component renders again when that part changes. Selectors may compute: they run once per change. */
export function useFlow<T>(store: FlowStore, selector: (state: FlowState) => T): T {
  const last = useRef<{ state: FlowState; selector: (state: FlowState) => T; value: T }>(undefined);
  const read = useCallback(() => {
    const { state } = store;
    const held = last.current;
    if (held?.state === state && held.selector === selector) return held.value;
    const value = selector(state);
    // An inline selector that finds what it found before must not render again.
    const kept = held && Object.is(held.value, value) ? held.value : value;
    last.current = { state, selector, value: kept };
    return kept;
  }, [store, selector]);
  return useSyncExternalStore(store.subscribe, read);
}
