import { useSyncExternalStore } from 'react';

/** The case that “Add to case” goes to: a hint of this browser, for the person who is signed in. The server decides what may be done. */
export interface WorkingCase {
  readonly id: string;
  readonly number: string;
  readonly title: string;
}

const KEY = 'trailmark.working-case';
const listeners = new Set<() => void>();
let cached: { readonly text: string | null; readonly value: WorkingCase | undefined } | undefined;

function parse(text: string | null): WorkingCase | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const { id, number, title } = (value ?? {}) as Partial<Record<keyof WorkingCase, unknown>>;
    return typeof id === 'string' && typeof number === 'string' && typeof title === 'string'
      ? { id, number, title }
      : undefined;
  } catch {
    return undefined;
  }
}

function read(): WorkingCase | undefined {
  const text = sessionStorage.getItem(KEY);
  if (cached?.text !== text) cached = { text, value: parse(text) };
  return cached.value;
}

/** Works in a case from now on, or with undefined in none. Kept as long as the tab, so that no title stays on the machine. */
export function setWorkingCase(value: WorkingCase | undefined): void {
  if (value) sessionStorage.setItem(KEY, JSON.stringify(value));
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWorkingCase(): WorkingCase | undefined {
  return useSyncExternalStore(subscribe, read);
}
