import { useCallback, useSyncExternalStore } from 'react';

/** Seconds reached in each recording; kept in this browser for the account. */
type Watched = Readonly<Record<string, number>>;

const listeners = new Set<() => void>();
const keyOf = (account: string) => `watched.${account}`;

function readText(account: string): string {
  try {
    return localStorage.getItem(keyOf(account)) ?? '{}';
  } catch {
    return '{}';
  }
}

function parse(text: string): Watched {
  try {
    const kept = JSON.parse(text) as unknown;
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, seconds]) => typeof seconds === 'number' && seconds >= 0),
    );
  } catch {
    // A storage that was edited remembers nothing.
    return {};
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** How far each recording was watched, and how to note it. */
export function useWatched(account: string): readonly [Watched, (id: string, seconds: number) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(account));
  const note = useCallback(
    (id: string, seconds: number) => {
      try {
        localStorage.setItem(
          keyOf(account),
          JSON.stringify({ ...parse(readText(account)), [id]: Math.round(seconds) }),
        );
      } catch {
        // A blocked storage only means that the place is not remembered.
      }
      for (const listener of listeners) listener();
    },
    [account],
  );
  return [parse(text), note];
}
