import { useSyncExternalStore } from 'react';
import { useSession } from './session.ts';

/** The case that “Add to case” goes to: a hint of this browser, for the person who is signed in. The server decides what may be done. */
export interface WorkingCase {
  readonly id: string;
  readonly number: string;
  readonly title: string;
}

/** With whose it is: who signs in after somebody else in the same tab reads no title of that person's case. */
interface Kept extends WorkingCase {
  readonly email: string;
}

const KEY = 'trailmark.working-case';
const listeners = new Set<() => void>();
let cached: { readonly text: string | null; readonly value: Kept | undefined } | undefined;

function parse(text: string | null): Kept | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const kept = (value ?? {}) as Partial<Record<keyof Kept, unknown>>;
    const { id, number, title, email } = kept;
    const isWhole = [id, number, title, email].every((part) => typeof part === 'string');
    return isWhole ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}

function read(): Kept | undefined {
  const text = sessionStorage.getItem(KEY);
  if (cached?.text !== text) cached = { text, value: parse(text) };
  return cached.value;
}

/** Works in a case from now on, or with undefined in none. Kept as long as the tab, so that no title stays on the machine. */
function setWorkingCase(kept: Kept | undefined): void {
  if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The working case of the person who is signed in, and how to change it. */
export function useWorkingCase(): readonly [WorkingCase | undefined, (value: WorkingCase | undefined) => void] {
  const { email } = useSession();
  const kept = useSyncExternalStore(subscribe, read);
  const set = (value: WorkingCase | undefined) =>
    setWorkingCase(value && { id: value.id, number: value.number, title: value.title, email });
  return [kept?.email === email ? kept : undefined, set];
}
