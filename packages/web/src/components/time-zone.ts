import { useSyncExternalStore } from 'react';
import type { Zone } from '../format/time.ts';

const KEY = 'timeZone';
const listeners = new Set<() => void>();

function readZone(): Zone {
  try {
    return sessionStorage.getItem(KEY) === 'local' ? 'local' : 'utc';
  } catch {
    return 'utc';
  }
}

let zone: Zone | undefined;

function currentZone(): Zone {
  zone ??= readZone();
  return zone;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The clock of every time on the page, and the switch between UTC and this computer's zone; kept for the session. */
export function useTimeZone(): { readonly zone: Zone; readonly toggleZone: () => void } {
  return { zone: useSyncExternalStore(subscribe, currentZone), toggleZone };
}

function toggleZone(): void {
  zone = currentZone() === 'utc' ? 'local' : 'utc';
  try {
    sessionStorage.setItem(KEY, zone);
  } catch {
    // A blocked storage only means that the choice is not remembered.
  }
  for (const listener of listeners) listener();
}
