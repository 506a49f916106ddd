import { setTimeout } from 'node:timers/promises';

/** How long a request waits for work that may take minutes, before it says how far it is. */
const WAIT_MS = 15_000;

export interface Progress {
  done: number;
  readonly total: number;
}

interface Running<T> {
  readonly progress: Progress;
  readonly result: Promise<T>;
}

export type Outcome<T> =
  | { readonly isDone: true; readonly value: T }
  | ({ readonly isDone: false } & Readonly<Progress>);

/**
 * Work that outlasts requests: the first one starts it, each waits for a moment, and whoever asks first after it has ended gets
 * the result. It ends on its own even where nobody asks again.
 */
export class LongWork<T> {
  readonly #running = new Map<string, Running<T>>();

  async follow(key: string, total: number, work: (progress: Progress) => Promise<T>): Promise<Outcome<T>> {
    const running = this.#running.get(key) ?? this.#start(key, total, work);
    const ended = running.result.then((value) => ({ isDone: true, value }) as const);
    const waiting = new AbortController();
    try {
      const outcome = await Promise.race([ended, setTimeout(WAIT_MS, undefined, { signal: waiting.signal })]);
      if (!outcome) return { isDone: false, ...running.progress };
      this.#forget(key, running);
      return outcome;
    } catch (error) {
      this.#forget(key, running);
      throw error;
    } finally {
      waiting.abort();
    }
  }

  #start(key: string, total: number, work: (progress: Progress) => Promise<T>): Running<T> {
    const progress = { done: 0, total };
    const running = { progress, result: work(progress) };
    this.#running.set(key, running);
    // The result is kept for as long as somebody may come back for it.
    running.result.catch(() => undefined).finally(() => this.#forgetLater(key, running));
    return running;
  }

  #forgetLater(key: string, running: Running<T>): void {
    globalThis.setTimeout(() => this.#forget(key, running), 4 * WAIT_MS).unref();
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
