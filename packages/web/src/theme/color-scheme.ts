import type { MantineColorSchemeManager } from '@mantine/core';

/** The storage key and values are fixed by the specification: 'true' or 'false', for the browser session. */
const KEY = 'darkMode';

function readStored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remembers light or dark for the browser session only; light is the default. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  return {
    get: (defaultValue) => {
      const stored = readStored();
      if (stored === 'true') return 'dark';
      return stored === 'false' ? 'light' : defaultValue;
    },
    set: (value) => {
      try {
        sessionStorage.setItem(KEY, value === 'dark' ? 'true' : 'false');
      } catch {
        // A blocked storage only means that the choice is not remembered.
      }
    },
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => sessionStorage.removeItem(KEY),
  };
}
