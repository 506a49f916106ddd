import { AppError } from '@trailmark/core/errors';

/** How much of one kind of work runs at once, and how much may wait for a place. */
export interface GateLimits {
  readonly atOnce: number;
  /** Of one account: nobody can keep all others waiting. */
  readonly atOnceEach: number;
  readonly waiting: number;
  readonly waitingEach: number;
  /** What the refusals call it: of one account, and of everybody. */
  readonly own: string;
  readonly all: string;
}

/** Traces, comparisons, audits and replays: each keeps a core busy and holds what it read, so that none waits for another. */
const TRACES: GateLimits = {
  atOnce: 4,
  atOnceEach: 2,
  waiting: 0,
  waitingEach: 0,
  own: 'traces, comparisons or audits',
  all: 'traces',
};

/** Searches for paths, and pieces of graphs: a canvas asks for several at a time, and most end soon. */
export const LOOK_UPS: GateLimits = {
  atOnce: 4,
  atOnceEach: 2,
  waiting: 32,
  waitingEach: 8,
  own: 'searches and expansions',
  all: 'searches and expansions',
};

interface Waiting {
  readonly owner: string;
  readonly enter: () => void;
}

function refuse(sentence: string): never {
  // Load that is turned away, and no failure of the server.
  throw new AppError('unavailable', sentence, { context: { reason: 'overloaded' } });
}

/** Lets a few pieces of heavy work run at once, and of each account fewer; some wait their turn, and the rest is refused. */
export class TraceGate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #total = 0;

  constructor(limits: GateLimits = TRACES) {
    this.#limits = limits;
  }

  /**
   * Runs work for an account, when there is a place. Rejects with `unavailable` when it, or all together, have too much under
   * way, and with the signal's reason when that aborts before the work begins.
   */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#hasPlace(owner)) this.#take(owner);
    else await this.#wait(owner, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  #hasPlace(owner: string): boolean {
    const { atOnce, atOnceEach } = this.#limits;
    return this.#total < atOnce && (this.#running.get(owner) ?? 0) < atOnceEach;
  }

  #take(owner: string): void {
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    this.#total++;
  }

  #leave(owner: string): void {
    this.#total--;
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    const next = this.#waiting.findIndex((waiting) => this.#hasPlace(waiting.owner));
    for (const waiting of next < 0 ? [] : this.#waiting.splice(next, 1)) waiting.enter();
  }

  #checkRoom(owner: string): void {
    const { atOnceEach, atOnce, waiting, waitingEach, own, all } = this.#limits;
    const waitingOwn = this.#waiting.filter((other) => other.owner === owner).length;
    if ((this.#running.get(owner) ?? 0) >= atOnceEach && waitingOwn >= waitingEach) {
      refuse(
        `${atOnceEach + waitingEach} ${own} of yours are running already. Try again when one has ended, or end one.`,
      );
    }
    if (waitingOwn >= waitingEach || this.#waiting.length >= waiting) {
      refuse(`${atOnce + waiting} ${all} are running on this server already. Try again in a moment.`);
    }
  }

  /** Waits for a place and takes it. */
  async #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    this.#checkRoom(owner);
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      owner,
      enter: () => {
        this.#take(owner);
        resolve();
      },
    };
    const onAbort = (): void => {
      const place = this.#waiting.indexOf(waiting);
      if (place >= 0) this.#waiting.splice(place, 1);
      // Once it has entered this changes nothing.
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(waiting);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }
}
