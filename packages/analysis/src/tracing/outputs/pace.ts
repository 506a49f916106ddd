import { AppError } from '@trailmark/core/errors';

/** Units of work, each well below a microsecond, after which others get their turn. */
const TURN = 10_000;

/** Resolves after other work of the thread had its turn; timers belong to whoever runs the trace. */
export type Rest = () => Promise<unknown>;

/** Lets other work run now and then during a long computation, and ends it once the signal aborts. */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  readonly #rest: Rest | undefined;
  #done = 0;

  constructor(signal: AbortSignal | undefined, rest: Rest | undefined) {
    this.#signal = signal;
    this.#rest = rest;
  }

  get signal(): AbortSignal | undefined {
    return this.#signal;
  }

  /** Counts work; true when it is time to await `turn`. */
  isDue(work: number): boolean {
    this.#done += work;
    return this.#done >= TURN;
  }

  /** Throws `unavailable` once the signal has aborted. */
  async turn(): Promise<void> {
    await this.pause();
    this.check();
  }

  /** Lets others work and continues in any case, where a stop would leave something half done. */
  async pause(): Promise<void> {
    this.#done = 0;
    await this.#rest?.();
  }

  check(): void {
    if (this.#signal?.aborted)
      throw new AppError('unavailable', 'The trace was cancelled.', { cause: this.#signal.reason });
  }
}
