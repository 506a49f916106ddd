import { useSyncExternalStore } from 'react';

const KEY = 'singleKeys';
const listeners = new Set<() => void>();
let isOn: boolean | undefined;

function readStored(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== 'false';
  } catch {
    return true;
  }
}

/** Whether keys without Ctrl act (WCAG 2.1.4: speech input can press them by accident). */
export function areSingleKeysOn(): boolean {
  isOn ??= readStored();
  return isOn;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setSingleKeys(next: boolean): void {
  isOn = next;
  try {
    sessionStorage.setItem(KEY, String(next));
  } catch {
    // A blocked storage only means that the choice is not remembered.
  }
  for (const listener of listeners) listener();
}

/** The switch for single keys; kept for the browser session. */
export function useSingleKeys(): readonly [boolean, (next: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), setSingleKeys];
}
