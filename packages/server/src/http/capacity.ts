import { AppError } from '@trailmark/core/errors';

/** How many requests run at once, and how many may still be sending their body. */
export interface CapacityLimits {
  readonly running: number;
  /** Of visitors together: what is left over is kept for people who are signed in. */
  readonly runningVisitors: number;
  /** Of one source, or of one account. */
  readonly runningEach: number;
  readonly sending: number;
  readonly sendingVisitors: number;
  /** Of one source of visitors, and of one account. */
  readonly sendingSource: number;
  readonly sendingAccount: number;
  /** While the event loop runs late: how few are never turned away, and as many again of people who are signed in. */
  readonly whileLate: number;
  readonly lateMs: number;
}

export const CAPACITY: CapacityLimits = {
  running: 200,
  runningVisitors: 150,
  runningEach: 64,
  sending: 300,
  sendingVisitors: 200,
  sendingSource: 32,
  sendingAccount: 64,
  // What one browser asks for at a time.
  whileLate: 8,
  lateMs: 250,
};

/** One request, from its head to its answer. */
export interface Place {
  /**
   * Says whose request it is, once that is known; undefined for a visitor. Throws `unavailable` when the share of visitors, or
   * that of the account, is used up.
   */
  belongsTo(account: string | undefined): void;
  /**
   * Reads the body: meanwhile the request does not count as running. Rejects with 429 when its place is given to a newer one:
   * of its source or account, or of all, where that holds the most.
   */
  whileSending<T>(read: () => Promise<T>): Promise<T>;
  /** The answer is there, or never will be. */
  leave(): void;
}

function turnAway(): never {
  throw new AppError('unavailable', 'The server has more to do than it can. Try again in a moment.', {
    context: { reason: 'overloaded' },
  });
}

function tooMany(): never {
  throw new AppError('forbidden', 'Too many requests from one place at once. Try again when some have been answered.', {
    context: { reason: 'too-many' },
  });
}

/** Counts of one kind: all, of visitors, and of each source or account. */
class Tally {
  readonly #each = new Map<string, number>();
  all = 0;
  visitors = 0;

  of(key: string): number {
    return this.#each.get(key) ?? 0;
  }

  add(key: string, isVisitor: boolean, by: 1 | -1): void {
    this.all += by;
    if (isVisitor) this.visitors += by;
    const count = this.of(key) + by;
    if (count > 0) this.#each.set(key, count);
    else this.#each.delete(key);
  }
}

/** A body on its way. */
interface Sending {
  readonly owner: Owner;
  readonly giveUp: (error: AppError) => void;
}

/** Those of whoever has the most. */
function largestGroup(sending: readonly Sending[]): readonly Sending[] {
  const groups = Map.groupBy(sending, ({ owner }) => owner.key);
  return [...groups.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
}

type Owner = { readonly key: string; readonly isVisitor: boolean };

/** Who takes how much of the server at this moment, so that nobody takes what others need. */
export class Capacity {
  readonly #limits: CapacityLimits;
  readonly #delay: () => number;
  readonly #running = new Tally();
  /** The one that began first comes first. */
  readonly #sending = new Set<Sending>();

  constructor(delay: () => number, limits: CapacityLimits = CAPACITY) {
    this.#delay = delay;
    this.#limits = limits;
  }

  /**
   * Takes a place for a request of a source. One that claims a session is not counted among visitors until it is known whether
   * that is so. Throws `unavailable` when there is none, and 429 when the source alone has too many.
   */
  enter(source: string, claimsSession: boolean): Place {
    let owner: Owner = { key: source, isVisitor: !claimsSession };
    this.#check(owner);
    let held: Tally | undefined;
    let isOver = false;
    const hold = (next: Tally | undefined): void => {
      held?.add(owner.key, owner.isVisitor, -1);
      held = next;
      held?.add(owner.key, owner.isVisitor, 1);
    };
    hold(this.#running);
    return {
      belongsTo: (account) => {
        hold(undefined);
        owner = account === undefined ? { key: source, isVisitor: true } : { key: `of ${account}`, isVisitor: false };
        this.#check(owner);
        hold(this.#running);
      },
      whileSending: async (read) => {
        hold(undefined);
        try {
          return await this.#whileSending(owner, read);
        } finally {
          if (!isOver) hold(this.#running);
        }
      },
      leave: () => {
        isOver = true;
        hold(undefined);
      },
    };
  }

  #check({ key, isVisitor }: Owner): void {
    const { running, runningVisitors, runningEach, whileLate, lateMs } = this.#limits;
    const { all, visitors } = this.#running;
    const mostLate = isVisitor ? whileLate : 2 * whileLate;
    if (all >= running || (isVisitor && visitors >= runningVisitors)) turnAway();
    if (all >= mostLate && this.#delay() > lateMs) turnAway();
    if (this.#running.of(key) >= runningEach) tooMany();
  }

  async #whileSending<T>(owner: Owner, read: () => Promise<T>): Promise<T> {
    this.#makeRoom(owner);
    const { promise, reject } = Promise.withResolvers<never>();
    const own: Sending = { owner, giveUp: reject };
    this.#sending.add(own);
    try {
      return await Promise.race([read(), promise]);
    } finally {
      this.#sending.delete(own);
    }
  }

  /** Ends the body that has been on its way longest where a share is used up: slow ones keep nobody out. */
  #makeRoom({ key, isVisitor }: Owner): void {
    const { sending, sendingVisitors, sendingSource, sendingAccount } = this.#limits;
    const all = [...this.#sending];
    const own = all.filter(({ owner }) => owner.key === key);
    const visitors = all.filter(({ owner }) => owner.isVisitor);
    if (own.length >= (isVisitor ? sendingSource : sendingAccount)) this.#endOne(own);
    else if (isVisitor && visitors.length >= sendingVisitors) this.#endOne(largestGroup(visitors));
    else if (all.length >= sending) this.#endOne(largestGroup(visitors.length > 0 ? visitors : all));
  }

  #endOne([first]: readonly Sending[]): void {
    if (!first) return;
    this.#sending.delete(first);
    const sentence = 'The body took so long to arrive that its place was given to another request. Send it again.';
    first.giveUp(new AppError('forbidden', sentence, { context: { reason: 'too-many' } }));
  }
}
