/** Work that reads ahead. */
export interface OrderedReading<T> {
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** The next piece of work; undefined when there is no more. */
  take(): ((signal: AbortSignal) => Promise<T>) | undefined;
}

/** Runs pieces of work side by side and gives their results in the order they were taken. Whatever happens, what is under way ends with the loop. */
export async function* readOrdered<T>({ concurrency, signal, take }: OrderedReading<T>): AsyncGenerator<T> {
  const stop = new AbortController();
  const ending = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const pending: Promise<T>[] = [];
  const fill = (): void => {
    while (pending.length < concurrency) {
      const work = take();
      if (!work) return;
      const result = work(ending);
      // Awaited in order; until then a failure must not count as unhandled.
      result.catch(() => undefined);
      pending.push(result);
    }
  };
  try {
    for (fill(); pending.length > 0; fill()) yield (await pending.shift()) as T;
  } finally {
    stop.abort();
  }
}
