/** Fixed by the specification. */
export const TOAST_MS = 4_000;
const AT_MOST = 3;

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'error';
  readonly text: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says one sentence at the top right for four seconds. It is never the only place of an error. */
export function showToast(kind: Toast['kind'], text: string): void {
  lastId += 1;
  set([...toasts, { id: lastId, kind, text }].slice(-AT_MOST));
}

export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
