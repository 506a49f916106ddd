import { AppError } from '@trailmark/core/errors';
import { type Claimant, FairTurns } from './fair-turns.ts';
import { forecastLine, medianOf, type WaitingPlace } from './forecast.ts';

/** How much of one kind of work runs at once, and how much may wait for a place. */
export interface GateLimits {
  readonly atOnce: number;
  /** Of one account: nobody can keep all others waiting. */
  readonly atOnceEach: number;
  readonly waiting: number;
  readonly waitingEach: number;
  readonly waitingAgency: number;
  /** Nobody waits longer. */
  readonly longestWaitMs: number;
  /** What the refusals call it: of one account, and of everybody. */
  readonly own: string;
  readonly all: string;
}

/** Traces, comparisons, audits and replays: each keeps a core busy and holds what it read, so few run at once and the others wait. */
export const TRACES: GateLimits = {
  atOnce: 4,
  atOnceEach: 2,
  waiting: 64,
  waitingEach: 4,
  waitingAgency: 32,
  longestWaitMs: 600_000,
  own: 'traces, comparisons or audits',
  all: 'traces',
};

/** Searches for paths, and pieces of graphs: a canvas asks for several at a time, and most end soon. */
export const LOOK_UPS: GateLimits = {
  atOnce: 4,
  atOnceEach: 2,
  waiting: 32,
  waitingEach: 8,
  waitingAgency: 24,
  longestWaitMs: 60_000,
  own: 'searches and expansions',
  all: 'searches and expansions',
};

/** What work in the gate may receive, and may report. */
export interface GateOptions {
  /** Aborts the wait. The work itself has to listen to it too. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the place of the work in the queue, whenever it changes. */
  readonly onPlace?: ((place: WaitingPlace) => void) | undefined;
  /** Called when the work starts. */
  readonly onStart?: (() => void) | undefined;
  /** Nobody waits longer than the gate allows, nor than this. */
  readonly waitMs?: number | undefined;
}

/** What is in a gate at this moment, and the place of one person's work in the queue. */
export interface GateState {
  readonly atOnce: number;
  readonly running: number;
  readonly waiting: number;
  readonly own: WaitingPlace[];
}

interface Running {
  readonly claimant: Claimant;
  readonly since: number;
}

interface Waiting {
  readonly claimant: Claimant;
  readonly enter: (running: Running) => void;
  readonly onPlace: GateOptions['onPlace'];
}

/** Durations of the last pieces of work, from which waits are estimated. */
const REMEMBERED = 20;

function refuse(sentence: string): never {
  // Load that is turned away, and no failure of the server.
  throw new AppError('unavailable', sentence, { context: { reason: 'overloaded' } });
}

/** Lets a few pieces of heavy work run at once, and of each account fewer; the others wait for their turn, in a fair order. */
export class TraceGate {
  readonly #limits: GateLimits;
  readonly #now: () => number;
  readonly #running = new Set<Running>();
  readonly #waiting: Waiting[] = [];
  readonly #turns = new FairTurns();
  readonly #durations: number[] = [];

  constructor(limits: GateLimits = TRACES, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Runs work for an account, when there is a place. Rejects with `unavailable` when it, or all together, have too much under
   * way or the wait takes too long, and with the signal's reason when that aborts before the work begins.
   */
  async run<T>(claimant: Claimant, work: () => Promise<T>, options: GateOptions = {}): Promise<T> {
    const running = this.#hasPlace(claimant) ? this.#begin(claimant) : await this.#wait(claimant, options);
    try {
      options.signal?.throwIfAborted();
      options.onStart?.();
      return await work();
    } finally {
      this.#running.delete(running);
      this.#durations.push(this.#now() - running.since);
      if (this.#durations.length > REMEMBERED) this.#durations.shift();
      this.#admit();
    }
  }

  /** How full the gate is, and the place of what this person requested. */
  stateFor({ person }: Claimant): GateState {
    const places = [...this.#forecast()].filter(([{ claimant }]) => claimant.person === person);
    return {
      atOnce: this.#limits.atOnce,
      running: this.#running.size,
      waiting: this.#waiting.length,
      own: places.map(([, place]) => place),
    };
  }

  #forecast(): ReadonlyMap<Waiting, WaitingPlace> {
    const { atOnce, atOnceEach } = this.#limits;
    return forecastLine({
      ...{ atOnce, atOnceEach, turns: this.#turns, now: this.#now() },
      running: [...this.#running],
      waiting: this.#waiting,
      typicalMs: medianOf(this.#durations),
    });
  }

  #hasPlace({ person }: Claimant): boolean {
    const { atOnce, atOnceEach } = this.#limits;
    const own = [...this.#running].filter(({ claimant }) => claimant.person === person);
    return this.#running.size < atOnce && own.length < atOnceEach;
  }

  #begin(claimant: Claimant): Running {
    const running = { claimant, since: this.#now() };
    this.#running.add(running);
    this.#turns.note(claimant);
    return running;
  }

  /** Gives free places to those whose turn it is, and notifies the others of their place. */
  #admit(): void {
    for (;;) {
      const next = this.#turns.pick(this.#waiting.filter(({ claimant }) => this.#hasPlace(claimant)));
      if (!next) break;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.enter(this.#begin(next.claimant));
    }
    this.describePlaces();
  }

  /** Notifies everything that waits of its current place. */
  describePlaces(): void {
    for (const [{ onPlace }, place] of this.#forecast()) onPlace?.(place);
  }

  #checkRoom({ person, agency }: Claimant): void {
    const { atOnceEach, waiting, waitingEach, waitingAgency, own, all } = this.#limits;
    const count = (is: (claimant: Claimant) => boolean) => this.#waiting.filter(({ claimant }) => is(claimant)).length;
    if (count((other) => other.person === person) >= waitingEach) {
      refuse(
        `${atOnceEach + waitingEach} ${own} of yours run or wait already. Try again when one has ended, or end one.`,
      );
    }
    if (count((other) => other.agency === agency) >= waitingAgency) {
      refuse(`${waitingAgency} ${all} of your agency wait already. Try again when some of them have begun.`);
    }
    if (this.#waiting.length >= waiting)
      refuse(`${waiting} ${all} wait on this server already. Try again in a moment.`);
  }

  #waitedTooLong(waiting: Waiting, ms: number): AppError {
    const place = this.#forecast().get(waiting);
    const line = place ? ` It was number ${place.position} of ${place.of} in line.` : '';
    const sentence = `No place for it came free within ${Math.round(ms / 1_000)} seconds.${line} Try again later.`;
    return new AppError('unavailable', sentence, { context: { reason: 'overloaded' } });
  }

  /** Waits for a place and takes it. */
  async #wait(claimant: Claimant, { signal, onPlace, waitMs }: GateOptions): Promise<Running> {
    this.#checkRoom(claimant);
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Running>();
    const waiting: Waiting = { claimant, enter: resolve, onPlace };
    const leave = (error: unknown): void => {
      const place = this.#waiting.indexOf(waiting);
      // Once it has entered this changes nothing.
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(error);
      this.describePlaces();
    };
    const onAbort = (): void => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const ms = Math.min(this.#limits.longestWaitMs, waitMs ?? Number.POSITIVE_INFINITY);
    const timer = setTimeout(() => leave(this.#waitedTooLong(waiting, ms)), ms);
    this.#waiting.push(waiting);
    this.describePlaces();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }
}
