import { setTimeout as wait } from 'node:timers/promises';
import { Watcher } from './engine/watcher.ts';
import type { WatcherDeps } from './engine/watcher-deps.ts';

const PASS_MS = 200;
/** After a failure of the database, before the next try. */
const REST_MS = 2_000;

/** Reads new blocks for watches until it is closed. */
export function startWatching(deps: WatcherDeps, warn: (sentence: string) => void): { close(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const failures = new Map<string, string>();
  const onFailure = (chain: string, cause: unknown): void => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    // Reported once, not with each try.
    if (failures.get(chain) !== reason) warn(`Watches of ${chain} stopped reading and are tried again: ${reason}`);
    failures.set(chain, reason);
  };
  const onFault = (watch: string, cause: unknown): void => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (failures.get(watch) !== reason) warn(`The watch ${watch} is behind and is tried again: ${reason}`);
    failures.set(watch, reason);
  };
  const watcher = new Watcher({ ...deps, onFailure, onFault });
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      let pause = PASS_MS;
      try {
        if (await watcher.pass(signal)) pause = 0;
      } catch (cause) {
        if (signal.aborted) return;
        onFailure('all chains', cause);
        pause = REST_MS;
      }
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const done = loop();
  return {
    close: async () => {
      stopping.abort();
      await done;
    },
  };
}
