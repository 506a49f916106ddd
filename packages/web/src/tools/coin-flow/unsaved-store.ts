import type { FlowHistory } from '@trailmark/api/contract/flow';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';

/** Work that did not reach the server, kept by the browser. */
export interface UnsavedFlow {
  readonly flow: string;
  readonly branch: string;
  /** Revision it was made on. */
  readonly revision: number;
  /** Milliseconds. */
  readonly at: number;
  readonly document: FlowDocument;
  readonly history: FlowHistory;
}

const DATABASE = 'trailmark-coin-flow';
const STORE = 'unsaved';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser refused its storage.'));
  });
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = act(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('The browser refused its storage.'));
    });
  } finally {
    database.close();
  }
}

const keyOf = (flow: string, branch: string): string => `${flow}/${branch}`;

/** Keeps what could not be saved; returns whether the browser took it. */
export async function keepUnsaved(unsaved: UnsavedFlow): Promise<boolean> {
  try {
    await inStore('readwrite', (store) => store.put(unsaved, keyOf(unsaved.flow, unsaved.branch)));
    return true;
  } catch {
    return false;
  }
}

export async function dropUnsaved(flow: string, branch: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(keyOf(flow, branch))).catch(() => undefined);
}

/** What a page that was left kept of this branch; undefined without any, or where the browser keeps nothing. */
export async function readUnsaved(flow: string, branch: string): Promise<UnsavedFlow | undefined> {
  try {
    return (await inStore('readonly', (store) => store.get(keyOf(flow, branch)))) as UnsavedFlow | undefined;
  } catch {
    return undefined;
  }
}
