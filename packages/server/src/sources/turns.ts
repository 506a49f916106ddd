import { AppError } from '@trailmark/core/errors';

/** One piece of work after the other for each name, in the requested order. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Waits for its turn and works. Throws `unavailable` where the signal aborts while it waits. */
  async take<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(name) ?? Promise.resolve();
    const mine = before.then(() => {
      if (signal.aborted) throw new AppError('unavailable', 'It was cancelled before its turn came.');
      return work();
    });
    const settled = mine.catch(() => undefined);
    this.last.set(name, settled);
    void settled.then(() => {
      if (this.last.get(name) === settled) this.last.delete(name);
    });
    return mine;
  }
}

const TURNS = new WeakMap<object, Turns>();

/** The turns at what a host fetches into: the same for whoever asks for it, in a request or in a job. */
export function turnsOf(host: object): Turns {
  const turns = TURNS.get(host) ?? new Turns();
  TURNS.set(host, turns);
  return turns;
}
