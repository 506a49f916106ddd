/** Lines that work reports while it runs, each at once: the newest progress replaces one not yet taken, the last line says how it ended. */
export async function* followWork<P, R>(
  work: (onProgress: (progress: P) => void) => Promise<R>,
): AsyncGenerator<{ readonly progress: P } | { readonly result: R }> {
  let latest: P | undefined;
  let wake: () => void = () => undefined;
  let ended = false;
  const done = work((progress) => {
    latest = progress;
    wake();
  }).finally(() => {
    ended = true;
    wake();
  });
  // Whoever reads the lines gets the failure below; until then it must not count as unhandled.
  done.catch(() => undefined);
  while (!ended) {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    if (latest === undefined && !ended) await promise;
    const progress = latest;
    latest = undefined;
    if (progress !== undefined) yield { progress };
  }
  yield { result: await done };
}
