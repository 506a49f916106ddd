import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

/** The storage key and values are fixed by the specification: 'true' or 'false', for the browser session. */
const KEY = 'darkMode';
const listeners = new Set<() => void>();

/** What the page is painted in: the attribute that tokens.css reads, which first.js sets before the first paint. */
export function readColorScheme(): ColorScheme {
  return document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';
}

/** Remembered for the browser session only; light is the default. */
export function setColorScheme(scheme: ColorScheme): void {
  try {
    sessionStorage.setItem(KEY, String(scheme === 'dark'));
  } catch {
    // A blocked storage only means that the choice is not remembered.
  }
  document.documentElement.dataset.mantineColorScheme = scheme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Light or dark, drawn again when it changes. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, readColorScheme);
}
