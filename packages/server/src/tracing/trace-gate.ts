import { AppError } from '@trailmark/core/errors';

/** Traces, comparisons, audits and replays under way at once: each keeps a core busy and holds what it read. */
const AT_ONCE = 4;
/** Of one account: nobody can keep all others waiting. */
const AT_ONCE_EACH = 2;

function refuse(sentence: string): never {
  // Load that is turned away, and no failure of the server.
  throw new AppError('unavailable', sentence, { context: { reason: 'overloaded' } });
}

/** Lets a few pieces of work over whole traces run at once, and of each account fewer. */
export class TraceGate {
  readonly #running = new Map<string, number>();
  #total = 0;

  /** Runs work for an account. Rejects with `unavailable` when it, or all together, have too much under way. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const own = this.#running.get(owner) ?? 0;
    if (own >= AT_ONCE_EACH) {
      refuse(
        `${AT_ONCE_EACH} traces, comparisons or audits of yours are running already. Try again when one has ended, or end one.`,
      );
    }
    if (this.#total >= AT_ONCE) {
      refuse(`${AT_ONCE} traces are running on this server already. Try again in a moment.`);
    }
    this.#running.set(owner, own + 1);
    this.#total++;
    try {
      return await work();
    } finally {
      this.#total--;
      const left = (this.#running.get(owner) ?? 1) - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
    }
  }
}
