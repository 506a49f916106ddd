const REPORT_MS = 500;

/** Rewrites how far a job is, at most twice a second. */
export class ProgressWriter {
  #latest: readonly [number, number | null] | undefined;
  #flushing: Promise<void> | undefined;
  /** The write that is on its way. */
  #writing: Promise<void> = Promise.resolve();
  readonly #writer: (done: number, total: number | null) => Promise<void>;

  constructor(writer: (done: number, total: number | null) => Promise<void>) {
    this.#writer = writer;
  }

  report(done: number, total: number | null): void {
    this.#latest = [done, total];
    this.#flushing ??= this.#flush();
  }

  #writeLatest(): Promise<void> {
    const latest = this.#latest;
    this.#latest = undefined;
    // A report that is lost is made up for by the next one.
    if (latest) this.#writing = this.#writer(...latest).catch(() => undefined);
    return this.#writing;
  }

  async #flush(): Promise<void> {
    while (this.#latest) {
      await this.#writeLatest();
      await new Promise((resolve) => setTimeout(resolve, REPORT_MS).unref());
    }
    this.#flushing = undefined;
  }

  /** Comes back once the last report is written: what ends the job next must not come before it. */
  async end(): Promise<void> {
    await this.#writing;
    await this.#writeLatest();
  }
}
