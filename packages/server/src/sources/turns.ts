import { AppError } from '@trailmark/core/errors';

/** One piece of work after the other for each name, in the order asked. */
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
